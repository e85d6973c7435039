// One client at one authorization server: builds the authorization request, and exchanges the code. oauth4webapi checks
// the responses; the dialect makes them readable to it. Codes, verifiers and tokens appear in no error and no log.

import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  None,
  nopkce,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { ApiError } from '../../errors.ts'
import type { Dialect, Endpoints } from '../dialects/dialect.ts'
import { adaptResponse, secondsIn } from './adapt-response.ts'
import { ConnectFault } from './connect-fault.ts'
import type { FetchInit, GuardedFetch } from './guarded-fetch.ts'

/** The client at the platform. */
export type AppSecrets = { readonly clientId: string; readonly clientSecret: string | undefined }

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
}

export type AuthorizationRequest = {
  readonly state: string
  readonly scopes: readonly string[]
  /** The PKCE verifier. */
  readonly verifier: string
  /** Parameters of this application, such as the configuration of Facebook Login for Business. */
  readonly parameters?: Readonly<Record<string, string>>
}

export type OAuthClient = {
  authorizeUrl(request: AuthorizationRequest): Promise<string>
  /** The query of the callback → the token. Throws ConnectFault. */
  exchange(
    query: URLSearchParams,
    expected: { readonly state: string; readonly verifier: string },
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

const AUTHENTICATION: Readonly<Record<Dialect['proof'], (secret: string) => ClientAuth>> = {
  body: ClientSecretPost,
  basic,
  none: () => None(),
}

export const createOAuthClient = (options: OAuthClientOptions): OAuthClient => {
  const { dialect, endpoints, app, redirectUri, fetch: call } = options
  const server: AuthorizationServer = {
    issuer: endpoints.issuer,
    token_endpoint: endpoints.token,
    authorization_response_iss_parameter_supported: endpoints.namesIssuer,
    ...(endpoints.revoke !== undefined && { revocation_endpoint: endpoints.revoke }),
  }
  const client: Client = { client_id: app.clientId }
  const proof = app.clientSecret === undefined ? None() : AUTHENTICATION[dialect.proof](app.clientSecret)

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
    additionalParameters: dialect.tokenParameters ?? {},
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
      for (const [name, value] of Object.entries(fields)) if (value !== '') url.searchParams.set(name, value)
      return url.href
    },

    async exchange(query, { state, verifier }) {
      try {
        const checked = validateAuthResponse(server, client, query, state)
        const usedVerifier = endpoints.pkce ? verifier : nopkce
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          proof,
          checked,
          redirectUri,
          usedVerifier,
          request,
        )
        return readToken(await processAuthorizationCodeResponse(server, client, response), dialect)
      } catch (error) {
        throw toFault(error)
      }
    },

    async refresh(refreshToken) {
      try {
        const response = await refreshTokenGrantRequest(server, client, proof, refreshToken, {
          ...request,
          additionalParameters: {},
        })
        if (response.status === 429) throw new ConnectFault('platform_rate_limited')
        return readToken(await processRefreshTokenResponse(server, client, response), dialect)
      } catch (error) {
        throw toFault(error)
      }
    },

    async revoke(token) {
      if (endpoints.revoke === undefined) return false
      try {
        const { status } = await revocationRequest(server, client, proof, token, {
          ...request,
          additionalParameters: {},
        })
        // Reddit has nothing to say: 204.
        return status === 200 || status === 204
      } catch {
        return false
      }
    },
  }
}

const readToken = (response: TokenEndpointResponse, { quirks }: Dialect): GrantedToken => {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInSeconds, scope } = response
  const refreshExpiresInSeconds =
    refreshToken === undefined
      ? undefined
      : (secondsIn(response[quirks.refreshLifetimeField ?? '']) ?? quirks.refreshLivesSeconds)
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
  // GitHub.
  'application_suspended',
  'redirect_uri_mismatch',
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
