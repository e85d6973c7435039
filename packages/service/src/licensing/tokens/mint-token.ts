// Mints one token per client and hour. The stored grant is enough to sign the same bytes again (Ed25519 is
// deterministic), so every process can return the same token, and no token is stored. The caller's IP address is never
// stored.

import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose/jwt/sign'
import type { RandomBytes } from '../../crypto/random-bytes.ts'
import type { GrantRecord, LicenseRecord, Store } from '../../storage/store.ts'
import { addressBlock } from '../keys/address-block.ts'
import { randomBase62 } from '../keys/base62.ts'
import { deriveKey, type Peppers } from '../keys/pepper.ts'
import { canonicalSite } from '../sites/site.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'
import { CLOCK_TOLERANCE_SECONDS, RENEW_BEFORE_END_SECONDS, TOKEN_HEADER, TOKEN_LIFE_SECONDS } from './token-form.ts'

export type MintTokenOptions = {
  readonly store: Pick<Store, 'grants'>
  readonly signingKeys: SigningKeys
  readonly peppers: Peppers
  readonly issuer: string
  readonly audience: string
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

export type MintedToken = {
  readonly token: string
  /** Remaining lifetime in whole seconds. */
  readonly expiresIn: number
  /** RFC 3339, UTC. */
  readonly expiresAt: string
}

const JTI_CHARACTERS = 20
const REUSE_MS = (TOKEN_LIFE_SECONDS - RENEW_BEFORE_END_SECONDS) * 1_000

export const createMintToken = (options: MintTokenOptions) => {
  const { store, signingKeys, peppers, issuer, audience, now, randomBytes } = options
  const clientKey = deriveKey(peppers.current, 'token clients')

  const clientOf = (licenseId: string, site: string | undefined, callerAddress: string): string => {
    const client = site === undefined ? ['address', addressBlock(callerAddress)] : ['site', site]
    return createHmac('sha256', clientKey)
      .update(JSON.stringify([licenseId, ...client]))
      .digest('base64url')
  }

  const claim = (client: string, renewBefore: number): Promise<GrantRecord> => {
    // Whole seconds, as in the token.
    const issuedAt = Math.floor(now() / 1_000) * 1_000
    const grant = { jti: randomBase62(JTI_CHARACTERS, randomBytes), kid: signingKeys.current().kid, issuedAt }
    return store.grants.claim(client, grant, renewBefore, now() + CLOCK_TOLERANCE_SECONDS * 1_000)
  }

  const signToken = async (
    licenseId: string,
    site: string | undefined,
    { jti, kid, issuedAt }: GrantRecord,
    key: SigningKey,
  ) => {
    const iat = issuedAt / 1_000
    const exp = iat + TOKEN_LIFE_SECONDS
    const sid = site === undefined ? {} : { sid: site }
    if (key.privateKey === undefined) throw new Error(`Signing key ${kid} cannot sign`)
    const jwt = new SignJWT({ iss: issuer, aud: audience, sub: licenseId, ...sid, iat, exp, jti })
    return { token: await jwt.setProtectedHeader({ ...TOKEN_HEADER, kid }).sign(key.privateKey), exp }
  }

  /** The client is the license at a site, or at the caller's IP address when no site is named. */
  return async (
    license: Pick<LicenseRecord, 'id'>,
    siteId: string | undefined,
    callerAddress: string,
  ): Promise<MintedToken> => {
    const site = siteId === undefined ? undefined : canonicalSite(siteId)
    const client = clientOf(license.id, site, callerAddress)
    let grant = await claim(client, now() - REUSE_MS)
    let key = await signingKeys.findFresh(grant.kid)
    if (key?.privateKey === undefined) {
      // The key of the grant is gone, so the same token cannot be signed again: start a new grant.
      grant = await claim(client, grant.issuedAt)
      key = await signingKeys.findFresh(grant.kid)
    }
    if (key === undefined) throw new Error(`Signing key ${grant.kid} is not there`)
    const { token, exp } = await signToken(license.id, site, grant, key)
    const expiresIn = Math.min(TOKEN_LIFE_SECONDS, exp - Math.floor(now() / 1_000))
    return { token, expiresIn, expiresAt: new Date(exp * 1_000).toISOString() }
  }
}
