// Recognizes what a pasted text names, and on which platforms. Parses text only: it calls no platform and follows no
// redirect.

import { type CompleteKind, kindFor, kindsOf } from '../upstream/contract/kinds.ts'
import type { Addressed, Platform } from '../upstream/contract/platform.ts'
import { type UnsupportedKind, unsupportedSentence } from '../upstream/contract/unsupported.ts'
import { compilePostUrls } from '../urls/compile-post-urls.ts'
import { parseUrl } from '../urls/parse-url.ts'
import { unsupportedKindOf } from '../urls/unsupported-kind.ts'
import { findHandle } from './find-handle.ts'
import { readerOf } from './known-handles.ts'
import { variantShown } from './variant-shown.ts'

export type Match = {
  readonly platform: Platform
  /** Canonical. */
  readonly handle: string
  readonly kind: CompleteKind
  /** The one that the text shows, or `posts`. */
  readonly variant: string
}

/** Something that the platform has, and that the service cannot scan. */
export type Refusal = { readonly platform: Platform; readonly kind: UnsupportedKind; readonly says: string }

export type Recognized = {
  /** The likeliest first. */
  readonly matches: readonly Match[]
  readonly refusals: readonly Refusal[]
}

/** `mastodon` reads accounts of all software of the fediverse, `rss` the feed of any website: they come first. Any two
 * words are a repository or a board, so that `r/name` is rather a subreddit. Made-up profiles come last. */
const RANKS: Readonly<Record<string, number>> = { mastodon: 0, rss: 1, github: 3, pinterest: 3, sandbox: 4 }
const OTHERS_RANK = 2
const rankOf = ({ platform }: { readonly platform: Platform }): number => RANKS[platform.id] ?? OTHERS_RANK

/** Interpretations of a text. One with more of them, such as a list of names, does not name one thing. */
const MAX_READINGS = 64

const NOTHING: Recognized = { matches: [], refusals: [] }
/** `name@host`, `@name@host`, `!community@host`, `#tag@host`. */
const AT_HOST = /^[^\s/]*[^\s/@]@(?<host>[^\s/@:]+)$/
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

/** The host of a URL, or after the @ of a name; undefined if the text has none. */
export const hostIn = (text: string): string | undefined => {
  const { host } = AT_HOST.exec(text)?.groups ?? {}
  if (host !== undefined) return host.toLowerCase()
  return parseUrl(HAS_SCHEME.test(text) ? text : `https://${text}`)?.url?.hostname
}

/** Whether everything at the host belongs to the platform. */
export const ownershipOf = ({ posts, sharedHosts = [] }: Addressed): ((host: string) => boolean) => {
  const owns = posts && compilePostUrls(posts).owns
  return (host) => sharedHosts.some((each) => isUnder(host, each)) || owns?.(host) === true
}

/** Whether a URL among its examples is at the host: a platform may read the feeds of a site that is not its own. */
const knowledgeOf = (platform: Platform): ((host: string) => boolean) => {
  const handles = [...kindsOf(platform).values()].flatMap((kind) => kind.handles)
  const hosts = handles.flatMap((handle) => (HAS_SCHEME.test(handle) ? (hostIn(handle) ?? []) : []))
  const known = new Set(hosts.filter((host) => !isUnder(host, 'example')).map(withoutWww))
  return (host) => known.has(withoutWww(host))
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`)

/** `others`: platforms whose profiles are not scanned. A URL at their hosts names nothing, unless a
 * platform has an example of it. */
export const createRecognize = (
  platforms: readonly Platform[],
  others: readonly Addressed[] = [],
): ((written: string) => Recognized) => {
  const readers = platforms.map((platform) => ({
    ...{ platform, read: readerOf(platform), owns: ownershipOf(platform) },
    knows: knowledgeOf(platform),
  }))
  const owners = others.map(ownershipOf)

  /** A website at the host of a platform is that platform, whatever else could read its URL. */
  const readersFor = (text: string) => {
    const host = hostIn(text) ?? ''
    const own = readers.filter(({ owns, knows }) => owns(host) || knows(host))
    return own.length > 0 || owners.some((owns) => owns(host)) ? own : readers
  }

  const recognizeAs = (text: string): Recognized => {
    const found = readersFor(text).map(({ platform, read }) => {
      const handle = read(text)
      if (handle === undefined) return { platform, refusal: refusalOf(platform, text) }
      const kind = kindFor(platform, handle)
      return { platform, match: { platform, handle, kind, variant: variantShown(platform, text, handle, kind) } }
    })
    const ranked = found.toSorted((one, other) => rankOf(one) - rankOf(other))
    return {
      matches: ranked.flatMap(({ match }) => match ?? []),
      refusals: ranked.flatMap(({ refusal }) => refusal ?? []),
    }
  }

  return (written) => {
    const byText = new Map<string, string | undefined>()
    const byName = new Map<string, Recognized>()
    const readNew = (text: string): string | undefined => {
      const recognized = byText.size < MAX_READINGS ? recognizeAs(text) : NOTHING
      const name = nameOf(recognized)
      if (name !== undefined) byName.set(name, recognized)
      byText.set(text, name)
      return name
    }
    const name = findHandle((text) => (byText.has(text) ? byText.get(text) : readNew(text)), written)
    return (byText.size > MAX_READINGS ? undefined : byName.get(name ?? '')) ?? NOTHING
  }
}

/** A string that is the same for texts that name the same; undefined if the text names nothing. */
const nameOf = ({ matches, refusals }: Recognized): string | undefined =>
  matches.length + refusals.length === 0
    ? undefined
    : JSON.stringify([
        ...matches.map(({ platform: { id }, handle, variant }) => [id, handle, variant]),
        ...refusals.map(({ platform: { id }, kind }) => [id, kind]),
      ])

const refusalOf = (platform: Platform, text: string): Refusal | undefined => {
  const { unsupported } = platform
  // `#tag@host` names a server, which those without servers do not have.
  const among = AT_HOST.test(text) ? 'urls' : 'all'
  const kind = unsupported && unsupportedKindOf(platform, unsupported, text, among)
  return kind && { platform, kind, says: unsupportedSentence(unsupported, kind) }
}
