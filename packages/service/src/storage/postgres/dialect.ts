// The Kysely dialect over our own connection pool.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { StoreError } from '../store-error.ts'
import type { Connection, Connections } from './pool.ts'

export const postgresDialect = (connections: Connections): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => new LentConnection(await connections.acquire()),
    releaseConnection: async (lent) => asLent(lent).release(),
    beginTransaction: (lent, { isolationLevel = 'read committed', accessMode = 'read write' }) =>
      asLent(lent).run(`begin isolation level ${isolationLevel} ${accessMode}`),
    commitTransaction: (lent) => asLent(lent).commit(),
    rollbackTransaction: (lent) => asLent(lent).run('rollback'),
    destroy: async () => {},
  }),
})

class LentConnection implements DatabaseConnection {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#connection.send(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affected) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read whole')
  }

  async run(statement: string): Promise<void> {
    await this.#connection.send(statement, [])
  }

  async commit(): Promise<void> {
    const { command } = await this.#connection.send('commit', [])
    // A commit of a failed transaction reports ROLLBACK as its command.
    if (command !== 'COMMIT') throw new StoreError('unavailable', new Error('The transaction was rolled back'))
  }

  release(): void {
    this.#connection.release()
  }
}

const asLent = (connection: DatabaseConnection): LentConnection => {
  if (connection instanceof LentConnection) return connection
  throw new TypeError('A connection of another driver')
}
