// Key pairs on the curve P-256, for ES256 (RFC 7518, section 3.4). A private key is kept as its scalar: everything else
// follows from it.

import { createECDH, createPrivateKey, hash, type KeyObject } from 'node:crypto'

export type P256Jwk = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }

export type P256Key = {
  readonly privateKey: KeyObject
  readonly publicJwk: P256Jwk
  /** RFC 7638. */
  readonly thumbprint: string
}

/** The order of the base point (SEC 2, section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const SCALAR_BYTES = 32
/** With 128 bits more than the order, no scalar is noticeably likelier than another (FIPS 186-5, section A.2.1). */
export const SEED_BYTES = 48

/** Random or derived bytes → the scalar of a private key, base64url. */
export const p256Scalar = (seed: Buffer): string => {
  if (seed.length !== SEED_BYTES) throw new TypeError(`A seed has ${SEED_BYTES} bytes`)
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(SCALAR_BYTES * 2, '0'), 'hex').toString('base64url')
}

/** `scalar`: of `p256Scalar`. */
export const p256Key = (scalar: string): P256Key => {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(scalar, 'base64url'))
  // 0x04, then both coordinates (SEC 1, section 2.3.3).
  const point = curve.getPublicKey()
  const x = point.subarray(1, 1 + SCALAR_BYTES).toString('base64url')
  const y = point.subarray(1 + SCALAR_BYTES).toString('base64url')
  const publicJwk: P256Jwk = { kty: 'EC', crv: 'P-256', x, y }
  return {
    privateKey: createPrivateKey({ key: { ...publicJwk, d: scalar }, format: 'jwk' }),
    publicJwk,
    thumbprint: hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url'),
  }
}
