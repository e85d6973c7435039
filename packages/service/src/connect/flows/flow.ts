// How accounts of one platform are connected: its dialect, what is asked for, and how the accounts of a token are read.

import type { ConnectionInclude } from '../../storage/connection-records.ts'
import type { Dialect, Endpoints } from '../dialects/dialect.ts'
import type { GuardedFetch } from '../oauth/guarded-fetch.ts'
import type { AppSecrets, GrantedToken } from '../oauth/oauth-client.ts'

/** An account that a token can read. */
export type Connectable = {
  /** The platform's id of the account. */
  readonly id: string
  /** Canonical. */
  readonly handle: string
  readonly displayName: string | null
  /** Its page. */
  readonly url: string | null
  readonly avatarUrl: string | null
  /** Of the account itself, where it is not the person's: a page has its own. */
  readonly token?: GrantedToken
  /** Further fields that its calls need, such as its server. */
  readonly fields?: Readonly<Record<string, string>>
}

export type Question = {
  readonly url: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as a form, by POST. */
  readonly form?: Readonly<Record<string, string>>
  /** Sent as JSON, by POST. */
  readonly json?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the platform. Resolves to the JSON object of a successful response, and rejects with ConnectFault. */
export type Ask = (question: Question) => Promise<Readonly<Record<string, unknown>>>

export type Scopes = {
  /** Without these nothing can be read. */
  readonly least: readonly string[]
  readonly asked: readonly string[]
  /** Asked for in addition where the client wants what is not public. */
  readonly private?: readonly string[]
}

/** How a platform with many hosts is set up. */
export type Federated = {
  /** The endpoints at the host. */
  readonly discover: (host: string, ask: Ask) => Promise<Endpoints>
  readonly client: RegisteredClient | UrlClient
  /** Accounts that choose their host, and keep their id when they move. */
  readonly movable?: Movable
  /** Origins of the platform itself. All others are hosts that a person named. */
  readonly trusted?: readonly string[]
}

/** Each host gives the service a client id of its own. */
export type RegisteredClient = {
  readonly by: 'registration'
  /** Registers this service at the host. */
  readonly register: (
    host: string,
    client: {
      readonly name: string
      readonly website: string
      readonly redirectUri: string
      readonly scopes: readonly string[]
    },
    ask: Ask,
  ) => Promise<AppSecrets>
  /** Whether the host still knows the client: hosts forget clients that nobody uses. */
  readonly isKnown: (endpoints: Endpoints, app: AppSecrets, ask: Ask) => Promise<boolean>
}

/** The client id is a URL of the service. One redirect URI serves every host, so each host must name itself in its
 * responses (RFC 9207). */
export type UrlClient = { readonly by: 'url'; readonly path: string }

/** What a client named, in canonical form. */
export type Named = { readonly host: string | null; readonly account: string | null }
export type Located = {
  /** Of the authorization server. */
  readonly host: string
  /** The id of the account that has to come back; null: any. */
  readonly accountId: string | null
}

export type Movable = {
  /** Throws ConnectFault, and ApiError: `profile_not_found`. */
  readonly locate: (named: Named, ask: Ask) => Promise<Located>
  /** Resolves to further fields of its calls, such as its server now. Throws ConnectFault: `connection_expired` if the
   * account has moved away from the host. */
  readonly confirm: (host: string, accountId: string, ask: Ask) => Promise<Readonly<Record<string, string>>>
}

/** How a token is renewed. */
export type Renewal =
  /** RFC 6749, section 6. `rotates`: each refresh token works once. */
  | { readonly by: 'refresh_token'; readonly rotates: boolean }
  /** The token itself is exchanged for the next one while it works, by a GET. */
  | {
      readonly by: 'exchange'
      readonly url: string
      readonly grantType: string
      /** Platforms refuse to exchange a younger token. */
      readonly notBeforeSeconds: number
    }

export type ConnectFlow = {
  readonly dialect: Dialect
  /** As people know the platform. */
  readonly name: string
  /** What a person without an account that can be read learns. Absent: everybody who signs in has one. */
  readonly noAccount?: string
  /** What the person allows, one sentence each, for the start page. */
  readonly allows: readonly string[]
  readonly scopes: Scopes
  /** What the platform's page asks for beyond reading where posts that are not public are asked for, one sentence. */
  readonly privateNote?: string
  /** What visitors of a website see because of each scope, one sentence, for the reviewers of the platform. */
  readonly uses?: Readonly<Record<string, string>>
  readonly federated?: Federated
  /** A short-lived token → one that lasts. */
  readonly settle?: (token: GrantedToken, ask: Ask, app: AppSecrets) => Promise<GrantedToken>
  /** Absent: tokens cannot be renewed, or do not end. */
  readonly renewal?: Renewal
  /** Takes a token back where the platform has no endpoint of RFC 7009. May reject: the token is deleted here anyway. */
  readonly revoke?: (token: string, call: GuardedFetch, app: AppSecrets) => Promise<unknown>
  /** The accounts that the token can read: one, or several to choose among. `include`: what the client asked for. */
  readonly accounts: (
    token: GrantedToken,
    ask: Ask,
    base: string,
    app: AppSecrets,
    include: readonly ConnectionInclude[],
  ) => Promise<readonly Connectable[]>
  /** Of several accounts one is chosen: they have the same token, and each renewal replaces it. */
  readonly choosesOne?: true
}

/** Federated platforms and the sandbox need no application of the operator's: the service registers itself. */
export const needsNoApp = ({ dialect, federated }: ConnectFlow): boolean =>
  federated !== undefined || dialect.platform === 'sandbox'

export const scopesFor = (
  { asked, private: more = [] }: Scopes,
  include: readonly ConnectionInclude[],
): readonly string[] => (include.includes('private') ? [...asked, ...more] : asked)

/** The scopes that were asked for and are not granted. What the platform does not name is granted (RFC 6749, section
 * 5.1). */
export const missingOf = (asked: readonly string[], granted: readonly string[] | undefined): readonly string[] =>
  granted === undefined ? [] : asked.filter((scope) => !granted.includes(scope))
