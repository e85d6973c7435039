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
/** Markdown writes an underscore so. */
const ESCAPED_UNDERSCORE = /\\_/g
const QUOTES =
  /^(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|`(?<code>[^`]*)`|[“”„«»](?<curly>[^“”„«»]*)[“”„«»]|[‘’‚‹›](?<angled>[^‘’‚‹›]*)[‘’‚‹›])$/u
const OURS_INSIDE = /(?<![0-9A-Za-z])ck_(?<mode>live|test)_(?<rest>[0-9A-Za-z]{38})(?![0-9A-Za-z])/gi

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
  const tidied = tidy(text).replace(ESCAPED_UNDERSCORE, '_')
  const found = new Map<string, ParsedKey>()
  for (const written of [tidied, withoutBlanks(tidied)]) {
    for (const { groups } of written.matchAll(OURS_INSIDE)) {
      const parsed = parse(`ck_${groups?.mode?.toLowerCase()}_${groups?.rest}`)
      if (parsed) found.set(parsed.key, parsed)
    }
  }
  return found.size === 1 ? found.values().next().value : undefined
}

/** The text without marks, and without white space and quotes around it. */
export const tidyKey = (text: string): string => {
  const tidied = tidy(text).trim()
  const quoted = Object.values(QUOTES.exec(tidied)?.groups ?? {}).find((inside) => inside !== undefined)
  return (quoted ?? tidied).trim()
}

/** The same without white space inside, which no key has. */
export const joinKey = (text: string): string => tidyKey(withoutBlanks(text))
