// Finds the kind of thing that a text names and the service cannot scan, such as a hashtag, by the platform's declared patterns.
// Parses text only; sends no request.

import type { Platform } from '../upstream/contract/platform.ts'
import type { Unsupported, UnsupportedKind } from '../upstream/contract/unsupported.ts'
import { compileHostAliases, compilePostUrls } from './compile-post-urls.ts'
import { parseUrl } from './parse-url.ts'
import type { ParsedUrl } from './parsed-url.ts'
import { compilePattern } from './post-pattern.ts'

type Posts = Pick<Platform, 'posts' | 'kinds'>

/** Hashtags look the same on every network. A part behind `@` names the server. */
const HASHTAG = /^#[^\s#@/?]+(?:@[^\s#@/?]+)?$/
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HAS_HOST = /^[^/?#]*\./

const compile = ({ posts = { patterns: {} } }: Posts, { parts = {}, urls }: Unsupported) => {
  const rows = Object.entries(urls).flatMap(([kind, patterns]) =>
    patterns.map((pattern) => ({ kind: kind as UnsupportedKind, ...compilePattern(pattern, parts) })),
  )
  const namesOf = compileHostAliases(posts)
  const { find } = compilePostUrls(posts)
  return (parsed: ParsedUrl): UnsupportedKind | undefined => {
    if (find(parsed) !== undefined) return undefined
    const names = namesOf(parsed.hosts)
    return rows.find(({ match, isAnyHost }) => match(isAnyHost ? parsed.hosts.slice(-1) : names, parsed))?.kind
  }
}

const compiled = new WeakMap<Unsupported, ReturnType<typeof compile>>()

/** undefined when the text names nothing of the platform, and when it names a post. `urls`: hashtags are not read, which
 * some platforms can scan. */
export const unsupportedKindOf = (
  platform: Posts,
  unsupported: Unsupported,
  text: string,
  among: 'all' | 'urls' = 'all',
): UnsupportedKind | undefined => {
  if (among === 'all' && HASHTAG.test(text))
    return platform.kinds?.hashtag === undefined && unsupported.urls.hashtag ? 'hashtag' : undefined
  const parsed = /[\s\\]/.test(text) ? undefined : parseUrl(urlOf(text, unsupported.home))
  if (parsed === undefined) return undefined
  const kindOf = compiled.get(unsupported) ?? compile(platform, unsupported)
  compiled.set(unsupported, kindOf)
  return kindOf(parsed)
}

const urlOf = (text: string, home = ''): string => {
  if (HAS_SCHEME.test(text)) return text
  return HAS_HOST.test(text) ? `https://${text}` : `https://${home}/${text.replace(/^\//, '')}`
}
