// What links and lines of text are in HTML.

import { absoluteUrl } from './absolute-url.ts'
import { escapeAttribute, escapeText } from './markup/escape.ts'

/** A link as the normalized form has it; the text alone when `url` is no absolute http(s) address. */
export const linkHtml = (url: string, text: string): string => {
  const href = absoluteUrl(url)
  if (href === null) return escapeText(text)
  return `<a href="${escapeAttribute(href)}" rel="nofollow noopener ugc">${escapeText(text)}</a>`
}

/** Inline HTML whose line ends mean what they mean in text: an empty line parts paragraphs, one end breaks the line. */
export const paragraphs = (inlineHtml: string): string =>
  inlineHtml.includes('\n')
    ? inlineHtml
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br />')}</p>`)
        .join('')
    : `<p>${inlineHtml}</p>`
