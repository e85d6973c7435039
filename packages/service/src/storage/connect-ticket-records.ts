// The record of a consent that is under way: from the request of a client until the browser returns. Times are whole
// milliseconds since the epoch.

/** `new`: requested. `started`: the browser went to the platform. `exchanging`: its callback came, and no other one
 * counts any more. `choosing`: the person chooses among several accounts. `done` and `failed` are final. */
export type ConnectTicketState = 'new' | 'started' | 'exchanging' | 'choosing' | 'done' | 'failed'

export type ConnectTicketRecord = {
  /** SHA-256 of the ticket, base64url: whoever has the id cannot use the ticket. */
  readonly id: string
  readonly licenseId: string
  readonly state: ConnectTicketState
  /** What was requested, and the secrets of the exchange, as JSON; sealed under a secret that is not in the store. */
  readonly sealed: string
  /** The ids of the connections, separated by commas, or the code of the error; null until the ticket is final. */
  readonly result: string | null
  readonly createdAt: number
  /** How often the record was stored; 0 for a new one. */
  readonly version: number
}
