// Operators' tokens: `co_`, 32 random base62 characters, and a checksum of all that, so that secret scanners can be sure. Never
// stored, logged or put into an error.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { randomBase62 } from '../keys/base62.ts'
import { checksumOf } from '../keys/checksum.ts'

const RANDOM_CHARACTERS = 32
const FORM = /^(?<body>co_[0-9A-Za-z]{32})(?<checksum>[0-9A-Za-z]{6})$/

/** Makes a new token; whoever asks for it sees it this once. */
export const createOperatorToken = (randomBytes: RandomBytes): string => {
  const body = `co_${randomBase62(RANDOM_CHARACTERS, randomBytes)}`
  return body + checksumOf(body)
}

/** Whether it was made as a token, and is not mistyped. */
export const isOperatorToken = (text: string): boolean => {
  const { body, checksum } = FORM.exec(text)?.groups ?? {}
  return body !== undefined && checksumOf(body) === checksum
}
