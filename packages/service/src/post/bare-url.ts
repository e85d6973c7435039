// URLs that stand in plain text: where one begins, and where it ends. The rules are those of GitHub Flavored Markdown, section 6.9
// (https://github.github.com/gfm/#autolinks-extension-), and what other scripts and printed quotation marks need besides.

export type BareUrl = {
  /** As the text has it. */
  readonly written: string
  /** With a scheme. */
  readonly url: string
}

/** Where a URL may begin, as a part of a pattern that ignores case. */
export const BARE_URL_START = '(?<![a-z\\d])https?:\\/\\/|(?<![a-z\\d.\\/@:#&=?%\\-])www\\.'

/** What no URL holds in text: white space, quotation marks, brackets and stops of other scripts, and marks that nobody sees. */
const END =
  "\\s<>`\\\\\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\u2014[\\p{Terminal_Punctuation}--\\p{ASCII}][\\p{Quotation_Mark}--'][[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}]--\\p{ASCII}]"
const SCHEME = /https?:\/\//iy
const LABEL = '[\\p{L}\\p{N}\\p{M}_\\-]+'
const HOST = new RegExp(`${LABEL}(?:\\.${LABEL})+`, 'vy')
const PORT = /:\d{1,5}(?!\d)/y
const USER = new RegExp(`[^${END}\\/?#]{0,255}@`, 'vy')
/** A top-level domain is written in one script: behind Latin letters a sentence goes on without a space. */
const NEXT_WORD = /(?<=\.[a-z]+)[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}][\p{L}\p{N}\p{M}_-]*$/iu
const WWW_HOST = /^www\.(?:[^.]+\.)*[^._]+\.[^._\d]{2,}$/i

/** A bracket that is not closed ends the URL, as does a square or curly one that nothing opened. */
const tailWith = (more: string, closing: string): RegExp => {
  const inner = `[^${END}${more}\\(\\)\\[\\]\\{\\}]`
  const pairs = `\\((?:${inner}|[\\[\\]\\{\\}]|\\(${inner}*\\))*\\)|\\[${inner}*\\]|\\{${inner}*\\}`
  return new RegExp(`[\\/?#](?:${inner}|${pairs}${closing})*`, 'vy')
}
const TAIL = tailWith('', '|\\)')
/** What opened right before the URL, its end closes. */
const ENCLOSED_TAILS: Readonly<Record<string, RegExp>> = { '(': tailWith('', ''), "'": tailWith("'", '|\\)') }

/** What ends a sentence, or decorates it, and no URL. */
const TRAILING =
  /[\p{Terminal_Punctuation}'*_~\|…‥・〜～–\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{200d}]/v
const REFERENCE = /&#?[a-z\d]{1,32};$/i

/** The URL that begins there; undefined where none does, or one that carries a name or a password. */
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

/** A run of characters that is longer is no URL, whatever ends it. */
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

/** The character that ends there. */
const lastOf = (text: string, end: number): string =>
  end > 1 && /[\udc00-\udfff]/.test(text.charAt(end - 1)) ? text.slice(end - 2, end) : text.charAt(end - 1)
