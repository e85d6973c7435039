// The page of a post, an author or a tag, where it has one.

import { absoluteUrl } from '../../post/absolute-url.ts'

/** What Ghost reports for whatever its routes leave out, or it does not know the place of yet. */
const NONE = /\/404\/?$/

export const pageOf = (value: unknown, base: string): string | null => {
  const url = absoluteUrl(value, base)
  return url === null || NONE.test(new URL(url).pathname) ? null : url
}
