// What people paste as their key → the key. Programs put marks that nobody sees around copied text, mail programs break it over
// lines, keyboards write it in full width or begin it with a capital. Only what is sure is mended: one of our keys proves itself
// by its check digits, and no key of another shop holds anything but printable ASCII.

import { isApiError } from '../../errors.ts'
import { type ParsedKey, parseLicenseKey } from './license-key.ts'

/** Characters without a look of their own, such as U+200B and U+FEFF, and marks of direction (UAX #44). */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const HYPHENS = /[\u2010-\u2013\u2212]/g
/** U+0085 breaks lines, and is no white space to JavaScript. */
const BLANKS = /[\s\u0085]+/g
const QUOTES =
  /^(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|`(?<code>[^`]*)`|[“”„«»](?<curly>[^“”„«»]*)[“”„«»]|[‘’‚‹›](?<angled>[^‘’‚‹›]*)[‘’‚‹›])$/u

/** An underscore as Markdown, HTML, URLs and mails (RFC 2045, section 6.7) write it. */
export const UNDERSCORE = '(?:\\\\?_|[=%]5f|&#95;|&#x5f;|&lowbar;)'
/** What programs put between two characters of a key where they break it over lines: besides white space the mark of a quoted
 * mail, of a table's cell, of a hyphenated or coded line, and tags of HTML. None of it may begin as another of it does. */
const BREAK = '(?:[\\s\\u0085>|=-]|<w?br */?>)'
const SIGN = '[0-9A-Za-z]'
const SIGNS = 38

const broken = (word: string): string => [...word].join(`${BREAK}*`)

/** Looks ahead only, so that no key is passed over that begins within what only looks like one. */
const OURS_INSIDE = new RegExp(
  `(?<!(?<!${SIGN}{${SIGNS - 1}})${SIGN})` +
    `(?=${broken('ck')}${BREAK}*${UNDERSCORE}${BREAK}*(?<mode>${broken('live')}|${broken('test')})${BREAK}*${UNDERSCORE}` +
    `(?<rest>(?:${BREAK}*${SIGN}){${SIGNS}})(?!(?!ck${UNDERSCORE})${SIGN}))`,
  'gi',
)
const BREAKS = new RegExp(`${BREAK}+`, 'gi')

/** Without what nobody sees, and as ASCII where that is what the characters stand for (UAX #15, NFKC). */
const tidy = (text: string): string => text.replace(UNSEEN, '').normalize('NFKC').replace(HYPHENS, '-')

const withoutBlanks = (text: string): string => text.replace(BLANKS, '')

const parse = (key: string): ParsedKey | undefined => {
  try {
    return parseLicenseKey(key)
  } catch (error) {
    if (isApiError(error, 'license_malformed')) return undefined
    throw error
  }
}

/** The one key of ours in the text, whole or broken, and whatever stands around it; undefined where there is none, or two. */
export const findOurKey = (text: string): ParsedKey | undefined => {
  const found = new Map<string, ParsedKey>()
  for (const { groups } of tidy(text).matchAll(OURS_INSIDE)) {
    const [mode = '', rest = ''] = [groups?.mode, groups?.rest].map((part) => part?.replace(BREAKS, ''))
    const parsed = parse(`ck_${mode.toLowerCase()}_${rest}`)
    if (parsed) found.set(parsed.key, parsed)
  }
  return found.size === 1 ? found.values().next().value : undefined
}

/** A formula of a spreadsheet that is nothing but a text. */
const TEXT_FORMULA = /^=\s*(?=["“”„][^"“”„]*["“”]$)/u

/** The text without marks, and without white space and quotes around it. */
export const tidyKey = (text: string): string => {
  const tidied = tidy(text).trim().replace(TEXT_FORMULA, '')
  const quoted = Object.values(QUOTES.exec(tidied)?.groups ?? {}).find((inside) => inside !== undefined)
  return (quoted ?? tidied).trim()
}

/** The same without white space inside, which no key has. */
export const joinKey = (text: string): string => tidyKey(withoutBlanks(text))
