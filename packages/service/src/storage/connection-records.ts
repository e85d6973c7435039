// The records of connected accounts: the applications that people consent to, their consents (grants), and the
// connected accounts themselves. Tokens and secrets are stored sealed only. Times are whole milliseconds since the
// epoch.

/** `review`: used only by who names it, and its start page says what each permission is for. `paused`: makes no new
 * connections. */
export const CONNECT_APP_STATES = ['review', 'live', 'paused'] as const
export type ConnectAppState = (typeof CONNECT_APP_STATES)[number]

/** A client at a platform (RFC 6749, section 2). Those of the environment have no record; these are a license's own, those
 * that the operator added, and those that the service registered at a host itself. */
export type ConnectAppRecord = {
  /** `ca_…` */
  readonly id: string
  readonly platform: string
  /** Of a federated platform; null for any other. */
  readonly host: string | null
  /** The license that brought it; null: the operator's, for every license. */
  readonly licenseId: string | null
  readonly clientId: string
  /** Sealed under a secret that is not in the store; null for a public client. */
  readonly sealedSecret: string | null
  readonly label: string | null
  readonly state: ConnectAppState
  readonly createdAt: number
  /** How often the record was stored; 0 for a new one. */
  readonly version: number
}

/** One consent that may cover several accounts, such as the pages of one person. Its token is the person's. */
export type ConnectGrantRecord = {
  /** `cg_…` */
  readonly id: string
  readonly licenseId: string
  readonly platform: string
  /** The record of the application, or the client id of one from the environment. */
  readonly appId: string
  /** HMAC-SHA-256 of the platform's id of the person, hex: what callbacks of the platform name. */
  readonly subjectHash: string | null
  readonly sealedToken: string
  readonly expiresAt: number | null
  readonly createdAt: number
  /** How often the record was stored; 0 for a new one. */
  readonly version: number
}

/** `ending`: it ends at `until`, whatever the service does. A disconnected account has no record. */
export const CONNECTION_STATES = ['connected', 'limited', 'ending', 'ended'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Why a connection is `limited`, `ending` or `ended`. */
export const CONNECTION_REASONS = [
  'expired',
  'removed_by_owner',
  'password_changed',
  'checkpoint',
  'role_lost',
  'scope_missing',
  'account_gone',
  'app_closed',
] as const
export type ConnectionReason = (typeof CONNECTION_REASONS)[number]

/** What a connection may show besides what the platform shows to anybody. */
export type ConnectionInclude = 'private'

/** A connected account. A license has at most one for each account of a platform. */
export type ConnectionRecord = {
  /** `cn_…` */
  readonly id: string
  readonly licenseId: string
  /** The only site that may use it; null: every site of the license. */
  readonly site: string | null
  readonly platform: string
  /** Of a federated platform; null for any other. */
  readonly host: string | null
  /** The platform's id of the account. */
  readonly accountId: string
  /** Canonical. */
  readonly handle: string
  readonly displayName: string | null
  /** Of the account's page, if it is known. */
  readonly url: string | null
  readonly avatarUrl: string | null
  /** What the license calls it. */
  readonly label: string | null
  /** The record of the application, or the client id of one from the environment. */
  readonly appId: string
  readonly grantId: string | null
  readonly scopes: readonly string[]
  /** Scopes that were asked for and not granted. */
  readonly missingScopes: readonly string[]
  readonly include: readonly ConnectionInclude[]
  readonly state: ConnectionState
  /** When the state began. */
  readonly since: number
  /** The end of `limited` or `ending`. */
  readonly until: number | null
  readonly reason: ConnectionReason | null
  /** The fields that sign, as JSON, sealed under a secret that is not in the store. */
  readonly sealedToken: string
  readonly expiresAt: number | null
  /** The end of the refresh token; null if it has none, or does not end. */
  readonly refreshExpiresAt: number | null
  /** When its owner last agreed. */
  readonly consentedAt: number
  readonly renewedAt: number | null
  /** When the service next renews the token or changes the state; null: never. */
  readonly dueAt: number | null
  /** HMAC-SHA-256 of the platform's id of the person, hex: what callbacks of the platform name. */
  readonly subjectHash: string | null
  /** The site that started the connection. */
  readonly connectedBySite: string | null
  readonly createdAt: number
  /** Rounded to the hour. */
  readonly lastReadAt: number | null
  /** How often the record was stored; 0 for a new one. */
  readonly version: number
}
