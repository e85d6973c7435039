// How one platform speaks OAuth 2.0 (RFC 6749), or OAuth 1.0 (RFC 5849), as data. What oauth4webapi does not forgive is
// mended before it sees a response, by the quirks of the dialect.

/** How the client proves itself at the token endpoint: by fields of the body or by HTTP Basic (RFC 6749, section 2.3.1),
 * by a signed assertion (RFC 7523), or, as a public client, not at all. With OAuth 1.0, it signs each request. */
export type ClientProof = 'body' | 'basic' | 'assertion' | 'signature' | 'none'

/** What calls with a token need of the application that it was given to. */
export type CallsNeed = 'client_id' | 'secret_proof' | 'secret'

/** Ways in which responses of a token endpoint differ from RFC 6749, section 5. */
export type Quirks = {
  /** `token_type` is missing, and means bearer. */
  readonly impliesBearer?: true
  /** The fields of the token may be inside of `data: […]`. */
  readonly mayWrapInData?: true
  /** The granted scopes are in a field of another name. */
  readonly scopeField?: string
  /** An error comes with the status 200. */
  readonly errorsWithSuccess?: true
  /** What the platform says in place of an error of RFC 6749, section 5.2 → that error: a number or code of its own,
   * a message or a description. */
  readonly errors?: Readonly<Record<string, string>>
  /** The same by the status of the response, where errors have numbers and the table above lacks the number. */
  readonly errorStatuses?: Readonly<Record<number, string>>
  /** A refresh token that ended is refused as a wrong client is. */
  readonly refusesAlike?: true
  /** The response has the platform's id of the person in this field. */
  readonly subjectField?: string
  /** The lifetime of the refresh token, in seconds, is in this field. */
  readonly refreshLifetimeField?: string
  /** The lifetime of a token whose response does not name it. */
  readonly livesSeconds?: number
  /** The lifetime of a refresh token whose response does not name it. */
  readonly refreshLivesSeconds?: number
  /** The response describes the account in this field. */
  readonly accountField?: string
}

export type Dialect = {
  readonly platform: string
  /** Absolute, or, at a platform with many hosts, a path at the host. */
  readonly authorize: string
  readonly token: string
  /** Where temporary tokens come from, which only OAuth 1.0 has. */
  readonly requestToken?: string
  /** RFC 7009, or what is close to it; absent if the platform has nothing to revoke a token with. */
  readonly revoke?: string
  /** What revoking a token ends, by the endpoint above or by the flow: that token, or the person's consent with every
   * token of it. */
  readonly revokes?: 'token' | 'consent'
  readonly proof: ClientProof
  /** The name of `client_id`, where the platform has another one. */
  readonly clientIdField?: string
  /** Between scopes, in requests and in responses. */
  readonly separator: ' ' | ','
  /** Whether the platform accepts PKCE (RFC 7636). It is used wherever it is accepted. */
  readonly pkce: boolean
  /** Further parameters of the authorization request. */
  readonly authorizeParameters?: Readonly<Record<string, string>>
  /** Further parameters of the token request. */
  readonly tokenParameters?: Readonly<Record<string, string>>
  /** How the platform reports that a person removed the application. */
  readonly reports?: 'signed_request' | 'webhook'
  /** Whether tokens are bound to a key, whose possession each request proves (DPoP, RFC 9449). */
  readonly bindsTokens?: true
  readonly callsNeed?: CallsNeed
  readonly quirks: Quirks
}

/** The endpoints of a dialect at a host. */
export type Endpoints = {
  /** Identifies the server (RFC 8414, section 2); its origin if it has no metadata. */
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  readonly requestToken?: string
  readonly revoke?: string
  /** Takes authorization requests (PAR, RFC 9126). Browsers carry them when absent. */
  readonly push?: string
  readonly pkce: boolean
  /** In place of OAuth. */
  readonly protocol?: 'miauth'
  /** The server promises to name itself in each authorization response (RFC 9207). */
  readonly namesIssuer: boolean
}

/** `base`: where paths of the dialect start, for a platform with many hosts; ignored for any other. */
export const endpointsOf = ({ authorize, token, requestToken, revoke, pkce }: Dialect, base = ''): Endpoints => {
  const at = (path: string): string => (path.startsWith('/') ? `${base}${path}` : path)
  return {
    issuer: new URL(at(token)).origin,
    authorize: at(authorize),
    token: at(token),
    ...(requestToken !== undefined && { requestToken: at(requestToken) }),
    ...(revoke !== undefined && { revoke: at(revoke) }),
    pkce,
    namesIssuer: false,
  }
}
