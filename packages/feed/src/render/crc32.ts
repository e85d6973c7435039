// CRC-32 (ISO 3309) of a text in UTF-8, as in PHP: colors and ids follow from it.

const POLYNOMIAL = 0xedb88320

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** An unsigned number of 32 bits. */
export const crc32 = (text: string): number => {
  let value = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}

/** The same as eight hexadecimal digits. */
export const crc32Hex = (text: string): string => crc32(text).toString(16).padStart(8, '0')
