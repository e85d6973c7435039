// Any spelling of a Threads profile → its name in lower case.

import { nameOf, type Site } from '../meta/name-of.ts'

const SITE: Site = {
  pages: [[/^(?:(?:www|m)\.)?threads\.(?:com|net)$/, /^\/@(?<name>[^/@]+)(?:\/(?:replies|media|reposts))?$/i]],
  texts: [
    // The profile on a server of the fediverse.
    /^(?:https?:\/\/)?[^\s/@]+\/@(?<name>[^\s/@]+)@(?:www\.)?threads\.(?:com|net)\/?(?:[?#]\S*)?$/i,
    /^(?:acct:)?@?(?<name>[^@/\s]+)@(?:www\.)?threads\.(?:com|net)$/i,
    /^barcelona:\/\/user\/?\?username=@?(?<name>[^&#]+)(?:[&#]|$)/i,
  ],
  query: ['/intent/follow', 'username'],
  reserved: new Set(),
}

export const canonicalizeName = (input: string): string | undefined => nameOf(input, SITE)
