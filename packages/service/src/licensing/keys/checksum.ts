// The checksum of keys and tokens: a CRC-32 in base62. It detects typos without reading the store; it is not a
// protection.

import { crc32 } from 'node:zlib'
import { encodeBase62 } from './base62.ts'

export const CHECKSUM_CHARACTERS = 6

export const checksumOf = (body: string): string => encodeBase62(crc32(body), CHECKSUM_CHARACTERS)
