// License keys: `ck_live_` or `ck_test_`, 32 random base62 characters, and a CRC-32 in 6 more. The checksum detects
// typos without reading the store, and lets secret scanners recognize keys; it is not a protection. A key is never
// stored, logged or put into an error.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { ApiError } from '../../errors.ts'
import type { Mode } from '../../storage/store.ts'
import { randomBase62 } from './base62.ts'
import { checksumOf } from './checksum.ts'

const RANDOM_CHARACTERS = 32
const FORM = /^(?<body>ck_(?<mode>live|test)_[0-9A-Za-z]{32})(?<checksum>[0-9A-Za-z]{6})$/

export type ParsedKey = { readonly mode: Mode; readonly key: string }

/** Creates a key. It is shown only once. */
export const createLicenseKey = (mode: Mode, randomBytes: RandomBytes): string => {
  const body = `ck_${mode}_${randomBase62(RANDOM_CHARACTERS, randomBytes)}`
  return body + checksumOf(body)
}

/** Parses a key; surrounding white space is ignored. Throws `license_malformed` on a typo. */
export const parseLicenseKey = (text: string): ParsedKey => {
  const key = text.trim()
  const { body, mode, checksum } = FORM.exec(key)?.groups ?? {}
  if (body === undefined || checksumOf(body) !== checksum) throw new ApiError('license_malformed')
  return { mode: mode === 'live' ? 'live' : 'test', key }
}
