// Verifies tokens. A verified token is cached under the hash of its text until it expires. The caller must check its
// license each time.

import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JWTExpired } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { ApiError } from '../../errors.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import { parseToken } from './parse-token.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'
import { CLOCK_TOLERANCE_SECONDS, MAX_TOKEN_CHARACTERS, TOKEN_HEADER, TOKEN_LIFE_SECONDS } from './token-form.ts'

export type VerifyTokenOptions = {
  readonly signingKeys: Pick<SigningKeys, 'findFresh'>
  readonly issuer: string
  readonly audience: string
  readonly now: () => number
  /** The number of tokens cached. */
  readonly cacheSize?: number
}

export type VerifiedToken = {
  readonly licenseId: string
  readonly siteId?: string
  readonly jti: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type VerifyToken = {
  /** Throws `token_malformed`, `token_invalid` or `token_expired`. */
  verify(token: string): Promise<VerifiedToken>
  /** The earlier result of verify() for this token, until it expires; synchronous, for the hot path. */
  verifyRemembered(token: string): VerifiedToken | undefined
  forgetAll(): void
}

const DEFAULT_CACHE_SIZE = 20_000
const TOLERANCE_MS = CLOCK_TOLERANCE_SECONDS * 1_000

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

export const createVerifyToken = (options: VerifyTokenOptions): VerifyToken => {
  const { signingKeys, issuer, audience, now, cacheSize = DEFAULT_CACHE_SIZE } = options
  const remembered = createLru<VerifiedToken>(cacheSize)

  const isOver = ({ expiresAt }: VerifiedToken): boolean => now() >= expiresAt + TOLERANCE_MS

  const digest = (token: string): string => hash('sha256', token, 'latin1')

  /** Checks signature, issuer, audience and times by RFC 7519. */
  const readClaims = async (token: string, { publicKey }: SigningKey): Promise<JWTPayload> => {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [TOKEN_HEADER.alg],
        typ: TOKEN_HEADER.typ,
        issuer,
        audience,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      })
      return payload
    } catch (cause) {
      throw new ApiError(cause instanceof JWTExpired ? 'token_expired' : 'token_invalid', { cause })
    }
  }

  /** Stricter than RFC 7519: one audience, every claim, at most an hour, not issued in the future. */
  const requireOurs = ({ aud, sub, sid, jti, iat, exp }: JWTPayload): VerifiedToken => {
    const isOurs = typeof aud === 'string' && isText(sub) && isText(jti) && (sid === undefined || isText(sid))
    if (!isOurs || !isSeconds(iat) || !isSeconds(exp)) throw new ApiError('token_invalid')
    if (exp <= iat || exp - iat > TOKEN_LIFE_SECONDS) throw new ApiError('token_invalid')
    if (iat * 1_000 > now() + TOLERANCE_MS) throw new ApiError('token_invalid')
    return { licenseId: sub, ...(sid !== undefined && { siteId: sid }), jti, expiresAt: exp * 1_000 }
  }

  return {
    verify: async (token) => {
      const key = await signingKeys.findFresh(parseToken(token).kid)
      if (key === undefined) throw new ApiError('token_invalid')
      const verified = requireOurs(await readClaims(token, key))
      remembered.set(digest(token), verified)
      return verified
    },
    verifyRemembered: (token) => {
      if (token.length > MAX_TOKEN_CHARACTERS) return undefined
      const verified = remembered.get(digest(token))
      return verified && !isOver(verified) ? verified : undefined
    },
    forgetAll: () => remembered.clear(),
  }
}
