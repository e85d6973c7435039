// What tells a mistyped key or token from a wrong one without asking the store: a CRC-32 behind it, as base62. No protection.

import { crc32 } from 'node:zlib'
import { encodeBase62 } from './base62.ts'

export const CHECKSUM_CHARACTERS = 6

export const checksumOf = (body: string): string => encodeBase62(crc32(body), CHECKSUM_CHARACTERS)
