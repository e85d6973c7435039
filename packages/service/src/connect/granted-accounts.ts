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

/** Resolves to the ids of the connections. Throws ConnectFault: `connection_limit_reached`,
 * `connection_other_account`. */
export type SaveAccounts = (granted: GrantedAccounts) => Promise<readonly string[]>
