// Characters as their authors meant them: the numbers of windows-1252 stand where Unicode has control characters.

const C1 = /[\u0080-\u009f]/g
const windows1252 = new TextDecoder('windows-1252')
const REPLACEMENT = '\uFFFD'

/** The character of a number: U+FFFD where there is none, nothing for a control character. */
export const repairCharacter = (codePoint: number): string => {
  if (!(codePoint > 0 && codePoint <= 0x10ffff) || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return REPLACEMENT
  if (codePoint < 0x20 && codePoint !== 0x09 && codePoint !== 0x0a && codePoint !== 0x0d) return ''
  return repairC1(String.fromCodePoint(codePoint))
}

/** The text with what windows-1252 has in the place of the C1 control characters: `’` for U+0092. */
export const repairC1 = (text: string): string =>
  text.replace(C1, (control) => windows1252.decode(Uint8Array.of(control.charCodeAt(0))))
