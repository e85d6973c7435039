// Authenticated encryption: AES-256-GCM (NIST SP 800-38D), as base64url of nonce, ciphertext and tag. Without the key,
// a sealed text can be neither read nor changed. Use a key for at most 2^32 texts.

import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { isBase64url } from './base64url.ts'
import type { RandomBytes } from './random-bytes.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const OPTIONS = { authTagLength: TAG_BYTES }
/** What a sealed text has in addition to the text, before base64url. */
export const SEALED_EXTRA_BYTES = NONCE_BYTES + TAG_BYTES

/** Encrypts for `aad`, the context of the text: it is not stored, but must be the same to open it. */
export const seal = (key: Buffer, plaintext: Buffer, aad: string, randomBytes: RandomBytes): string =>
  sealWith(key, randomBytes(NONCE_BYTES), plaintext, aad)

/** Two independent keys of 32 bytes. */
export type AlikeKeys = { readonly key: Buffer; readonly nonceKey: Buffer }

/** Like `seal`, but equal texts become equal strings, which reveals that they are equal and nothing else. The nonce is
 * a hash of the text under a key of its own, so that texts that differ have different nonces. */
export const sealAlike = ({ key, nonceKey }: AlikeKeys, plaintext: Buffer, aad: string): string => {
  const digest = createHmac('sha256', nonceKey).update(`${aad.length}\n${aad}`).update(plaintext).digest()
  return sealWith(key, digest.subarray(0, NONCE_BYTES), plaintext, aad)
}

const sealWith = (key: Buffer, nonce: Buffer, plaintext: Buffer, aad: string): string => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, OPTIONS).setAAD(Buffer.from(aad))
  const ciphertext = [cipher.update(plaintext), cipher.final()]
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64url')
}

/** Returns the plaintext; undefined for anything not sealed under this key and `aad`. */
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
