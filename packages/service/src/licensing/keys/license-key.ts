// License keys: `ck_live_` or `ck_test_`, 32 random base62 characters, and a CRC-32 of all that in 6 more. The checksum
// tells a typo from a wrong key without asking the store, and lets secret scanners be sure. It is no protection.
// A key is never stored, logged or put into an error.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { ApiError } from '../../errors.ts'
import type { Mode } from '../../storage/store.ts'
import { randomBase62 } from './base62.ts'
import { checksumOf } from './checksum.ts'

const RANDOM_CHARACTERS = 32
const FORM = /^(?<body>ck_(?<mode>live|test)_[0-9A-Za-z]{32})(?<checksum>[0-9A-Za-z]{6})$/

export type ParsedKey = { readonly mode: Mode; readonly key: string }

/** Makes a new key; whoever asks for it sees it this once. */
export const createLicenseKey = (mode: Mode, randomBytes: RandomBytes): string => {
  const body = `ck_${mode}_${randomBase62(RANDOM_CHARACTERS, randomBytes)}`
  return body + checksumOf(body)
}

/** Reads a key as people paste it, with white space around it; throws `license_malformed` on anything mistyped. */
export const parseLicenseKey = (text: string): ParsedKey => {
  const key = text.trim()
  const { body, mode, checksum } = FORM.exec(key)?.groups ?? {}
  if (body === undefined || checksumOf(body) !== checksum) throw new ApiError('license_malformed')
  return { mode: mode === 'live' ? 'live' : 'test', key }
}
