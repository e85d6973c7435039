// Tokens of Meta's APIs: how they are configured, how calls prove the app, and how tokens are renewed. A token can only
// be renewed before it expires; afterwards the operator has to create a new one.

import { createHmac } from 'node:crypto'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Fields, Send } from '../../upstream/contract/call.ts'
import type { CredentialKind, Given, Token } from '../../upstream/contract/credential.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { GRAPH, graphErrorOf } from './graph.ts'

/** Lifetime of exchanged tokens.
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
export const LONG_LIFE_SECONDS = 60 * 86_400
/** When to retry a token that was too young to be renewed, or whose renewal failed. */
const AGAIN_SECONDS = 2 * 86_400

export type GivenTokens = {
  readonly tokens: string
  readonly appId: string
  /** One for all tokens, or one per token. */
  readonly appSecret: string
  /** The setting of the secret. */
  readonly name: string
}

/** Throws an Error that names the setting. */
export const givenTokens = ({ tokens, appId, appSecret, name }: GivenTokens): readonly Given[] => {
  const all = listOf(tokens)
  const ids = eachOf(listOf(appId), all.length, 'META_APP_ID')
  const secrets = eachOf(listOf(appSecret), all.length, name)
  return all.map((token, at) => {
    const [id, secret] = [ids[at] ?? '', secrets[at] ?? '']
    return { secrets: { id, secret, ...proven(token, secret) } }
  })
}

const eachOf = (values: readonly string[], count: number, name: string): readonly string[] => {
  if (values.length > 1 && values.length !== count)
    throw new Error(`${name} must have one entry, or one for each token`)
  return values.length > 1 ? values : Array<string>(count).fill(values[0] ?? '')
}

/** The proof is a secret like the token, so that it is removed from responses as well.
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests */
const proven = (token: string, secret: string): Fields => ({
  proof: secret === '' ? '' : createHmac('sha256', secret).update(token).digest('hex'),
  token,
})

/** Query fields, as in the documentation. */
export const signWithToken: CredentialKind<unknown>['sign'] = ({ token = '', proof = '' }) => ({
  query: { access_token: token, ...(proof !== '' && { appsecret_proof: proof }) },
})

/** Renews a Facebook token. Keeps tokens that never expire, and all tokens if the app is not configured. Throws Refused
 * (`credential_expired`) when the token no longer works. */
export const exchangeToken: NonNullable<CredentialKind<unknown>['renew']> = async (fields, send) => {
  const { id = '', secret = '', token = '' } = fields
  const kept: Token = { secrets: proven(token, secret) }
  // The token of an app consists of its id and secret.
  if (id === '' || secret === '' || token.includes('|')) return kept
  const { data } = await requestToken(send, `${GRAPH}/debug_token`, {
    input_token: token,
    access_token: `${id}|${secret}`,
  })
  const { is_valid: isValid, expires_at: endsAt } = jsonObject(data)
  if (isValid === false) throw new Refused('credential_expired')
  if (endsAt === 0) return kept
  const renewed = await requestToken(send, `${GRAPH}/oauth/access_token`, {
    grant_type: 'fb_exchange_token',
    client_id: id,
    client_secret: secret,
    fb_exchange_token: token,
  })
  return tokenOf(renewed, (next) => proven(next, secret)) ?? { ...kept, expiresInSeconds: AGAIN_SECONDS }
}

/** Renews a token through an endpoint that takes only the token, as Threads and Instagram Login have. */
export const refreshToken =
  (url: string, grant: string): NonNullable<CredentialKind<unknown>['renew']> =>
  async ({ token = '' }, send) => {
    const response = await requestToken(send, url, { grant_type: grant, access_token: token })
    return tokenOf(response, (next) => ({ token: next })) ?? { secrets: { token }, expiresInSeconds: AGAIN_SECONDS }
  }

/** Any error other than an expired token leaves the token unchanged. */
const requestToken = async (send: Send, url: string, query: Fields): Promise<JsonObject> => {
  const call: Call = { url, query, answers: [400, 401, 403, 404, 429, 500, 502, 503, 504] }
  const response = await send(call)
  const error = response.headers['content-type']?.includes('json') ? graphErrorOf(response) : undefined
  if (error?.code === 190) throw new Refused('credential_expired')
  return response.status === 200 ? jsonObject(response.json()) : {}
}

const tokenOf = (
  { access_token: token, expires_in: life }: JsonObject,
  secretsOf: (token: string) => Fields,
): Token | undefined => {
  if (typeof token !== 'string' || token === '') return undefined
  return { secrets: secretsOf(token), ...(typeof life === 'number' && life > 0 && { expiresInSeconds: life }) }
}
