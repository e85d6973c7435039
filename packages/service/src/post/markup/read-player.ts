// Ways to read out of a frame's URL what its player plays.

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

/** The URL of a page that a parameter names, where it is one of the site's own. */
export const pageInQuery =
  (name: string, host: RegExp) =>
  ({ searchParams }: URL): string | undefined => {
    const page = URL.parse(searchParams.get(name) ?? '', 'https://relative.invalid')
    if (page === null || !/^https?:$/.test(page.protocol) || !host.test(page.host) || page.username !== '')
      return undefined
    page.protocol = 'https:'
    return page.href
  }

/** The path of a page that a parameter names, alone or as part of a URL of the site. */
export const pathInQuery =
  (name: string, host: RegExp, pattern: RegExp) =>
  (url: URL): string | undefined => {
    const page = pageInQuery(name, host)(url)
    const path = page === undefined ? (url.searchParams.get(name) ?? '') : new URL(page).pathname
    return pattern.test(path) ? path.replace(/\/?$/, '/') : undefined
  }

/** Where the address names nothing else, the player is known by its own path. */
export const ownPath =
  (pattern: RegExp) =>
  ({ pathname }: URL) =>
    pattern.test(pathname) ? pathname : undefined
