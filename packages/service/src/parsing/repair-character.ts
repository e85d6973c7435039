// Characters as authors meant them: many write windows-1252 codes for what are control characters in Unicode.

import { charactersFrom, createSearch } from './create-search.ts'

const [FIRST_C1, LAST_C1] = [0x80, 0x9f]
const holdsC1 = createSearch(charactersFrom(FIRST_C1, LAST_C1))
/** The windows-1252 character of each, as UTF-16 code units. */
const WINDOWS_1252 = Uint16Array.from({ length: LAST_C1 - FIRST_C1 + 1 }, (_, index) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(FIRST_C1 + index)).charCodeAt(0),
)
const REPLACEMENT = '\uFFFD'

/** The character of a code point: U+FFFD if it is invalid, empty for a control character. */
export const repairCharacter = (codePoint: number): string => {
  if (!(codePoint > 0 && codePoint <= 0x10ffff) || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return REPLACEMENT
  if (codePoint < 0x20 && codePoint !== 0x09 && codePoint !== 0x0a && codePoint !== 0x0d) return ''
  return String.fromCodePoint(WINDOWS_1252[codePoint - FIRST_C1] ?? codePoint)
}

/** Replaces C1 control characters by those of windows-1252: `’` for U+0092. */
export const repairC1 = (text: string): string => {
  if (!holdsC1(text)) return text
  // By code unit: calling a function for each of two million would take a quarter of a second.
  const units = new Uint16Array(text.length)
  for (let index = 0; index < units.length; index += 1) {
    const unit = text.charCodeAt(index)
    units[index] = WINDOWS_1252[unit - FIRST_C1] ?? unit
  }
  return Buffer.from(units.buffer).toString('utf16le')
}
