// What a text names that the platform has but the service cannot scan, such as a hashtag, by the platform's declared patterns.
// Parses text only; sends no request.

import type { Platform } from '../upstream/contract/platform.ts'
import type { Unsupported, UnsupportedKind } from '../upstream/contract/unsupported.ts'
import { compileAddresses, compileHostNames } from './compile-addresses.ts'
import type { PostAddress } from './post-address.ts'
import { compilePattern } from './post-pattern.ts'
import { readAddress } from './read-address.ts'

type Posts = Pick<Platform, 'posts'>

/** Hashtags look the same on every network. A part behind `@` names the server. */
const HASHTAG = /^#[^\s#@/?]+(?:@[^\s#@/?]+)?$/
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HAS_HOST = /^[^/?#]*\./

const compile = ({ posts = { patterns: {} } }: Posts, { parts = {}, urls }: Unsupported) => {
  const rows = Object.entries(urls).flatMap(([kind, patterns]) =>
    patterns.map((pattern) => ({ kind: kind as UnsupportedKind, ...compilePattern(pattern, parts) })),
  )
  const namesOf = compileHostNames(posts)
  const { find } = compileAddresses(posts)
  return (address: PostAddress): UnsupportedKind | undefined => {
    if (find(address) !== undefined) return undefined
    const names = namesOf(address.hosts)
    return rows.find(({ match, isAnyHost }) => match(isAnyHost ? address.hosts.slice(-1) : names, address))?.kind
  }
}

const compiled = new WeakMap<Unsupported, ReturnType<typeof compile>>()

/** undefined when the text names nothing of the platform, and when it names a post. */
export const unsupportedKindOf = (
  platform: Posts,
  unsupported: Unsupported,
  text: string,
): UnsupportedKind | undefined => {
  if (HASHTAG.test(text)) return unsupported.urls.hashtag && 'hashtag'
  const address = /[\s\\]/.test(text) ? undefined : readAddress(urlOf(text, unsupported.home))
  if (address === undefined) return undefined
  const kindOf = compiled.get(unsupported) ?? compile(platform, unsupported)
  compiled.set(unsupported, kindOf)
  return kindOf(address)
}

const urlOf = (text: string, home = ''): string => {
  if (HAS_SCHEME.test(text)) return text
  return HAS_HOST.test(text) ? `https://${text}` : `https://${home}/${text.replace(/^\//, '')}`
}
