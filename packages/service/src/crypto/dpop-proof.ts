// A proof that a request comes from who holds the key that a token is bound to (DPoP, RFC 9449, section 4.2). A proof
// is for one request.

import { hash, sign } from 'node:crypto'
import type { P256Key } from './p256-key.ts'

export type ProvenRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** The newest that the server has sent. */
  readonly nonce: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Unique. */
  readonly id: string
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The value of the header field `DPoP`. `accessToken`: the token that the request carries, if it does. */
export const dpopProof = (
  { privateKey, publicJwk }: Pick<P256Key, 'privateKey' | 'publicJwk'>,
  { method, url, nonce, now, id }: ProvenRequest,
  accessToken?: string,
): string => {
  const claims = {
    ...{ jti: id, htm: method, htu: url.origin + url.pathname, iat: Math.floor(now / 1_000) },
    ...(nonce !== undefined && { nonce }),
    ...(accessToken !== undefined && { ath: hash('sha256', accessToken, 'base64url') }),
  }
  const signed = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk })}.${encode(claims)}`
  // JWS wants both numbers side by side, not in DER (RFC 7518, section 3.4).
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
