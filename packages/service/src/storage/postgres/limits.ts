// Time limits and the number of connections for PostgreSQL. Every wait ends on both sides: the server cancels slow
// statements, and the client stops waiting for a server that does not respond.

export type Limits = {
  readonly connections: number
  /** To open a connection, and to get a free one from the pool. */
  readonly connectMs: number
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
  /** From sending a statement to its response. Longer than `statementMs`, so that a live server reports the timeout
   * itself. */
  readonly responseMs: number
  /** How long a process waits in total while another one migrates. */
  readonly migrationMs: number
}

export const LIMITS: Limits = {
  connections: 10,
  connectMs: 3_000,
  statementMs: 5_000,
  lockMs: 3_000,
  idleInTransactionMs: 10_000,
  responseMs: 6_000,
  migrationMs: 60_000,
}
