// Characters as their authors meant them: the numbers of windows-1252 stand where Unicode has control characters.

import { charactersFrom, createSearch } from './create-search.ts'

const [FIRST_C1, LAST_C1] = [0x80, 0x9f]
const holdsC1 = createSearch(charactersFrom(FIRST_C1, LAST_C1))
/** What windows-1252 has in the place of each, as UTF-16 code units. */
const WINDOWS_1252 = Uint16Array.from({ length: LAST_C1 - FIRST_C1 + 1 }, (_, index) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(FIRST_C1 + index)).charCodeAt(0),
)
const REPLACEMENT = '\uFFFD'

/** The character of a number: U+FFFD where there is none, nothing for a control character. */
export const repairCharacter = (codePoint: number): string => {
  if (!(codePoint > 0 && codePoint <= 0x10ffff) || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return REPLACEMENT
  if (codePoint < 0x20 && codePoint !== 0x09 && codePoint !== 0x0a && codePoint !== 0x0d) return ''
  return String.fromCodePoint(WINDOWS_1252[codePoint - FIRST_C1] ?? codePoint)
}

/** The text with what windows-1252 has in the place of the C1 control characters: `’` for U+0092. */
export const repairC1 = (text: string): string => {
  if (!holdsC1(text)) return text
  // Unit by unit: of two million that are all to be replaced, a function called for each takes a quarter of a second.
  const units = new Uint16Array(text.length)
  for (let index = 0; index < units.length; index += 1) {
    const unit = text.charCodeAt(index)
    units[index] = WINDOWS_1252[unit - FIRST_C1] ?? unit
  }
  return Buffer.from(units.buffer).toString('utf16le')
}
