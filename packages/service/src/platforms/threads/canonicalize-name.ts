// Every way to write a profile of Threads → its name in lower case.

import { nameOf, type Site } from '../meta/name-of.ts'

const SITE: Site = {
  host: /^(?:www\.|m\.)?threads\.(?:com|net)$/,
  path: /^\/(?:@|%40)(?<name>[^/]+)(?:\/(?:replies|media|reposts))?\/*$/i,
  reserved: new Set(),
}

export const canonicalizeName = (input: string): string | undefined => nameOf(input, SITE)
