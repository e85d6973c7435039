// HTML of what a mapping wrote itself: text that it escaped, and links. The walk leaves such HTML as it is, so that it need
// not be walked, except where spaces, line ends or links are such that the walk would change them.

import { extentOf } from './bound-html.ts'
import { sanitizeHtml } from './html.ts'
import { paragraphs, plainText, withoutControls } from './text.ts'

/** A link without a word, or one in which a paragraph may end. */
const ODD_LINK = /<a [^<>]*>(?:<|[^<]*\n)/

/** `inline`: pieces by `escapeText` and `linkHtml`, one behind the other, its line ends as in text. null for no text. */
export const writtenHtml = (inline: string): string | null => {
  const text = withoutControls(inline).trim()
  if (text === '') return null
  const html = paragraphs(text)
  const isTidy = plainText(text) === text && !ODD_LINK.test(text)
  return isTidy && extentOf(html).characters === html.length ? html : sanitizeHtml(html)
}
