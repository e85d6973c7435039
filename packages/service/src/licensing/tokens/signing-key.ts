// A key pair that signs tokens: Ed25519 (RFC 8032) as a JSON Web Key (RFC 8037). The private part is stored sealed
// under the pepper and bound to its kid; it never leaves this folder.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { SigningKeyRecord } from '../../storage/store.ts'
import { randomBase62 } from '../keys/base62.ts'
import type { Pepper, Peppers } from '../keys/pepper.ts'
import { openUnderPepper, type SealedFor, sealUnderPepper } from '../keys/seal-under-pepper.ts'

export type PublicJwk = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

export type SigningKey = {
  readonly kid: string
  readonly publicJwk: PublicJwk
  readonly publicKey: KeyObject
  /** Undefined when its pepper is no longer configured: the key then only verifies. */
  readonly privateKey: KeyObject | undefined
  readonly createdAt: number
  readonly retiredAt: number | null
}

const KID_CHARACTERS = 16

/** The PKCS #8 prefix of the 32 bytes of the private key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

const sealedFor = (kid: string): SealedFor => ({ purpose: 'signing keys', aad: `signing key ${kid}` })

/** Creates a key in its stored form. */
export const makeSigningKey = (pepper: Pepper, now: number, randomBytes: RandomBytes): SigningKeyRecord => {
  const kid = randomBase62(KID_CHARACTERS, randomBytes)
  const pkcs8 = Buffer.concat([PKCS8_PREFIX, randomBytes(32)])
  const privateJwk = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
  const { d: _, ...publicJwk } = privateJwk
  const plaintext = Buffer.from(JSON.stringify(privateJwk))
  return {
    kid,
    publicJwk: JSON.stringify({ ...publicJwk, kid, alg: 'EdDSA', use: 'sig' }),
    sealedPrivateJwk: sealUnderPepper(pepper, plaintext, sealedFor(kid), randomBytes),
    createdAt: now,
    retiredAt: null,
  }
}

const openPrivateKey = ({ kid, sealedPrivateJwk }: SigningKeyRecord, peppers: Peppers): KeyObject | undefined => {
  const jwk = openUnderPepper(peppers, sealedPrivateJwk, sealedFor(kid))
  return jwk && createPrivateKey({ key: JSON.parse(jwk.toString()), format: 'jwk' })
}

/** Opens a stored key for use. */
export const openSigningKey = (record: SigningKeyRecord, peppers: Peppers): SigningKey => {
  const publicKey = createPublicKey({ key: JSON.parse(record.publicJwk), format: 'jwk' })
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    kid: record.kid,
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid: record.kid, alg: 'EdDSA', use: 'sig' },
    publicKey,
    privateKey: openPrivateKey(record, peppers),
    createdAt: record.createdAt,
    retiredAt: record.retiredAt,
  }
}
