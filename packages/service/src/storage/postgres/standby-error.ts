// A server that answers and takes no writes: a standby, or one that is set to be read-only.

import type { ClientBase } from 'pg'

/** PostgreSQL's read_only_sql_transaction, which a statement that writes there fails with. */
export const READ_ONLY = '25006'

/** What a statement is sent over. */
export type Asked = Pick<ClientBase, 'query'>

export class StandbyError extends Error {
  readonly code = READ_ONLY

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StandbyError'
  }
}

/** Rejects where the server follows another one. */
export const requireNoStandby = async (client: Asked): Promise<void> => {
  const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
  if (rows[0]?.is)
    throw new StandbyError('it is a standby, which can only be read: DATABASE_URL has to name the primary')
}
