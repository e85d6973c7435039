// Cleans up pasted keys. Programs add invisible characters to copied text, mail programs break lines, keyboards write
// full-width characters or a capital first letter. Only unambiguous damage is repaired: our keys have a checksum, and
// keys of other shops contain printable ASCII only.

import { isApiError } from '../../errors.ts'
import { type ParsedKey, parseLicenseKey } from './license-key.ts'

/** Invisible characters, such as U+200B and U+FEFF, and direction marks (UAX #44). */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const HYPHENS = /[\u2010-\u2013\u2212]/g
/** U+0085 breaks lines, but JavaScript does not treat it as white space. */
const BLANKS = /[\s\u0085]+/g
const QUOTES =
  /^(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|`(?<code>[^`]*)`|[“”„«»](?<curly>[^“”„«»]*)[“”„«»]|[‘’‚‹›](?<angled>[^‘’‚‹›]*)[‘’‚‹›])$/u

/** An underscore as written by Markdown, HTML, URLs and mail (RFC 2045, section 6.7). */
export const UNDERSCORE = '(?:\\\\?_|[=%]5f|&#95;|&#x5f;|&lowbar;)'
/** What programs insert between two characters of a key when they break lines: white space, marks of quoted mail and
 * table cells, hyphens, soft line breaks, and HTML tags. No alternative may start like another one (no backtracking).
 */
const BREAK = '(?:[\\s\\u0085>|=-]|<w?br */?>)'
const SIGN = '[0-9A-Za-z]'
const SIGNS = 38

const broken = (word: string): string => [...word].join(`${BREAK}*`)

/** A lookahead, so that a key that starts inside a lookalike is found too. */
const OURS_INSIDE = new RegExp(
  `(?<!(?<!${SIGN}{${SIGNS - 1}})${SIGN})` +
    `(?=${broken('ck')}${BREAK}*${UNDERSCORE}${BREAK}*(?<mode>${broken('live')}|${broken('test')})${BREAK}*${UNDERSCORE}` +
    `(?<rest>(?:${BREAK}*${SIGN}){${SIGNS}})(?!(?!ck${UNDERSCORE})${SIGN}))`,
  'gi',
)
const BREAKS = new RegExp(`${BREAK}+`, 'gi')

/** Removes invisible characters, and converts compatible characters to ASCII (UAX #15, NFKC). */
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

/** The only key of ours in the text, whole or broken; undefined when there is none, or more than one. */
export const findOurKey = (text: string): ParsedKey | undefined => {
  const found = new Map<string, ParsedKey>()
  for (const { groups } of tidy(text).matchAll(OURS_INSIDE)) {
    const [mode = '', rest = ''] = [groups?.mode, groups?.rest].map((part) => part?.replace(BREAKS, ''))
    const parsed = parse(`ck_${mode.toLowerCase()}_${rest}`)
    if (parsed) found.set(parsed.key, parsed)
  }
  return found.size === 1 ? found.values().next().value : undefined
}

/** A spreadsheet formula that only contains a text. */
const TEXT_FORMULA = /^=\s*(?=["“”„][^"“”„]*["“”]$)/u

/** The text without invisible characters, and without surrounding white space and quotes. */
export const tidyKey = (text: string): string => {
  const tidied = tidy(text).trim().replace(TEXT_FORMULA, '')
  const quoted = Object.values(QUOTES.exec(tidied)?.groups ?? {}).find((inside) => inside !== undefined)
  return (quoted ?? tidied).trim()
}

/** The same without white space inside, which no key contains. */
export const joinKey = (text: string): string => tidyKey(withoutBlanks(text))
