// Hashtags, categories and keywords as a post carries them: as they were written, without the sign, each once.

import { foldSpaces, plainText } from './text.ts'

const MOST_TAGS = 100
/** Characters; what is longer is a sentence in the wrong field. */
const LONGEST_TAG = 200

/** `#` as people and keyboards write it, alone or repeated. */
const SIGN = /^[#＃﹟\s]+/

/** The tags among the values, in their order. Two spellings that differ in case alone are one: the first. */
export const uniqueTags = (values: readonly unknown[]): string[] => {
  const tags = new Map<string, string>()
  for (const value of values) {
    if (tags.size === MOST_TAGS) break
    if (typeof value !== 'string' || value.length > 2 * LONGEST_TAG) continue
    const tag = foldSpaces(plainText(value)?.replace(SIGN, '') ?? '').trim()
    const key = tag.normalize('NFC').toLowerCase()
    if (tag !== '' && tag.length <= LONGEST_TAG && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}
