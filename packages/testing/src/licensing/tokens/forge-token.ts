// A service that signs and verifies, and tokens with arbitrary content under its own key.

import { type KeyObject, sign } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type ErrorCode, isApiError } from '@central-api/service/errors.ts'
import { createSigningKeys } from '@central-api/service/licensing/tokens/signing-keys.ts'
import { createTokens } from '@central-api/service/licensing/tokens/tokens.ts'
import type { Store } from '@central-api/service/storage/store.ts'
import { createFixture, START } from '../fixture.ts'

export const NAMES = { issuer: 'https://central.example', audience: 'central-api' }
export const IAT = START / 1_000
/** Every character of base64url. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export const CLAIMS = {
  iss: NAMES.issuer,
  aud: NAMES.audience,
  sub: 'lic_A',
  sid: 'shop.example',
  iat: IAT,
  exp: IAT + 3_600,
  jti: 'J',
}

/** A part of a token; a string is used as it is. */
export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export const without = (fields: object, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** A service of its own, with a count of reads of the signing keys. */
export const createForge = async (context: TestContext) => {
  const fixture = await createFixture(context)
  const counts = { lists: 0 }
  const list: Store['signingKeys']['list'] = () => {
    counts.lists += 1
    return fixture.store.signingKeys.list()
  }
  const store: Store = { ...fixture.store, signingKeys: { ...fixture.store.signingKeys, list } }
  const signingKeys = createSigningKeys({ ...fixture, store })
  await signingKeys.load()
  counts.lists = 0
  const { kid, privateKey, publicKey } = signingKeys.current()
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid }
  /** A token with arbitrary content, signed by the service's own key. */
  const forge = (headerPart: unknown = header, claims: unknown = CLAIMS, key: KeyObject = privateKey): string => {
    const signed = `${encode(headerPart)}.${encode(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
  const tokens = createTokens({ ...fixture, ...NAMES, store, signingKeys })
  return { ...fixture, ...tokens, signingKeys, counts, header, kid, publicKey, forge }
}

export const refused =
  (code: ErrorCode) =>
  (error: unknown): boolean =>
    isApiError(error, code)
