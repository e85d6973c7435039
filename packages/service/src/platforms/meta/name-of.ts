// Names of Instagram and Threads, which are the same: from whatever people paste.

import { firstGroups, readSiteUrl } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9._]{1,30}$/
const BARE = /^@?(?<name>[^@/\s:?#]+)$/

export type Site = {
  /** Hosts of the site → the whole path of a profile, in which it is the group `name`. */
  readonly pages: readonly (readonly [host: RegExp, path: RegExp])[]
  /** Other whole texts that name an account, in the group `name`: what opens the app, an address of the fediverse. */
  readonly texts: readonly RegExp[]
  /** A path of the site's hosts, with or without slash, whose query names an account, and the field. */
  readonly query?: readonly [path: string, field: string]
  /** What stands where names do, and is none. */
  readonly reserved: ReadonlySet<string>
}

/** In lower case; undefined when the input is no name. */
export const nameOf = (input: string, site: Site): string | undefined => {
  const name = capitalizedName(input.trim(), site)?.toLowerCase()
  return name !== undefined && NAME.test(name) && !site.reserved.has(name) && /[a-z0-9_]/.test(name) ? name : undefined
}

const capitalizedName = (
  text: string,
  { pages, texts, query: [requested, field] = ['/', ''] }: Site,
): string | undefined => {
  const named = firstGroups(texts, text)?.name
  if (named !== undefined) return named
  for (const [host, pattern] of pages) {
    const url = text.includes('.') ? readSiteUrl(text, host) : undefined
    if (url) return url.path === requested ? (url.query.get(field) ?? undefined) : pattern.exec(url.path)?.groups?.name
  }
  return BARE.exec(text)?.groups?.name
}
