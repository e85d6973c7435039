// A page → its preview. Pure and total: any page has a preview, and every value is null or within its limits.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { createCandidates } from './candidates.ts'
import type { Preview, PreviewInput } from './preview.ts'
import { readPage } from './read-page.ts'
import { readLinkHeader } from './sources/link-header.ts'

/** Reads what a page says about itself, by the table of trust in preview.ts. */
export const readPreview = ({ text, url, headers }: PreviewInput): Preview => {
  let base: string | undefined
  const candidates = createCandidates(() => base ?? url)
  // A base with another scheme would break all relative URLs, so it is ignored. The first base counts, as in a browser.
  const setBase = (href: string) => {
    base ??= absoluteUrl(href, url) ?? url
  }
  readLinkHeader(headers?.link, candidates.reportFrom('linkHeader'))
  if (text.includes('<')) readPage(text, candidates, setBase)
  return candidates.choose()
}
