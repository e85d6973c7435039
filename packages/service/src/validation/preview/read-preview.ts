// A page → its preview. Pure and total: whatever the page is, the answer is a preview, and every value is null or within its bounds.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { createFindings } from './findings.ts'
import type { Preview, PreviewInput } from './preview.ts'
import { readPage } from './read-page.ts'
import { readLinkHeader } from './sources/link-header.ts'

/** Reads what a page tells about itself, by the table of trust in preview.ts. */
export const readPreview = ({ text, url, headers }: PreviewInput): Preview => {
  let base: string | undefined
  const findings = createFindings(() => base ?? url)
  // A base of another scheme would make every relative address useless; the first one counts, as in a browser.
  const setBase = (href: string) => {
    base ??= absoluteUrl(href, url) ?? url
  }
  readLinkHeader(headers?.link, findings.reportFrom('linkHeader'))
  if (text.includes('<')) readPage(text, findings, setBase)
  return findings.choose()
}
