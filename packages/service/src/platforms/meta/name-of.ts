// Parses account names of Instagram and Threads, which are the same, from any spelling.

import { firstGroups, readSiteUrl } from '../../urls/site-url.ts'

const NAME = /^[a-z0-9._]{1,30}$/
const BARE = /^@?(?<name>[^@/\s:?#]+)$/

export type Site = {
  /** Host → the whole path of a profile; the group `name` is the account. */
  readonly pages: readonly (readonly [host: RegExp, path: RegExp])[]
  /** Other texts that name an account in the group `name`: app URLs, fediverse handles. */
  readonly texts: readonly RegExp[]
  /** A path of the site, with or without a trailing slash, whose query field names an account. */
  readonly query?: readonly [path: string, field: string]
  /** Path segments that are not accounts. */
  readonly reserved: ReadonlySet<string>
}

/** In lower case; undefined when the input is not a name. */
export const nameOf = (input: string, site: Site): string | undefined => {
  const name = capitalizedName(input.trim(), site)?.toLowerCase()
  return name !== undefined && NAME.test(name) && !site.reserved.has(name) && /[a-z0-9_]/.test(name) ? name : undefined
}

const capitalizedName = (
  text: string,
  { pages, texts, query: [queryPath, field] = ['/', ''] }: Site,
): string | undefined => {
  const named = firstGroups(texts, text)?.name
  if (named !== undefined) return named
  for (const [host, pattern] of pages) {
    const url = text.includes('.') ? readSiteUrl(text, host) : undefined
    if (url) return url.path === queryPath ? (url.query.get(field) ?? undefined) : pattern.exec(url.path)?.groups?.name
  }
  return BARE.exec(text)?.groups?.name
}
