// The URL of the page of a post, an author or a tag.

import { absoluteUrl } from '../../post/absolute-url.ts'

/** Ghost returns this URL when no route matches, or while the URL is not known yet. */
const NO_PAGE = /\/404\/?$/

export const pageOf = (value: unknown, base: string): string | null => {
  const url = absoluteUrl(value, base)
  return url === null || NO_PAGE.test(new URL(url).pathname) ? null : url
}
