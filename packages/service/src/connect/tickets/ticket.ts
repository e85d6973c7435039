// A consent that is under way: what a client requested, and what the exchange needs. It is sealed in the store; the URL
// that the browser opens has only the ticket's secret, which the store knows as a hash.

import type { ConnectTicketRecord } from '../../storage/connect-ticket-records.ts'
import type { ConnectionInclude } from '../../storage/connection-records.ts'
import type { Connectable } from '../flows/flow.ts'
import type { GrantedToken, RequestToken } from '../oauth/oauth-client.ts'

export type ConnectRequest = {
  readonly platform: string
  /** Of a federated platform. */
  readonly host: string | null
  /** The account that the client expects, in canonical form; null: any. */
  readonly account: string | null
  /** The account that the client expects, to be shown. A ticket of a version before has no such field. */
  readonly handle?: string
  /** The platform's id of the account that has to come back; null: any. */
  readonly accountId: string | null
  /** Where the browser returns to; null: to a page of the service that says that it can be closed. */
  readonly returnTo: string | null
  /** The only site that may use the connection; null: every site of the license. */
  readonly site: string | null
  /** The site that asked. */
  readonly askedBySite: string | null
  readonly label: string | null
  readonly include: readonly ConnectionInclude[]
  /** The application to use; null: the first one. */
  readonly app: string | null
  /** The connection to renew; null: a new one, or the one of the account that comes back. */
  readonly reconnect: string | null
}

/** The way to the platform: one browser, one nonce. A second start replaces it. */
export type StartedFlow = {
  /** SHA-256 of the browser's cookie, base64url. */
  readonly cookieHash: string
  readonly nonce: string
  /** The PKCE verifier. */
  readonly verifier: string
  /** The key that the token is going to be bound to, as its scalar. */
  readonly proofKey?: string
  /** Of OAuth 1.0. */
  readonly requestToken?: RequestToken
  readonly scopes: readonly string[]
  readonly appId: string
  readonly startedAt: number
  /** Where the browser goes at the platform. A ticket of a version before has no such field. */
  readonly location?: string
}

/** The accounts that a person chooses among. */
export type Choice = {
  readonly token: GrantedToken
  /** When the token was granted. */
  readonly grantedAt: number
  readonly accounts: readonly Connectable[]
}

export type TicketContent = {
  readonly request: ConnectRequest
  readonly started?: StartedFlow
  readonly choice?: Choice
  /** Once the ticket is final: of the browser that may see how it ended. */
  readonly cookieHash?: string
  /** Why it failed, beyond the code: one word. */
  readonly reason?: string
  /** Names of accounts that were chosen and found no place. */
  readonly leftOut?: readonly string[]
}

export type Ticket = Omit<ConnectTicketRecord, 'sealed'> & { readonly content: TicketContent }

/** How long the URL may be opened, and the browser may take at the platform. */
export const TICKET_MS = 10 * 60_000
/** How long a person may choose. The cookie lives as long. */
export const CHOICE_MS = 15 * 60_000

/** Whether less time has passed. A clock that was set back makes a ticket expire, too. */
export const isWithin = (since: number, now: number, limitMs: number): boolean => {
  const age = now - since
  return age >= -60_000 && age < limitMs
}

/** Whether nobody can finish it any more. Where the browser has come back, the exchange gets as long again. */
export const isLapsed = ({ state, createdAt, content: { started, choice } }: Ticket, now: number): boolean => {
  if (state === 'done' || state === 'failed') return false
  const [since, limitMs] = choice ? [choice.grantedAt, CHOICE_MS] : [started?.startedAt ?? createdAt, TICKET_MS]
  return !isWithin(since, now, state === 'exchanging' ? limitMs + TICKET_MS : limitMs)
}
