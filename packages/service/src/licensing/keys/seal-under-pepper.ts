// Seals data under LICENSE_PEPPER for one purpose. The version of the pepper is stored with it, so that the data can be
// opened after a new pepper was added.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { open, seal } from '../../crypto/seal.ts'
import { deriveKey, type Pepper, type Peppers } from './pepper.ts'

const SEALED = /^(?<version>\d+)\.(?<sealed>.+)$/

/** The purpose determines the key; `aad` names the owner of the data. Opening requires both. */
export type SealedFor = { readonly purpose: string; readonly aad: string }

export const sealUnderPepper = (
  pepper: Pepper,
  plaintext: Buffer,
  { purpose, aad }: SealedFor,
  randomBytes: RandomBytes,
): string => `${pepper.version}.${seal(deriveKey(pepper, purpose), plaintext, aad, randomBytes)}`

/** undefined when the data was sealed for something else, or its pepper is no longer configured. */
export const openUnderPepper = (peppers: Peppers, text: string, { purpose, aad }: SealedFor): Buffer | undefined => {
  const { version, sealed = '' } = SEALED.exec(text)?.groups ?? {}
  const pepper = peppers.all.find((candidate) => candidate.version === Number(version))
  return pepper && open(deriveKey(pepper, purpose), sealed, aad)
}
