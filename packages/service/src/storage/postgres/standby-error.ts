// Detects servers that do not accept writes: standbys, and servers set to read-only.

import type { ClientBase } from 'pg'

/** PostgreSQL's read_only_sql_transaction, the error of a write on such a server. */
export const READ_ONLY = '25006'

/** A client that can run a query. */
export type Queryable = Pick<ClientBase, 'query'>

export class StandbyError extends Error {
  readonly code = READ_ONLY

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StandbyError'
  }
}

type State = { readonly standby: boolean; readonly readonly: boolean }

const read = async (client: Queryable): Promise<State | undefined> => {
  const { rows } = await client.query<State>(
    `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only')::boolean as readonly`,
  )
  return rows[0]
}

/** Rejects when the server is a standby. */
export const requireNoStandby = async (client: Queryable): Promise<void> => {
  const state = await read(client)
  if (state?.standby) throw new StandbyError(STANDBY)
}

/** Rejects when the server does not accept writes, or none from this role. */
export const requireWritable = async (client: Queryable): Promise<void> => {
  const state = await read(client)
  if (state?.standby) throw new StandbyError(STANDBY)
  if (state?.readonly) throw new StandbyError('it is read-only (default_transaction_read_only is on)')
}

const STANDBY = 'it is a read-only standby: set DATABASE_URL to the primary'
