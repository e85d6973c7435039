// Escapes text and URLs from platforms. Every string of a page is untrusted.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Not allowed in XML 1.0 (https://www.w3.org/TR/xml/#charsets), as in the kit. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const INVALID = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const LONE_SURROGATE = /\p{Surrogate}/gu
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const PARAGRAPH_END = new RegExp(`(?:${LINE_END.source})\\s*(?:${LINE_END.source})`)
const LINE_ENDS = new RegExp(LINE_END.source, 'g')

export const REL = 'nofollow ugc noopener'

/** Escapes plain text for an element or a quoted attribute. */
export const toHtml = (text: string): string =>
  text
    .replace(INVALID, '')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Escapes plain text and keeps its paragraphs and line breaks. */
export const toParagraphs = (text: string): string =>
  text
    .trim()
    .split(PARAGRAPH_END)
    .map((paragraph) => `<p>${toHtml(paragraph.trim()).replace(LINE_ENDS, '<br>')}</p>`)
    .join('')

const encode = (character: string): string => encodeURIComponent(character)

/** Brackets are for IPv6 addresses alone. */
const encodeBrackets = (url: string): string => {
  const [, origin = '', rest = ''] = /^((?:https?:\/\/[^/?#]*)?)(.*)$/is.exec(url) ?? []
  return origin + rest.replaceAll('[', '%5B').replaceAll(']', '%5D')
}

const ABSOLUTE = /^https?:\/\//i

/** Escapes a URL of the site itself, which may be relative. Empty if it has another scheme than http and https. */
export const toOwnUrl = (url: string): string => {
  if (/^[^/?#]*:/.test(url) && !ABSOLUTE.test(url)) return ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  const plain = url.replace(LONE_SURROGATE, '').replace(/[\u0000-\u001F\u007F]|%0[ad]/gi, '')
  return toHtml(encodeBrackets(plain.replace(/[\s"<>\\^`{}]/g, encode)))
}

/** Escapes a URL for an attribute. Empty if it is not an absolute http(s) URL. */
export const toUrl = (url: string | null | undefined): string => (url && ABSOLUTE.test(url) ? toOwnUrl(url) : '')

/** The host of a URL; empty if there is none. */
export const hostOf = (url: string | null | undefined): string => {
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url ?? '') ?? []
  return authority.replace(/^.*@/, '').replace(/:\d*$/, '')
}

/** A link that passes on neither the opener nor search rank; the text alone if the URL is not valid. */
export const toLink = (url: string | null | undefined, text: string): string => {
  const escaped = toUrl(url)
  return escaped === '' ? toHtml(text) : `<a href="${escaped}" rel="${REL}">${toHtml(text)}</a>`
}
