// Finds URLs in plain text. The rules are those of GitHub Flavored Markdown, section 6.9
// (https://github.github.com/gfm/#autolinks-extension-), with additions for other scripts and typographic quotation
// marks.

export type BareUrl = {
  /** As in the text. */
  readonly written: string
  /** With a scheme. */
  readonly url: string
}

/** A URL's beginning, as part of a case-insensitive pattern. */
export const BARE_URL_START = '(?<![a-z\\d])https?:\\/\\/|(?<![a-z\\d.\\/@:#&=?%\\-])www\\.'

/** Characters that end a URL in text: white space, quotation marks, brackets and punctuation of other scripts, and
 * invisible characters. */
const END =
  "\\s<>`\\\\\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\u2014[\\p{Terminal_Punctuation}--\\p{ASCII}][\\p{Quotation_Mark}--'][[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}]--\\p{ASCII}]"
const SCHEME = /https?:\/\//iy
const LABEL = '[\\p{L}\\p{N}\\p{M}_\\-]+'
const HOST = new RegExp(`${LABEL}(?:\\.${LABEL})+`, 'vy')
const PORT = /:\d{1,5}(?!\d)/y
const USER = new RegExp(`[^${END}\\/?#]{0,255}@`, 'vy')
/** A top-level domain has one script: after Latin letters a sentence continues without a space. */
const NEXT_WORD = /(?<=\.[a-z]+)[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}][\p{L}\p{N}\p{M}_-]*$/iu
const WWW_HOST = /^www\.(?:[^.]+\.)*[^._]+\.[^._\d]{2,}$/i

/** An unclosed bracket ends the URL, and so does a closing square or curly one that was not opened. */
const tailWith = (more: string, closing: string): RegExp => {
  const inner = `[^${END}${more}\\(\\)\\[\\]\\{\\}]`
  const pairs = `\\((?:${inner}|[\\[\\]\\{\\}]|\\(${inner}*\\))*\\)|\\[${inner}*\\]|\\{${inner}*\\}`
  return new RegExp(`[\\/?#](?:${inner}|${pairs}${closing})*`, 'vy')
}
const TAIL = tailWith('', '|\\)')
/** If a bracket or quotation mark opened right before the URL, its counterpart ends the URL. */
const ENCLOSED_TAILS: Readonly<Record<string, RegExp>> = { '(': tailWith('', ''), "'": tailWith("'", '|\\)') }

/** Punctuation and decoration at the end of a sentence, which is not part of the URL. */
const TRAILING =
  /[\p{Terminal_Punctuation}'*_~\|…‥・〜～–\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{200d}]/v
const REFERENCE = /&#?[a-z\d]{1,32};$/i

/** The URL at this position. undefined if there is none, or if it has a user name or password. */
export const bareUrlAt = (text: string, at: number): BareUrl | undefined => {
  const scheme = matchAt(SCHEME, text, at)
  const from = at + scheme.length
  const host = hostAt(text, from)
  if (host === undefined || (scheme === '' && !WWW_HOST.test(host)) || matchAt(USER, text, from) !== '')
    return undefined
  const port = matchAt(PORT, text, from + host.length)
  const end = from + host.length + port.length
  const tail = matchAt(ENCLOSED_TAILS[text.charAt(at - 1)] ?? TAIL, text, end)
  const written = text.slice(at, end) + withoutTrailing(tail)
  return { written, url: scheme === '' ? `http://${written}` : written }
}

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

const hostAt = (text: string, at: number): string | undefined => {
  const host = matchAt(HOST, text, at).replace(NEXT_WORD, '')
  return host.includes('.') ? host : undefined
}

/** A longer run of characters is not a URL. */
const LONGEST = 4_096

const countOf = (text: string, character: string): number => text.split(character).length - 1

const withoutTrailing = (tail: string): string => {
  if (tail.length > LONGEST) return tail
  let end = tail.length
  let unopened = countOf(tail, ')') - countOf(tail, '(')
  while (end > 0) {
    const last = lastOf(tail, end)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!TRAILING.test(last)) break
    end -= last === ';' ? (REFERENCE.exec(tail.slice(Math.max(0, end - 40), end))?.[0].length ?? 1) : last.length
  }
  return tail.slice(0, end)
}

/** The character that ends at this position. */
const lastOf = (text: string, end: number): string =>
  end > 1 && /[\udc00-\udfff]/.test(text.charAt(end - 1)) ? text.slice(end - 2, end) : text.charAt(end - 1)
