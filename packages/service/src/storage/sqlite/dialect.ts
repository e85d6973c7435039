// The Kysely dialect over the connection to the thread.

import {
  type AccessMode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { compactBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Query } from '../records/cache-query.ts'
import type { Connection } from './connection.ts'

export const sqliteDialect = (connection: Connection): Dialect => ({
  createAdapter: () => new ThreadAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => new ThreadConnection(connection),
    releaseConnection: async () => {},
    beginTransaction: (lent, { accessMode }) => asThread(lent).begin(accessMode),
    commitTransaction: (lent) => asThread(lent).end('commit'),
    rollbackTransaction: (lent) => asThread(lent).end('rollback'),
    destroy: async () => {},
  }),
})

class ThreadAdapter extends SqliteAdapter {
  /** The connection separates transactions itself. Independent statements are sent in parallel, so that under load the
   * thread is waited for once and not once per statement. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #connection: Connection
  #transaction: symbol | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#connection.run({ op: 'query', ...toSend(query) }, this.#transaction)
    return { rows: rows.map(withBuffers) as R[], numAffectedRows: BigInt(affected) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read whole')
  }

  async begin(accessMode: AccessMode = 'read write'): Promise<void> {
    this.#transaction = await this.#connection.begin(accessMode)
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = undefined
    if (transaction) await this.#connection.end(transaction, how)
  }
}

const asThread = (connection: DatabaseConnection): ThreadConnection => {
  if (connection instanceof ThreadConnection) return connection
  throw new TypeError('A connection of another driver')
}

/** Prepares a statement for the thread: a Buffer is sent as its own bytes, without the rest of its ArrayBuffer. */
export const toSend = ({ sql, parameters }: Query): Query => ({
  sql,
  parameters: parameters.map((value) => (Buffer.isBuffer(value) ? compactBytes(value) : value)),
})

/** A Buffer arrives from another thread as a Uint8Array. */
export const withBuffers = (row: unknown): unknown => {
  if (typeof row !== 'object' || row === null) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
    ]),
  )
}
