// Cleans a page's raw value for a preview, by the kind of its field. All input is untrusted.

import { decodeHTML } from 'entities/decode'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { parseHtml } from '../../post/markup/parse-html.ts'
import { FIELDS, type PreviewField } from './preview.ts'

/** The characters of a raw value that are read; clean values are much shorter. */
export const MAX_RAW_VALUE = 4096

const TAG_LIKE = /<[a-z!/?][^<>]*>/i
const UNREAD = new Set(['script', 'style'])
// Control characters and line breaks become spaces; characters that reorder or hide text are removed. Joiners stay:
// emoji and some scripts need them.
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

// Removing a tag can form another one: `<<b>i>`. After a few rounds, the brackets are removed.
const withoutMarkup = (value: string): string => {
  let text = value
  for (let round = 0; round < 3 && TAG_LIKE.test(text); round += 1) text = textOf(text)
  return TAG_LIKE.test(text) ? text.replace(/[<>]/g, ' ') : text
}

/** What programs write when they have no value. */
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

// Invisible characters are removed first: removed later, they could join `<` and a name into a tag.
const cleanText = (value: string, maxLength: number): string | null => {
  const visible = value.slice(0, MAX_RAW_VALUE).toWellFormed().replace(INVISIBLE, '').replace(SEPARATORS, ' ')
  const text = withoutMarkup(visible).replace(SEPARATORS, ' ').trim()
  return text === '' || NO_TEXT.test(text) ? null : cut(text, maxLength)
}

// `article:author` and `rel=author` often contain a profile URL instead of a name.
const cleanName = (value: string, maxLength: number): string | null => {
  const name = cleanText(value, maxLength)?.replace(/^by\s+/i, '') ?? null
  return name === null || /^(?:https?:)?\/\/|^www\./i.test(name) ? null : name
}

// The URL parser removes or encodes spaces and control characters; a truncated URL is dropped.
const cleanUrl = (value: string, base: string, maxLength: number): string | null =>
  value.length > maxLength || NO_URL.test(value.trim()) ? null : absoluteUrl(value, base)

/** The cleaned and limited value, or null if nothing is left. */
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

/** Decodes entities in text, such as in JSON-LD, where many programs write HTML. */
export const decodeEntities = (value: string): string => {
  const raw = value.slice(0, MAX_RAW_VALUE)
  return raw.includes('&') ? decodeHTML(raw) : raw
}
