// Pasted text → the text that people mean. It removes only invisible or meaningless characters.

/** Spaces and zero-width marks: breaks, joiners, directions, isolates, byte order marks, soft hyphens. */
const UNSEEN = /[\s\u0085\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
/** Marks that no platform allows in names. The two joiners (U+200C, U+200D) are part of words in some scripts. */
const MARKS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Joiners next to ASCII join nothing: the scripts that need them are beyond ASCII. */
const IDLE_JOINERS = /(?<![\u200c\u200d])[\u200c\u200d]+(?![^\p{ASCII}])|(?<![^\p{ASCII}])[\u200c\u200d]+/gu

/** Pairs that people and programs put around a URL or a name. */
const PAIRS: ReadonlySet<string> = new Set([
  ...['<>', '""', "''", '``', '()', '[]', '“”', '‘’', '«»', '»«', '‹›', '„“', '„”', '‚‘', '‚’', '「」', '『』'],
])

const isUnseen = (text: string, at: number): boolean => UNSEEN.test(text[at] ?? '.')

const trim = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && isUnseen(text, start)) start += 1
  while (end > start && isUnseen(text, end - 1)) end -= 1
  return text.slice(start, end)
}

const unwrap = (text: string): string =>
  text.length > 2 && PAIRS.has(`${text[0]}${text.at(-1)}`) ? trim(text.slice(1, -1)) : text

/** A URL or an id without spaces, invisible marks, brackets and quotes at its ends. The inside stays as it is: the
 * egress refuses a host with invisible characters. */
export const pastedUrl = (text: string): string => {
  let clean = trim(text)
  for (let inner = unwrap(clean); inner !== clean; inner = unwrap(clean)) clean = inner
  return clean.replace(/^url:\s*(?=https?:\/\/)/i, '')
}

const REPEATED_SCHEME = /^(?:https?:\/\/)+(?=https?:\/\/)/i
const ENCODED_SCHEME = /^https?%3a%2f%2f/i
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i
/** Full stops between the labels of a host that input methods write (UTS 46). */
const FULL_STOPS = /(?<=[^\s@/])[。．｡](?=[^\s@/])/gu

/** A handle, or the URL of a profile or feed: cleaned like a URL, and inside, too. */
export const pastedHandle = (text: string): string =>
  decodeWhole(asAscii(pastedUrl(text.replace(MARKS, '').replace(IDLE_JOINERS, ''))))
    .replace(/^view-source:(?=https?:\/\/)/i, '')
    .replace(REPEATED_SCHEME, '')
    .replace(/^\/\/(?=[^/])/, '')
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(AUTHORITY, (authority) => authority.replace(FULL_STOPS, '.'))

/** Full-width letters and signs of input methods, if there is nothing else. */
const asAscii = (text: string): string =>
  /^[!-~！-～]+$/.test(text)
    ? text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    : text.replaceAll('＠', '@')

/** A URL that was encoded as a query parameter. */
const decodeWhole = (text: string): string => {
  if (!ENCODED_SCHEME.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** No name or URL starts or ends with these. An ellipsis stays, since the cut-off part is unknown. */
const QUOTES = '“”„«»‘’‚‹›「」『』（）【】'
const OPENING = new RegExp(`^[${QUOTES}]`)
const CLOSING = new RegExp(`[${QUOTES}。，、；！？]$`)
/** Others may belong to a URL: they are removed only if it is not recognized with them. */
const ANY_OPENING = new RegExp(`^[${QUOTES}"'\`<([{*]`)
const ANY_CLOSING = new RegExp(`(?:[${QUOTES}。，、；！？"'\`>)\\]},;:!?*]|(?<!\\.)\\.)$`)

const strip = (opening: RegExp, closing: RegExp, text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && opening.test(text.slice(start, start + 1))) start += 1
  while (end > start && closing.test(text.slice(Math.max(start, end - 2), end))) end -= 1
  return text.slice(start, end)
}

/** Text without quotes and full stops beyond ASCII at its ends. */
export const withoutQuotes = (text: string): string => strip(OPENING, CLOSING, text)

/** Text without punctuation, brackets, quotes and bold marks at its ends. */
export const withoutPunctuation = (text: string): string => strip(ANY_OPENING, ANY_CLOSING, text)

/** An embed code, or a URL in brackets after a name: the end of the URL is certain. */
const QUOTED_URL = /(?<=["'<(])https?:\/\/[^\s"'<>()]+(?=["'>)])/gi

/** What apps share: words followed by one URL. */
const SHARED_URL = /^(?!https?:\/\/)(?:(?!https?:\/\/)[\s\S])*\s(https?:\/\/\S+)$/i

/** The URLs in an embed code or a shared text, the most certain first. */
export const urlsIn = (text: string): readonly (readonly string[])[] => [
  text.match(QUOTED_URL) ?? [],
  SHARED_URL.exec(text)?.slice(1) ?? [],
]

/** A display name followed by the account's handle, as copied from a profile or page title. */
const MENTION = /(?<![^\s([（「])@[^\s()[\]（）「」]+/g

/** The mentions in a text of several words without a URL. */
export const mentionsIn = (text: string): readonly string[] =>
  /\s/.test(text) && !/:\/\/|[<>]/.test(text) ? (text.match(MENTION) ?? []) : []
