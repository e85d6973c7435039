// Reads the id of the content from a player's URL.

import { fieldValue } from '../../parsing/field-value.ts'

export const inPath =
  (pattern: RegExp) =>
  ({ pathname }: URL) =>
    pattern.exec(pathname)?.[1]

export const inQuery =
  (name: string, pattern: RegExp) =>
  ({ searchParams }: URL) => {
    const value = fieldValue(searchParams, name)
    return pattern.test(value) ? value : undefined
  }

/** The URL of a page in a parameter, if it belongs to the site. */
export const pageInQuery =
  (name: string, host: RegExp) =>
  ({ searchParams }: URL): string | undefined => {
    const page = URL.parse(searchParams.get(name) ?? '', 'https://relative.invalid')
    if (page === null || !/^https?:$/.test(page.protocol) || !host.test(page.host) || page.username !== '')
      return undefined
    page.protocol = 'https:'
    return page.href
  }

/** The path of a page in a parameter, alone or as part of a URL of the site. */
export const pathInQuery =
  (name: string, host: RegExp, pattern: RegExp) =>
  (url: URL): string | undefined => {
    const page = pageInQuery(name, host)(url)
    const path = page === undefined ? (url.searchParams.get(name) ?? '') : new URL(page).pathname
    return pattern.test(path) ? path.replace(/\/?$/, '/') : undefined
  }

/** For URLs without an id: the player's own path. */
export const ownPath =
  (pattern: RegExp) =>
  ({ pathname }: URL) =>
    pattern.test(pathname) ? pathname : undefined
