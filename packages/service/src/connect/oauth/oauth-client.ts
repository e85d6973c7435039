// One client at one authorization server: makes the authorization request, and exchanges the code. oauth4webapi checks
// the responses; the dialect makes them readable to it. Codes, verifiers, keys and tokens appear in no error and no log.

import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  type CryptoKey,
  calculatePKCECodeChallenge,
  customFetch,
  DPoP,
  type DPoPHandle,
  isDPoPNonceError,
  None,
  nopkce,
  PrivateKeyJwt,
  processAuthorizationCodeResponse,
  processPushedAuthorizationResponse,
  processRefreshTokenResponse,
  pushedAuthorizationRequest,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { p256Key } from '../../crypto/p256-key.ts'
import { ApiError } from '../../errors.ts'
import type { Dialect, Endpoints } from '../dialects/dialect.ts'
import { adaptResponse, secondsIn } from './adapt-response.ts'
import { ConnectFault } from './connect-fault.ts'
import type { FetchInit, GuardedFetch } from './guarded-fetch.ts'

/** Signs the assertions of a client (RFC 7523). */
export type ClientKey = {
  /** As its public part is published, in `kid`. */
  readonly id: string
  readonly privateKey: KeyObject
}

/** The client at the platform. */
export type AppSecrets = {
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** In place of a secret. */
  readonly key?: ClientKey
}

/** A token as the platform granted it. Times are seconds from now. */
export type GrantedToken = {
  readonly accessToken: string
  readonly refreshToken?: string
  readonly expiresInSeconds?: number
  readonly refreshExpiresInSeconds?: number
  /** undefined: the platform does not say, so it is what was asked for (RFC 6749, section 5.1). */
  readonly scopes?: readonly string[]
  /** The platform's id of the person, if the response has it. */
  readonly subject?: string
  /** Further fields that sign or renew, such as the key that the token is bound to, in `proofKey`. */
  readonly fields?: Readonly<Record<string, string>>
  /** The account, as the response describes it. */
  readonly account?: Readonly<Record<string, unknown>>
}

export type OAuthClientOptions = {
  readonly dialect: Dialect
  readonly endpoints: Endpoints
  readonly app: AppSecrets
  /** Registered at the platform, character by character. */
  readonly redirectUri: string
  readonly fetch: GuardedFetch
  /** The key that tokens are bound to, as its scalar; for a dialect that binds them. */
  readonly proofKey?: string | undefined
}

/** Of OAuth 1.0 (RFC 5849, section 2.1): stands for the consent while the browser is at the platform. */
export type RequestToken = { readonly token: string; readonly secret: string }

export type AuthorizationRequest = {
  readonly state: string
  readonly scopes: readonly string[]
  /** The PKCE verifier. */
  readonly verifier: string
  /** Parameters of this application, such as the configuration of Facebook Login for Business. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly requestToken?: RequestToken | undefined
}

export type OAuthClient = {
  /** OAuth 1.0 only: what the browser's request is made of. Throws ConnectFault. */
  requestToken?(state: string): Promise<RequestToken>
  /** Where the browser goes. Throws ConnectFault when the server refuses the request. */
  authorizeUrl(request: AuthorizationRequest): Promise<string>
  /** The query of the callback → the token. Throws ConnectFault. */
  exchange(
    query: URLSearchParams,
    expected: {
      readonly state: string
      readonly verifier: string
      readonly requestToken?: RequestToken | undefined
    },
  ): Promise<GrantedToken>
  /** The refresh token → the next token. Throws ConnectFault: `connection_expired` if the platform refused the refresh
   * token. */
  refresh(refreshToken: string): Promise<GrantedToken>
  /** Best effort: resolves to false when the platform has no such endpoint, or refused. */
  revoke(token: string): Promise<boolean>
}

/** As platforms document it. RFC 6749, section 2.3.1, encodes both parts before, which platforms do not decode: ids and
 * secrets with `-`, `_` or `+` would be refused. */
const basic =
  (secret: string): ClientAuth =>
  (_server, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)

const SECRETS: Readonly<Record<'body' | 'basic', (secret: string) => ClientAuth>> = {
  body: ClientSecretPost,
  basic,
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** What verifies is public. */
const cryptoKeyOf = (key: KeyObject, usage: 'sign' | 'verify'): CryptoKey =>
  key.toCryptoKey(ES256, usage === 'verify', [usage]) as CryptoKey

const proofOf = ({ proof }: Dialect, { clientSecret, key }: AppSecrets): ClientAuth => {
  if (proof === 'assertion' && key !== undefined)
    return PrivateKeyJwt({ key: cryptoKeyOf(key.privateKey, 'sign'), kid: key.id })
  return (proof === 'body' || proof === 'basic') && clientSecret !== undefined ? SECRETS[proof](clientSecret) : None()
}

const possessionOf = (client: Client, scalar: string): DPoPHandle => {
  const { privateKey } = p256Key(scalar)
  return DPoP(client, {
    privateKey: cryptoKeyOf(privateKey, 'sign'),
    publicKey: cryptoKeyOf(createPublicKey(privateKey), 'verify'),
  })
}

export const createOAuthClient = (options: OAuthClientOptions): OAuthClient => {
  const { dialect, endpoints, app, redirectUri, fetch: call, proofKey } = options
  const server: AuthorizationServer = {
    issuer: endpoints.issuer,
    token_endpoint: endpoints.token,
    authorization_response_iss_parameter_supported: endpoints.namesIssuer,
    ...(endpoints.revoke !== undefined && { revocation_endpoint: endpoints.revoke }),
    ...(endpoints.push !== undefined && { pushed_authorization_request_endpoint: endpoints.push }),
  }
  const client: Client = { client_id: app.clientId }
  const proof = proofOf(dialect, app)
  const possession =
    dialect.bindsTokens && proofKey !== undefined ? { DPoP: possessionOf(client, proofKey) } : undefined

  const send = async (url: string, init: FetchInit): Promise<Response> => {
    if (dialect.clientIdField !== undefined && init.body instanceof URLSearchParams) {
      init.body.set(dialect.clientIdField, app.clientId)
      init.body.delete('client_id')
    }
    return adaptResponse(await call(url, init), dialect)
  }
  const request = {
    // The egress decides what may be called. Plain HTTP remains for loopback and for hosts that the operator allows.
    [allowInsecureRequests]: endpoints.token.startsWith('http:'),
    [customFetch]: (url: string, init: object) => send(url, init as FetchInit),
    ...possession,
  }
  /** Responses as they come. */
  const plainRequest = { ...request, [customFetch]: (url: string, init: object) => call(url, init as FetchInit) }

  /** A server tells the nonce of proofs by a refusal, and changes it at any time (RFC 9449, section 8). */
  const withNonce = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (possession === undefined || !isDPoPNonceError(error)) throw error
      return work()
    }
  }

  const push = async (server: AuthorizationServer, fields: Readonly<Record<string, string>>): Promise<Response> =>
    pushedAuthorizationRequest(server, client, proof, fields, plainRequest)

  /** The parameters of the browser's request, in place of those that the server has taken. */
  const pushed = async (fields: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> => {
    try {
      const { request_uri } = await withNonce(async () => {
        const response = await push(server, fields)
        // Without nonces, a stolen proof would work later, too.
        if (possession !== undefined && response.status === 201 && response.headers.get('dpop-nonce') === null)
          throw new ConnectFault('platform_error', { reason: 'no_nonce' })
        return processPushedAuthorizationResponse(server, client, response)
      })
      return { client_id: app.clientId, request_uri }
    } catch (error) {
      throw toFault(error)
    }
  }

  const read = (response: TokenEndpointResponse): GrantedToken => {
    // A token that is not bound to the key would work for everybody who sees it.
    if (possession !== undefined && response.token_type !== 'dpop')
      throw new ConnectFault('platform_error', { reason: 'not_bound' })
    const fields = possession !== undefined && proofKey !== undefined ? { fields: { proofKey } } : {}
    return { ...readToken(response, dialect), ...fields }
  }

  return {
    async authorizeUrl({ state, scopes, verifier, parameters = {} }) {
      const url = new URL(endpoints.authorize)
      const fields = {
        [dialect.clientIdField ?? 'client_id']: app.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(dialect.separator),
        state,
        ...(endpoints.pkce && {
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
        ...dialect.authorizeParameters,
        ...parameters,
      }
      const sent = endpoints.push === undefined ? fields : await pushed(fields)
      for (const [name, value] of Object.entries(sent)) if (value !== '') url.searchParams.set(name, value)
      return url.href
    },

    async exchange(query, { state, verifier }) {
      try {
        const checked = validateAuthResponse(server, client, query, state)
        const usedVerifier = endpoints.pkce ? verifier : nopkce
        const options = { ...request, additionalParameters: dialect.tokenParameters ?? {} }
        return await withNonce(async () => {
          const response = await authorizationCodeGrantRequest(
            server,
            client,
            proof,
            checked,
            redirectUri,
            usedVerifier,
            options,
          )
          return read(await processAuthorizationCodeResponse(server, client, response))
        })
      } catch (error) {
        throw toFault(error)
      }
    },

    async refresh(refreshToken) {
      try {
        return await withNonce(async () => {
          const response = await refreshTokenGrantRequest(server, client, proof, refreshToken, request)
          if (response.status === 429) throw new ConnectFault('platform_rate_limited')
          return read(await processRefreshTokenResponse(server, client, response))
        })
      } catch (error) {
        throw toFault(error)
      }
    },

    async revoke(token) {
      const { revoke } = endpoints
      if (revoke === undefined) return false
      try {
        if (possession === undefined) {
          const { status } = await revocationRequest(server, client, proof, token, request)
          // Reddit has nothing to say: 204.
          return status === 200 || status === 204
        }
        // The library proves possession at the other endpoints only. What it sends is the same for this one.
        const there = { ...server, pushed_authorization_request_endpoint: revoke }
        const first = await push(there, { token })
        return (first.status === 400 ? await push(there, { token }) : first).status === 200
      } catch {
        return false
      }
    },
  }
}

const readToken = (response: TokenEndpointResponse, { quirks }: Dialect): GrantedToken => {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInSeconds, scope } = response
  const refreshExpiresInSeconds =
    secondsIn(response[quirks.refreshLifetimeField ?? '']) ??
    (refreshToken === undefined ? undefined : quirks.refreshLivesSeconds)
  const subject = response[quirks.subjectField ?? '']
  const account = response[quirks.accountField ?? '']
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresInSeconds !== undefined && { expiresInSeconds }),
    ...(refreshExpiresInSeconds !== undefined && { refreshExpiresInSeconds }),
    ...(scope !== undefined && { scopes: scope.split(' ') }),
    ...((typeof subject === 'string' || typeof subject === 'number') && { subject: String(subject) }),
    ...(isObject(account) && { account }),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Errors that mean that the operator's client is wrong, at the authorization or the token endpoint. */
const OF_CLIENT: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_request',
  'unsupported_response_type',
  'unsupported_grant_type',
  // Google's own. https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors
  'deleted_client',
  'redirect_uri_mismatch',
  // GitHub's own.
  'application_suspended',
  // LinkedIn's own.
  'unauthorized_scope_error',
])
/** What platforms say when the person pressed no. */
const OF_PERSON: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'])

const toFault = (error: unknown): ConnectFault => {
  if (error instanceof ConnectFault) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return judge(error.error)
  if (error instanceof ApiError) {
    if (error.code === 'link_timeout') return new ConnectFault('platform_timeout', { cause: error })
    if (error.code === 'rate_limited') return new ConnectFault('platform_rate_limited', { cause: error })
  }
  // Its own cause would contain the response.
  return new ConnectFault('platform_error', { reason: codeOf(error) })
}

const codeOf = (error: unknown): string => (error as { readonly code?: unknown })?.code?.toString() ?? 'unknown'

const judge = (reason: string): ConnectFault => {
  if (OF_PERSON.has(reason)) return new ConnectFault('connection_denied', { reason })
  if (OF_CLIENT.has(reason)) return new ConnectFault('platform_unauthorized', { reason })
  if (reason === 'invalid_grant') return new ConnectFault('connection_expired', { reason })
  return new ConnectFault('platform_error', { reason })
}
