// CRC-32 (ISO 3309) of a text in UTF-8, as in PHP: colors and ids follow from it. Without a table: the texts are short, and the table is
// longer than its use.

const POLYNOMIAL = 0xedb88320

/** An unsigned number of 32 bits. */
export const crc32 = (text: string): number => {
  let value = -1
  for (const byte of new TextEncoder().encode(text)) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ ((value & 1) * POLYNOMIAL)
  }
  return ~value >>> 0
}

/** The same as eight hexadecimal digits. */
export const crc32Hex = (text: string): string => crc32(text).toString(16).padStart(8, '0')
