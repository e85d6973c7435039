// A value as a page wrote it → the value a preview may carry, by the kind of its field. Whatever comes in is hostile.

import { decodeHTML } from 'entities/decode'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { parseHtml } from '../../post/markup/parse-html.ts'
import { FIELDS, type PreviewField } from './preview.ts'

/** Characters of a raw value that are looked at; every bound of a clean value is well below. */
export const MAX_RAW_VALUE = 4096

const TAG_LIKE = /<[a-z!/?][^<>]*>/i
const UNREAD = new Set(['script', 'style'])
// Controls and line ends become spaces; marks that reorder or hide text go. Joiners stay: emoji and some scripts need them.
const SEPARATORS = /[\s\p{Cc}\u2028\u2029]+/gu
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/gu

const textOf = (html: string): string => {
  let text = ''
  let unread = 0
  parseHtml(html, {
    resolves: false,
    open({ name }) {
      if (UNREAD.has(name)) unread += 1
      text += ' '
    },
    close({ name }) {
      if (UNREAD.has(name)) unread -= 1
      text += ' '
    },
    text(chunk) {
      if (unread === 0) text += chunk
    },
  })
  return text
}

// Taking a tag out can make another: `<<b>i>`. After a few turns the brackets themselves go.
const withoutMarkup = (value: string): string => {
  let text = value
  for (let turn = 0; turn < 3 && TAG_LIKE.test(text); turn += 1) text = textOf(text)
  return TAG_LIKE.test(text) ? text.replace(/[<>]/g, ' ') : text
}

/** What programs write where they have no value. */
const NO_TEXT = /^(?:undefined|null|\[object \w{1,32}\])$/
const NO_URL = /^(?:undefined|null|none|nan|true|false|\[object \w{1,32}\])$/i

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`

// What is invisible goes first: taken out later, it could join `<` and a name into a tag.
const cleanText = (value: string, maxLength: number): string | null => {
  const visible = value.slice(0, MAX_RAW_VALUE).toWellFormed().replace(INVISIBLE, '').replace(SEPARATORS, ' ')
  const text = withoutMarkup(visible).replace(SEPARATORS, ' ').trim()
  return text === '' || NO_TEXT.test(text) ? null : cut(text, maxLength)
}

// `article:author` and `rel=author` often hold the address of a profile where a name belongs.
const cleanName = (value: string, maxLength: number): string | null => {
  const name = cleanText(value, maxLength)?.replace(/^by\s+/i, '') ?? null
  return name === null || /^(?:https?:)?\/\/|^www\./i.test(name) ? null : name
}

// Spaces and controls inside an address are dropped or encoded by the URL parser; only a whole address counts.
const cleanUrl = (value: string, base: string, maxLength: number): string | null =>
  value.length > maxLength || NO_URL.test(value.trim()) ? null : absoluteUrl(value, base)

/** The value cleaned and bounded, or null when nothing is left of it. */
export const cleanValue = (field: PreviewField, value: string, base: string): string | null => {
  const { kind, maxLength } = FIELDS[field]
  switch (kind) {
    case 'text':
      return cleanText(value, maxLength)
    case 'name':
      return cleanName(value, maxLength)
    case 'url':
      return cleanUrl(value, base, maxLength)
    case 'time':
      return value.length > 64 ? null : parseTime(value)
  }
}

/** Text whose entities nobody has decoded yet, as in JSON-LD, where many programs write HTML. */
export const decodeEntities = (value: string): string => {
  const raw = value.slice(0, MAX_RAW_VALUE)
  return raw.includes('&') ? decodeHTML(raw) : raw
}
