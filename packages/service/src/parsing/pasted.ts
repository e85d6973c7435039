// What people paste → the text that they mean. Removes only what nobody sees or means: what the text says stays as it is.

/** Blanks, and the marks of zero width: breaks, joiners, directions, isolates, byte order marks, soft hyphens. */
const UNSEEN = /[\s\u0085\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
/** Those that no platform has in names. The two joiners (U+200C, U+200D) are part of words in some scripts. */
const MARKS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Joiners that join nothing: the scripts that need them are beyond ASCII. */
const IDLE_JOINERS = /(?<![\u200c\u200d])[\u200c\u200d]+(?![^\p{ASCII}])|(?<![^\p{ASCII}])[\u200c\u200d]+/gu

/** What people and programs put around a URL or a name. */
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

/** A URL or an id without blanks and unseen marks at its ends, and without the brackets or quotes around it. What is inside stays:
 * an authority with unseen characters is refused by the egress. */
export const pastedUrl = (text: string): string => {
  let clean = trim(text)
  for (let inner = unwrap(clean); inner !== clean; inner = unwrap(clean)) clean = inner
  return clean.replace(/^url:\s*(?=https?:\/\/)/i, '')
}

const REPEATED_SCHEME = /^(?:https?:\/\/)+(?=https?:\/\/)/i
const ENCODED_SCHEME = /^https?%3a%2f%2f/i
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i
/** Full stops that stand between the labels of a host where an input method writes no other (UTS 46). */
const FULL_STOPS = /(?<=[^\s@/])[。．｡](?=[^\s@/])/gu

/** A handle, or the URL of a profile or feed: as a URL is cleaned, and inside too; as it would be written by hand. */
export const pastedHandle = (text: string): string =>
  decodeWhole(asAscii(pastedUrl(text.replace(MARKS, '').replace(IDLE_JOINERS, ''))))
    .replace(/^view-source:(?=https?:\/\/)/i, '')
    .replace(REPEATED_SCHEME, '')
    .replace(/^\/\/(?=[^/])/, '')
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(AUTHORITY, (authority) => authority.replace(FULL_STOPS, '.'))

/** Letters and signs of a Japanese or Chinese input method, where there is nothing else. */
const asAscii = (text: string): string =>
  /^[!-~！-～]+$/.test(text)
    ? text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    : text.replaceAll('＠', '@')

/** A URL that was encoded as the value of a query field. */
const decodeWhole = (text: string): string => {
  if (!ENCODED_SCHEME.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** No name and no URL begins or ends with these; an ellipsis is left, since what was cut off is not known. */
const QUOTES = '“”„«»‘’‚‹›「」『』（）【】'
const OPENING = new RegExp(`^[${QUOTES}]`)
const CLOSING = new RegExp(`[${QUOTES}。，、；！？]$`)
/** The others may belong to a URL: they are taken away only where it names nothing with them. */
const ANY_OPENING = new RegExp(`^[${QUOTES}"'\`<([{*]`)
const ANY_CLOSING = new RegExp(`(?:[${QUOTES}。，、；！？"'\`>)\\]},;:!?*]|(?<!\\.)\\.)$`)

const strip = (opening: RegExp, closing: RegExp, text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && opening.test(text.slice(start, start + 1))) start += 1
  while (end > start && closing.test(text.slice(Math.max(start, end - 2), end))) end -= 1
  return text.slice(start, end)
}

/** A text without the quotes and full stops, beyond ASCII, at its ends. */
export const withoutQuotes = (text: string): string => strip(OPENING, CLOSING, text)

/** A text without the punctuation of a sentence, brackets, quotes and the marks of bold type at its ends. */
export const withoutPunctuation = (text: string): string => strip(ANY_OPENING, ANY_CLOSING, text)

/** An embed code, or a URL in brackets behind a name: where the URL ends is certain. */
const QUOTED_URL = /(?<=["'<(])https?:\/\/[^\s"'<>()]+(?=["'>)])/gi

/** What apps share: words, and behind them the one URL. */
const SHARED_URL = /^(?!https?:\/\/)(?:(?!https?:\/\/)[\s\S])*\s(https?:\/\/\S+)$/i

/** The URLs in an embed code or a shared text; the surest reading first. */
export const urlsIn = (text: string): readonly (readonly string[])[] => [
  text.match(QUOTED_URL) ?? [],
  SHARED_URL.exec(text)?.slice(1) ?? [],
]

/** A name for people, and beside it the account's: the head of a profile or the title of its page, as people select them. */
const MENTION = /(?<![^\s([（「])@[^\s()[\]（）「」]+/g

/** The mentions in a text of several words without a URL. */
export const mentionsIn = (text: string): readonly string[] =>
  /\s/.test(text) && !/:\/\/|[<>]/.test(text) ? (text.match(MENTION) ?? []) : []
