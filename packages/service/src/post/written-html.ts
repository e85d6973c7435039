// HTML that a mapping wrote itself: escaped text and links. walkHtml would leave most of it as it is, so it is only walked if it has
// spaces, line ends or links that the walk would change.

import { extentOf } from './bound-html.ts'
import { sanitizeHtml } from './html.ts'
import { paragraphs, plainText, withoutControls } from './text.ts'

/** A link without text, or one in which a paragraph may end. */
const ODD_LINK = /<a [^<>]*>(?:<|[^<]*\n)/

/** `inline`: output of `escapeText` and `linkHtml`, with line ends as in text. null for no text. */
export const writtenHtml = (inline: string): string | null => {
  const text = withoutControls(inline).trim()
  if (text === '') return null
  const html = paragraphs(text)
  const isTidy = plainText(text) === text && !ODD_LINK.test(text)
  return isTidy && extentOf(html).characters === html.length ? html : sanitizeHtml(html)
}
