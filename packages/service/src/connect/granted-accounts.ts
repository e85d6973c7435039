// What a consent brought, before it is stored.

import type { Connectable, ConnectFlow } from './flows/flow.ts'
import type { GrantedToken } from './oauth/oauth-client.ts'
import type { ConnectRequest } from './tickets/ticket.ts'

export type GrantedAccounts = {
  readonly licenseId: string
  readonly request: ConnectRequest
  readonly flow: ConnectFlow
  readonly appId: string
  readonly token: GrantedToken
  /** Milliseconds since the epoch. */
  readonly grantedAt: number
  readonly accounts: readonly Connectable[]
  readonly scopes: readonly string[]
  readonly missing: readonly string[]
}

/** What became of the accounts of a consent. */
export type SavedAccounts = {
  /** The ids of the connections. */
  readonly connections: readonly string[]
  /** Those that could not be connected beside them. */
  readonly leftOut: readonly Connectable[]
}

/** Throws ConnectFault if nothing was connected: `connection_limit_reached`, `connection_other_account`,
 * `connection_other_site`, `connection_unknown`. */
export type SaveAccounts = (granted: GrantedAccounts) => Promise<SavedAccounts>
