// Hashtags, categories and keywords of a post, as written, without the sign and duplicates.

import { foldSpaces, plainText } from './text.ts'

const MAX_TAGS = 100
/** Characters. Longer values are sentences in the wrong field. */
const LONGEST_TAG = 200

/** `#` as people and keyboards write it, alone or repeated. */
const SIGN = /^[#＃﹟\s]+/

/** The tags among the values, in order. Of spellings that differ only in case, the first is kept. */
export const uniqueTags = (values: readonly unknown[]): string[] => {
  const tags = new Map<string, string>()
  for (const value of values) {
    if (tags.size === MAX_TAGS) break
    if (typeof value !== 'string' || value.length > 2 * LONGEST_TAG) continue
    const tag = foldSpaces(plainText(value)?.replace(SIGN, '') ?? '').trim()
    const key = tag.normalize('NFC').toLowerCase()
    if (tag !== '' && tag.length <= LONGEST_TAG && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}
