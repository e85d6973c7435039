// Every way to write an account of Instagram → its name in lower case.

import { nameOf, type Site } from '../meta/name-of.ts'

const SITE: Site = {
  host: /^(?:(?:www|m)\.)?(?:instagram\.com|instagr\.am)$/,
  path: /^\/(?:_u\/)?(?<name>[^/]+)(?:\/(?:reels|tagged))?\/*$/i,
  reserved: new Set([
    ...['p', 'reel', 'reels', 'tv', 'stories', 'explore', 'accounts', 'direct', 'about', 'legal', 'developer'],
    ...['share', 'web', 'oauth', 'api', 'challenge', 'emails', 'graphql', 'session', 'popular', 'download'],
  ]),
}

export const canonicalizeName = (input: string): string | undefined => nameOf(input, SITE)
