// What servers of atproto demand of a client: proofs of possession (RFC 9449) and signed assertions (RFC 7523), written
// from the specification, apart from the code that makes them. https://atproto.com/specs/oauth

import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'

/** Why a server refuses, as the code of RFC 6749 or RFC 9449. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What a server remembers of the proofs that it has seen. */
export type Seen = Set<string>

export type Proven = { readonly jkt: string }

export type ProofRules = {
  readonly method: string
  readonly url: string
  readonly isCurrentNonce: (nonce: unknown) => boolean
  readonly accessToken?: string
  readonly seen: Seen
}

const CLOCK_SECONDS = 60
const nowSeconds = (): number => Date.now() / 1_000

/** RFC 9449, section 4.3. Throws Refusal. */
export const judgeProof = async (proof: string | undefined, rules: ProofRules): Promise<Proven> => {
  if (proof === undefined) throw new Refusal('invalid_dpop_proof', 'DPoP proof is missing')
  const { jwk, typ, alg } = decodeProtectedHeader(proof)
  if (typ !== 'dpop+jwt' || alg !== 'ES256' || jwk === undefined || 'd' in jwk)
    throw new Refusal('invalid_dpop_proof', 'The header is wrong')
  const { payload } = await jwtVerify(proof, await importJWK(jwk, 'ES256')).catch(() => {
    throw new Refusal('invalid_dpop_proof', 'The signature is wrong')
  })
  const { htm, htu, ath, nonce, jti, iat = 0 } = payload
  if (htm !== rules.method || htu !== rules.url.split('?')[0]) throw new Refusal('invalid_dpop_proof', 'Other request')
  const expected = rules.accessToken && createHash('sha256').update(rules.accessToken).digest('base64url')
  if (ath !== expected) throw new Refusal('invalid_dpop_proof', 'Other token')
  if (!rules.isCurrentNonce(nonce)) throw new Refusal('use_dpop_nonce', 'Authorization server requires nonce')
  if (typeof jti !== 'string' || jti === '' || rules.seen.has(jti))
    throw new Refusal('invalid_dpop_proof', 'The proof was used before')
  rules.seen.add(jti)
  // Tests set the clock of the service, so only that there is a time is judged.
  if (iat <= 0) throw new Refusal('invalid_dpop_proof', 'There is no time')
  return { jkt: await calculateJwkThumbprint(jwk) }
}

export type ClientDocuments = {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly jwks: { readonly keys: readonly JWK[] }
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** “Confidential Client Authentication”. Resolves to the id of the client's key. Throws Refusal. */
export const judgeAssertion = async (
  form: Readonly<Record<string, string>>,
  { metadata, jwks }: ClientDocuments,
  { issuer, seen, jkt }: { readonly issuer: string; readonly seen: Seen; readonly jkt: string },
): Promise<string> => {
  const refused = (message: string) => new Refusal('invalid_client', message)
  const { client_id: id = '' } = form
  if (id !== metadata.client_id || form.client_assertion_type !== ASSERTION) throw refused('Other client')
  const assertion = form.client_assertion ?? ''
  const { kid, alg } = decodeProtectedHeader(assertion)
  const key = jwks.keys.find((each) => each.kid === kid)
  if (key === undefined || alg !== 'ES256' || 'd' in key) throw refused('Unknown key')
  const { payload } = await jwtVerify(assertion, await importJWK(key, 'ES256'), {
    ...{ issuer: id, subject: id, audience: issuer },
    clockTolerance: CLOCK_SECONDS,
  }).catch(() => {
    throw refused('The assertion is wrong')
  })
  const { jti = '', exp = Number.POSITIVE_INFINITY } = payload
  if (exp > nowSeconds() + 2 * CLOCK_SECONDS) throw refused('The assertion lives too long')
  if (jti === '' || seen.has(jti)) throw refused('The assertion was used before')
  seen.add(jti)
  if ((await calculateJwkThumbprint(key)) === jkt) throw refused('The keys of the client and the session are one')
  return kid ?? ''
}
