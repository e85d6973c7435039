// Sealed text: AES-256-GCM (NIST SP 800-38D) as base64url of nonce, ciphertext and tag. Whoever holds a sealed text can
// neither read nor change it, nor spell it in another way. Nonces are random: one key seals at most 2^32 texts.

import { createCipheriv, createDecipheriv } from 'node:crypto'
import { isBase64url } from './base64url.ts'
import type { RandomBytes } from './random-bytes.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const OPTIONS = { authTagLength: TAG_BYTES }

/** Seals the plaintext for `aad`: what it belongs to, which is not in the text but must be the same to open it. */
export const seal = (key: Buffer, plaintext: Buffer, aad: string, randomBytes: RandomBytes): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, OPTIONS).setAAD(Buffer.from(aad))
  const ciphertext = [cipher.update(plaintext), cipher.final()]
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64url')
}

/** The plaintext, or undefined for anything that was not sealed under this key for this `aad`. */
export const open = (key: Buffer, sealed: string, aad: string): Buffer | undefined => {
  if (!isBase64url(sealed)) return undefined
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), OPTIONS)
    .setAAD(Buffer.from(aad))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
