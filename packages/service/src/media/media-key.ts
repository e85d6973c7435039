// What a media URL names: the image at its platform, whom it may be shown to, and what it belongs to. It is sealed into
// the URL, so that nobody else can make one and the service is no open proxy. Equal keys have equal URLs, in every
// process and for every license, so that browsers and CDNs keep the images.

import { hash } from 'node:crypto'
import { type AlikeKeys, open, SEALED_EXTRA_BYTES, sealAlike } from '../crypto/seal.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { lastingName } from './lasting-name.ts'

/** What the path of a media URL starts with. */
export const MEDIA_PREFIX = '/media'

/** What can be forgotten: a post, an account or an image by a hash of its URL, a connection by one of its id (16 bytes). */
export type Subject = Buffer

/** Where the image was found, by which it can be found again when its URL has ended. */
export type MediaSource = {
  /** The URL of the post; null if it belongs to the account itself, or to a post without a URL. */
  readonly post: string | null
  readonly account: string | null
  /** Which image of the post or account, such as `image 0` or `avatar`. */
  readonly place: string
}

export type MediaKey = {
  readonly reach: Reach
  readonly platform: string
  /** Zeros if it belongs to no post, or to one without a URL. */
  readonly post: Subject
  readonly account: Subject
  /** undefined if there was no room for it in the URL. */
  readonly source?: MediaSource
  /** The URL at the platform. */
  readonly url: string
}

export type MediaKeys = {
  /** Part of a URL; undefined for a URL that is too long to be sealed, even without its source. */
  seal(key: MediaKey): string | undefined
  /** undefined for anything that was not sealed here with one of the two latest peppers. */
  open(sealed: string): MediaKey | undefined
  /** `name`: the URL of the post, the account or the image, or the id of a connection. */
  subjectOf(name: string | null): Subject
  /** Everything that the image belongs to, itself included. */
  subjectsOf(key: MediaKey): readonly Subject[]
}

export type MediaKeysOptions = {
  /** A key of 32 bytes for a purpose, under each pepper, the latest first. */
  readonly keysFor: (purpose: string) => readonly Buffer[]
}

/** Of the latest peppers. Pages that were sent before the last change still have URLs of the one before. */
const EPOCHS = 2
const PURPOSE = 'media'
/** The first byte: with hashes of the URLs of the post and the account, or with these URLs, where there is room. */
const [HASHED, NAMED] = [1, 2]
const SUBJECT_BYTES = 16
export const NO_SUBJECT: Subject = Buffer.alloc(SUBJECT_BYTES)
/** Servers in front of the service refuse long paths. */
export const MAX_SEALED_CHARACTERS = 1_800
const MAX_WRITTEN_BYTES = (MAX_SEALED_CHARACTERS / 4) * 3 - SEALED_EXTRA_BYTES

/** The length in one byte, and the text. */
const short = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}

/** The length in two bytes, and the text. */
const long = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

const writeHashed = ({ reach, platform, post, account, url }: MediaKey): Buffer =>
  Buffer.concat([Buffer.of(HASHED), short(reach), short(platform), post, account, Buffer.from(url)])

const writeNamed = ({ reach, platform, url }: MediaKey, { post, account, place }: MediaSource): Buffer =>
  Buffer.concat([
    ...[Buffer.of(NAMED), short(reach), short(platform), short(place)],
    ...[long(post ?? ''), long(account ?? ''), Buffer.from(url)],
  ])

const read = (bytes: Buffer): MediaKey | undefined => {
  let at = 1
  const take = (length: number): Buffer => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const text = () => take(take(1)[0] ?? 0).toString()
  const name = () => {
    const [high = 0, low = 0] = take(2)
    return take((high << 8) | low).toString() || null
  }
  const [version] = bytes
  if (version !== HASHED && version !== NAMED) return undefined
  const of = { reach: text() as Reach, platform: text() }
  if (version === HASHED)
    return { ...of, post: take(SUBJECT_BYTES), account: take(SUBJECT_BYTES), url: bytes.toString('utf8', at) }
  const place = text()
  const [post, account] = [name(), name()]
  const source = { post, account, place }
  return { ...of, post: subjectOf(post), account: subjectOf(account), source, url: bytes.toString('utf8', at) }
}

/** Without a key: what was forgotten stays forgotten under every pepper. */
export const subjectOf = (name: string | null): Subject =>
  name === null ? NO_SUBJECT : hash('sha256', lastingName(name), 'buffer').subarray(0, SUBJECT_BYTES)

export const createMediaKeys = ({ keysFor }: MediaKeysOptions): MediaKeys => {
  const nonceKeys = keysFor('media nonces')
  const epochs: readonly AlikeKeys[] = keysFor('media')
    .slice(0, EPOCHS)
    .flatMap((key, at) => {
      const nonceKey = nonceKeys[at]
      return nonceKey === undefined ? [] : [{ key, nonceKey }]
    })
  const [current] = epochs
  if (current === undefined) throw new TypeError('Media URLs need a key')
  return {
    seal(key) {
      const { source } = key
      const named = source && writeNamed(key, source)
      const written = named && named.length <= MAX_WRITTEN_BYTES ? named : writeHashed(key)
      return written.length > MAX_WRITTEN_BYTES ? undefined : sealAlike(current, written, PURPOSE)
    },
    open(sealed) {
      if (sealed.length > MAX_SEALED_CHARACTERS) return undefined
      for (const { key } of epochs) {
        const opened = open(key, sealed, PURPOSE)
        if (opened) return read(opened)
      }
      return undefined
    },
    subjectOf,
    subjectsOf: ({ reach, post, account, url }) => [
      post,
      account,
      subjectOf(url),
      ...(reach === 'public' ? [] : [subjectOf(reach)]),
    ],
  }
}
