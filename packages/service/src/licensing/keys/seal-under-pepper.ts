// What is sealed under LICENSE_PEPPER for one purpose, with the version of the pepper before it, so that it still opens after
// the next one came.

import type { RandomBytes } from '../../crypto/random-bytes.ts'
import { open, seal } from '../../crypto/seal.ts'
import { deriveKey, type Pepper, type Peppers } from './pepper.ts'

const SEALED = /^(?<version>\d+)\.(?<sealed>.+)$/

/** What is sealed for: the purpose makes the key, `aad` is what it belongs to. Both are needed to open it. */
export type SealedFor = { readonly purpose: string; readonly aad: string }

export const sealUnderPepper = (
  pepper: Pepper,
  plaintext: Buffer,
  { purpose, aad }: SealedFor,
  randomBytes: RandomBytes,
): string => `${pepper.version}.${seal(deriveKey(pepper, purpose), plaintext, aad, randomBytes)}`

/** undefined where it was sealed for something else, or under a pepper that is not there any more. */
export const openUnderPepper = (peppers: Peppers, text: string, { purpose, aad }: SealedFor): Buffer | undefined => {
  const { version, sealed = '' } = SEALED.exec(text)?.groups ?? {}
  const pepper = peppers.all.find((candidate) => candidate.version === Number(version))
  return pepper && open(deriveKey(pepper, purpose), sealed, aad)
}
