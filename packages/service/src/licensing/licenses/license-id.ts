// License ids: permanent, and not secret.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { randomBase62 } from '../keys/base62.ts'

const ID_CHARACTERS = 20
const FORM = /^lic_[0-9A-Za-z]{20}$/

export const newLicenseId = (randomBytes: RandomBytes): string => `lic_${randomBase62(ID_CHARACTERS, randomBytes)}`

export const isLicenseId = (text: string): boolean => FORM.test(text)
