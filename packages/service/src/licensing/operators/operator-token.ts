// Operator tokens: `co_`, 32 random base62 characters, and a checksum that lets secret scanners recognize them. Never
// stored, logged or put into an error.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { randomBase62 } from '../keys/base62.ts'
import { checksumOf } from '../keys/checksum.ts'

const RANDOM_CHARACTERS = 32
const FORM = /^(?<body>co_[0-9A-Za-z]{32})(?<checksum>[0-9A-Za-z]{6})$/

/** Creates a token. It is shown only once. */
export const createOperatorToken = (randomBytes: RandomBytes): string => {
  const body = `co_${randomBase62(RANDOM_CHARACTERS, randomBytes)}`
  return body + checksumOf(body)
}

/** Whether the text has the form of a token and its checksum matches. */
export const isOperatorToken = (text: string): boolean => {
  const { body, checksum } = FORM.exec(text)?.groups ?? {}
  return body !== undefined && checksumOf(body) === checksum
}
