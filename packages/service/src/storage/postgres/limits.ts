// How long PostgreSQL may take and how many connections it is asked for. Every wait has an end on both sides: the server
// stops what is slow, and this side stops waiting for a server that does not even say so.

export type Limits = {
  readonly connections: number
  /** For a new connection, and for one of the pool to come free. */
  readonly connectMs: number
  readonly statementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
  /** From a statement's sending to its answer. Longer than `statementMs`, so that a server that lives says no itself. */
  readonly answerMs: number
  /** For the whole wait of a process that another one migrates before. */
  readonly migrationMs: number
}

export const LIMITS: Limits = {
  connections: 10,
  connectMs: 3_000,
  statementMs: 5_000,
  lockMs: 3_000,
  idleInTransactionMs: 10_000,
  answerMs: 6_000,
  migrationMs: 60_000,
}
