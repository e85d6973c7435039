// Copies of images and what was rendered from them, kept as long as the terms of their platform allow, within a limit of
// bytes, and not once something that they belong to was forgotten or is gone. The name of a copy says what it belongs to, so that no
// table is needed.

import type { ConnectionReach } from '../upstream/contract/reach.ts'
import type { GoneImages } from './gone-images.ts'
import type { MediaHome, StoredImage } from './home/media-home.ts'
import { type MediaKey, type MediaKeys, type Subject, subjectOf } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'
import type { RenderedFormat } from './rendering/rendering.ts'

/** What was rendered from an image. */
export type Size = { readonly width: number; readonly format: RenderedFormat }

/** `storedAt`: when the original was fetched, in milliseconds since the epoch. */
export type Copy = { readonly bytes: Buffer; readonly storedAt: number }

export type Copies = {
  /** The original without a size. */
  find(key: MediaKey, size?: Size): Promise<Copy | undefined>
  /** Whether a copy of it may be kept. */
  mayKeep(key: MediaKey): boolean
  /** Returns when the original was stored; undefined if it was not. Never rejects. */
  keep(key: MediaKey, bytes: Buffer): Promise<number | undefined>
  /** Keeps what was rendered from a copy as long as that. Never rejects. */
  keepRendering(key: MediaKey, size: Size, rendering: Copy): Promise<void>
  /** Deletes all of an account. What fails is deleted by the next sweep. */
  drop(connection: ConnectionReach): Promise<void>
  /** Deletes what must not be kept any more, and the copies that were not used for the longest time. */
  sweep(): Promise<void>
}

/** Copies of a platform's images. */
export type PlatformCopies = {
  readonly platform: string
  readonly originals: number
  readonly renderings: number
  readonly bytes: number
}

/** What a sweep left, and what it deleted: to make room, and because it must not be kept any more. */
export type Swept = { readonly copies: readonly PlatformCopies[]; readonly limit: number; readonly ended: number }

export type CopiesOptions = {
  readonly home: MediaHome
  readonly keys: Pick<MediaKeys, 'subjectsOf'>
  readonly marks: Pick<MediaMarks, 'isForgotten'>
  readonly gone: Pick<GoneImages, 'has'>
  /** Milliseconds that copies of a platform may be kept; 0 for never. */
  readonly keptMs: (platform: string) => number
  readonly maxBytes: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onHomeError: (error: unknown) => void
  readonly onSwept?: ((swept: Swept) => void) | undefined
}

/** Of the limit, what images of one account may take before all others' must go. */
const ACCOUNT_SHARE = 0.1
/** What remains when the limit is exceeded, so that not every copy causes a sweep. */
const KEPT_SHARE = 0.9

/** At the same time. */
const REMOVALS = 16

/** Between the name of the original and that of a size. */
const OF_SIZE = '-'

const platformOf = (name: string): string => name.split('/', 1)[0] ?? ''

/** The account that the copy belongs to. */
const accountOf = (name: string): string => originalOf(name).split('/')[2]?.split('.')[1] ?? ''

/** By size, the largest first. */
const byPlatform = (images: readonly StoredImage[]): readonly PlatformCopies[] =>
  [...Map.groupBy(images, ({ name }) => platformOf(name))]
    .map(([platform, all]) => {
      const originals = all.filter(({ name }) => originalOf(name) === name).length
      const bytes = all.reduce((sum, image) => sum + image.bytes, 0)
      return { platform, originals, renderings: all.length - originals, bytes }
    })
    .toSorted((one, other) => other.bytes - one.bytes)

const originalOf = (name: string): string => name.split(OF_SIZE, 1)[0] ?? name

export const createCopies = (options: CopiesOptions): Copies => {
  const { home, keys, marks, gone, keptMs, maxBytes, now, onHomeError } = options

  /** `platform/ab/post.account.image` and, for a connected account, its connection. What was rendered is beside it. */
  const nameOf = (key: MediaKey, size?: Size): string => {
    const subjects = keys.subjectsOf(key).map((subject) => subject.toString('hex'))
    const end = size === undefined ? '' : `${OF_SIZE}${size.width}.${size.format}`
    return `${key.platform}/${subjects[2]?.slice(0, 2)}/${subjects.join('.')}${end}`
  }

  const isOver = (platform: string, storedAt: number): boolean => now() - storedAt >= keptMs(platform)

  /** The ends of the names of accounts whose copies are not deleted yet. */
  const dropped = new Set<string>()

  const isDropped = (name: string, ends: Iterable<string>): boolean =>
    Iterator.from(ends).some((end) => originalOf(name).endsWith(end))

  const mustGo = ({ name, storedAt }: StoredImage): boolean => {
    const [platform = '', , subjects = ''] = originalOf(name).split('/')
    const named: readonly Subject[] = subjects.split('.').map((subject) => Buffer.from(subject, 'hex'))
    return (
      isOver(platform, storedAt) || marks.isForgotten(named) || gone.has(platform, named) || isDropped(name, dropped)
    )
  }

  const put = async (name: string, { bytes, storedAt }: Copy): Promise<number | undefined> => {
    try {
      await home.put(name, bytes, storedAt)
      return storedAt
    } catch (error) {
      onHomeError(error)
      return undefined
    }
  }

  /** What may stay, with its originals used whenever something was that was rendered from them: those that were not used
   * for the longest time come first, and what was rendered before its original. */
  const byUse = (kept: readonly StoredImage[]): readonly StoredImage[] => {
    const usedAt = new Map<string, number>()
    for (const image of kept) {
      const original = originalOf(image.name)
      usedAt.set(original, Math.max(image.usedAt, usedAt.get(original) ?? 0))
    }
    const used = ({ name, usedAt: at }: StoredImage): number => usedAt.get(name) ?? at
    return kept.toSorted((one, other) => used(one) - used(other) || other.name.length - one.name.length)
  }

  /** The names of those that must go to make room: first of accounts that have more than their share, so that a single
   * one does not take the copies of all others. */
  const tooMany = (kept: readonly StoredImage[]): readonly string[] => {
    let bytes = kept.reduce((sum, image) => sum + image.bytes, 0)
    if (bytes <= maxBytes) return []
    const ofAccount = new Map<string, number>()
    for (const { name, bytes: each } of kept)
      ofAccount.set(accountOf(name), (ofAccount.get(accountOf(name)) ?? 0) + each)
    const names = new Set<string>()
    const remove = (image: StoredImage): void => {
      names.add(image.name)
      bytes -= image.bytes
      ofAccount.set(accountOf(image.name), (ofAccount.get(accountOf(image.name)) ?? 0) - image.bytes)
    }
    const enough = KEPT_SHARE * maxBytes
    const sorted = byUse(kept)
    for (const image of sorted)
      if (bytes > enough && (ofAccount.get(accountOf(image.name)) ?? 0) > ACCOUNT_SHARE * maxBytes) remove(image)
    for (const image of sorted) if (bytes > enough && !names.has(image.name)) remove(image)
    return [...names]
  }

  const removeAll = async (names: readonly string[]): Promise<void> => {
    for (let first = 0; first < names.length; first += REMOVALS)
      await Promise.all(names.slice(first, first + REMOVALS).map((name) => home.remove(name)))
  }

  const sweepOnce = async (): Promise<void> => {
    try {
      const ends = [...dropped]
      const listed = await Array.fromAsync(home.list())
      const originals = new Map(listed.filter((image) => !mustGo(image)).map(({ name, storedAt }) => [name, storedAt]))
      // What is older than its original was rendered from one that was replaced.
      const mayStay = (image: StoredImage): boolean =>
        !mustGo(image) && image.storedAt >= (originals.get(originalOf(image.name)) ?? Number.POSITIVE_INFINITY)
      const kept = listed.filter(mayStay)
      const names = listed.filter((image) => !mayStay(image)).map(({ name }) => name)
      await removeAll(names)
      for (const end of ends) dropped.delete(end)
      const surplus = new Set(tooMany(kept))
      await removeAll([...surplus])
      const left = kept.filter(({ name }) => !surplus.has(name))
      options.onSwept?.({ copies: byPlatform(left), limit: surplus.size, ended: names.length })
    } catch (error) {
      onHomeError(error)
    }
  }

  /** One at a time: a home elsewhere may take longer than the time between two. */
  let sweeping: Promise<void> | undefined

  return {
    async find(key, size) {
      if (keptMs(key.platform) === 0) return undefined
      try {
        const found = await home.get(nameOf(key, size))
        return found && !isOver(key.platform, found.storedAt) ? found : undefined
      } catch (error) {
        onHomeError(error)
        return undefined
      }
    },
    mayKeep: ({ platform }) => keptMs(platform) > 0,
    keep: (key, bytes) => put(nameOf(key), { bytes, storedAt: now() }),
    async keepRendering(key, size, rendering) {
      await put(nameOf(key, size), rendering)
    },
    async drop(connection) {
      const end = `.${subjectOf(connection).toString('hex')}`
      dropped.add(end)
      try {
        const listed = await Array.fromAsync(home.list(), ({ name }) => name)
        await removeAll(listed.filter((name) => isDropped(name, [end])))
        dropped.delete(end)
      } catch (error) {
        onHomeError(error)
      }
    },
    sweep() {
      sweeping ??= sweepOnce().finally(() => {
        sweeping = undefined
      })
      return sweeping
    },
  }
}
