// Any spelling of an Instagram account → its name in lower case.

import { nameOf, type Site } from '../meta/name-of.ts'

const SITE: Site = {
  pages: [
    [
      /^(?:(?:www|m|[a-z]{2}-[a-z]{2})\.)?(?:instagram\.com|instagr\.am)$/,
      /^\/(?:_u\/|stories\/(?!highlights$)(?=[^/]+$))?@?(?<name>[^/@]+)(?:\/(?:reels|tagged|reposts|guides|channel|igtv|feed|followers|following|profilecard|embed))?$/i,
    ],
    // A chat with the account.
    [/^(?:www\.)?ig\.me$/, /^\/m\/@?(?<name>[^/@]+)$/],
  ],
  texts: [/^instagram:\/\/user\/?\?username=@?(?<name>[^&#]+)(?:[&#]|$)/i],
  reserved: new Set([
    ...['p', 'reel', 'reels', 'tv', 'stories', 'explore', 'accounts', 'direct', 'about', 'legal', 'developer'],
    ...['share', 'web', 'oauth', 'api', 'challenge', 'emails', 'graphql', 'session', 'popular', 'download'],
    ...['_u', '_n', 'nametag', 'linkshim', 'locations'],
  ]),
}

export const canonicalizeName = (input: string): string | undefined => nameOf(input, SITE)
