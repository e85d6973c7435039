// Between plain text and HTML: text out of markup (entities decoded, blocks on lines of their own), and markup around text.

import { Parser } from 'htmlparser2'
import { absoluteUrl } from './absolute-url.ts'
import { boundHtml, POST_LIMITS } from './bound-html.ts'
import { cutMarkup } from './cut-markup.ts'
import { cutText } from './cut-text.ts'

/** Elements that begin and end a line of the text. */
const BLOCKS = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'blockquote',
    'pre',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'tr',
    'figure',
  ],
  ...['figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'header', 'footer', 'aside', 'details', 'summary'],
])
/** Blocks with an empty line around them. */
const PARAGRAPHS = new Set([
  'p',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'figure',
])
/** Elements whose text nobody reads. */
const UNREAD = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'textarea',
  'select',
  'iframe',
  'svg',
  'math',
])

/** Text that grows piece by piece and knows how it ends; looking back at all of it each time would cost the square. */
const createText = () => {
  const pieces: string[] = []
  let lineEnds = 0
  let endsInSpace = true

  const add = (piece: string) => {
    if (piece === '') return
    let at = piece.length
    while (at > 0 && piece[at - 1] === '\n') at -= 1
    lineEnds = at === 0 ? lineEnds + piece.length : piece.length - at
    endsInSpace = /\s/.test(piece.slice(-1))
    pieces.push(piece)
  }
  return {
    add,
    /** Ends the line; two line ends make an empty line. */
    breakLine(lines: number) {
      if (pieces.length > 0 && lineEnds < lines) add('\n'.repeat(lines - lineEnds))
    },
    /** Whether another space would be one too many. */
    endsInSpace: () => endsInSpace,
    whole: () => pieces.join(''),
  }
}

/** The text of a piece of HTML as a person reads it: entities decoded, spaces folded, lines kept. null when there is none. */
export const htmlToText = (html: string): string | null => {
  const text = createText()
  let unread = 0
  let preformatted = 0
  const parser = new Parser({
    onopentagname(name) {
      if (UNREAD.has(name)) unread += 1
      else if (name === 'br') text.add('\n')
      else if (BLOCKS.has(name)) text.breakLine(PARAGRAPHS.has(name) ? 2 : 1)
      if (name === 'pre') preformatted += 1
    },
    onclosetag(name) {
      if (UNREAD.has(name)) unread -= 1
      else if (BLOCKS.has(name)) text.breakLine(PARAGRAPHS.has(name) ? 2 : 1)
      else if (name === 'td' || name === 'th') text.add(' ')
      if (name === 'pre') preformatted -= 1
    },
    ontext(chunk) {
      if (unread > 0) return
      const folded = preformatted > 0 ? chunk : chunk.replace(/[\t\n\f\r ]+/g, ' ')
      text.add(text.endsInSpace() ? folded.replace(/^ +/, '') : folded)
    },
  })
  parser.end(boundHtml(html))
  return plainText(text.whole())
}

const INVISIBLE = /[^\P{Cc}\n\t]|\uFEFF/gu

/** Line ends folded to `\n`, control characters dropped. */
export const withoutControls = (text: string): string => text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '')

/** Plain text made tidy: line ends folded to `\n`, control characters dropped, at most one empty line in a row, trimmed,
 * cut to what a post may hold. null when nothing is left, or when the value is no string. */
export const plainText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const text = withoutControls(cutText(value, POST_LIMITS.characters)).trim()
  return text.includes('\n') ? withTidyLines(text) : text || null
}

const withTidyLines = (text: string): string =>
  text
    // Begun only where the white space begins: tried from each of its characters it would cost the square.
    .replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text made safe inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** Text made safe inside an element, written as the sanitizer writes it: quotes stay. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)

/** A link as the normalized form has it; the text alone when `url` is no absolute http(s) address. */
export const linkHtml = (url: string, text: string): string => {
  const href = absoluteUrl(url)
  if (href === null) return escapeText(text)
  return `<a href="${escapeText(href).replaceAll('"', '&quot;')}" rel="nofollow noopener ugc">${escapeText(text)}</a>`
}

const BARE_URL = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g

/** Plain text as HTML: paragraphs, line breaks, bare addresses as links. null for no text. */
export const textToHtml = (text: string | null): string | null => {
  if (text === null) return null
  let html = ''
  let from = 0
  for (const match of text.matchAll(BARE_URL)) {
    if (html.length > POST_LIMITS.characters) break
    html += escapeText(text.slice(from, match.index)) + linkHtml(match[0], match[0])
    from = match.index + match[0].length
  }
  return cutMarkup(paragraphs(html + escapeText(text.slice(from))), POST_LIMITS.characters)
}

/** Inline HTML whose line ends mean what they mean in text: an empty line parts paragraphs, one end breaks the line. */
export const paragraphs = (inlineHtml: string): string =>
  inlineHtml
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, '<br />')}</p>`)
    .join('')
