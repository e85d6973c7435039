// HTML of links and paragraphs.

import { absoluteUrl } from './absolute-url.ts'
import { escapeAttribute, escapeText } from './markup/escape.ts'

/** A link in the normalized form; only the text if `url` is not an absolute http(s) URL. */
export const linkHtml = (url: string, text: string): string => {
  const href = absoluteUrl(url)
  if (href === null) return escapeText(text)
  return `<a href="${escapeAttribute(href)}" rel="nofollow noopener ugc">${escapeText(text)}</a>`
}

/** Inline HTML with line breaks → paragraphs: an empty line separates paragraphs, a single line break becomes `<br />`. */
export const paragraphs = (inlineHtml: string): string =>
  inlineHtml.includes('\n')
    ? inlineHtml
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br />')}</p>`)
        .join('')
    : `<p>${inlineHtml}</p>`
