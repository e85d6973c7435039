// The connections, as many as are allowed. Every error leaves as a StoreError, and a connection that something went
// wrong on is never lent again.

import { createHash } from 'node:crypto'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import { isHarmless, storeErrorOf } from './failure.ts'
import type { Limits } from './limits.ts'
import { NUMBERS } from './numbers.ts'
import type { PostgresSettings } from './settings.ts'

export type Answer = { readonly command: string; readonly affected: number; readonly rows: readonly unknown[] }

export type Connection = {
  ask(text: string, values: readonly unknown[]): Promise<Answer>
  release(): void
}

export type Connections = {
  acquire(): Promise<Connection>
  /** One statement in one round trip, a transaction of its own. */
  ask(text: string, values: readonly unknown[]): Promise<Answer>
  /** Resolves when everything lent has come back. Again is no error. */
  close(): Promise<void>
}

/** A connection is closed after this, so that those to a server that took over find their way. */
const LIFETIME_SECONDS = 1_800
const IDLE_MS = 30_000
/** How long a peer that vanished without a word is believed to be there. */
const KEEP_ALIVE_MS = 10_000

export const clientConfig = (settings: PostgresSettings, limits: Limits): ClientConfig => ({
  host: settings.host,
  port: settings.port,
  user: settings.user,
  password: settings.password,
  database: settings.database,
  application_name: settings.applicationName,
  ssl: settings.tls,
  enableChannelBinding: settings.channelBinding,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  connectionTimeoutMillis: limits.connectMs,
  query_timeout: limits.answerMs,
  types: NUMBERS,
  // PgBouncer refuses connections that come with settings; there they belong to the role: ALTER ROLE … SET ….
  ...(!settings.pooled && {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  }),
})

export const createConnections = (settings: PostgresSettings, limits: Limits): Connections => {
  const pool = new Pool({
    ...clientConfig(settings, limits),
    max: settings.connections ?? limits.connections,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
  })
  // Without a listener the loss of a connection would end the process. Whoever asks over it hears of the loss.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let closing: Promise<void> | undefined

  const nameOf = settings.pooled ? () => undefined : createNames()

  const acquire = async (): Promise<Connection> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw storeErrorOf(error)
    })
    return lend(client, nameOf)
  }

  return {
    acquire,
    async ask(text, values) {
      const connection = await acquire()
      try {
        return await connection.ask(text, values)
      } finally {
        connection.release()
      }
    },
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

const lend = (client: PoolClient, nameOf: (text: string) => string | undefined): Connection => {
  let broken: unknown
  return {
    async ask(text, values) {
      // What goes on behind a question that was not answered would wait as long as that did.
      if (broken !== undefined) throw storeErrorOf(broken)
      try {
        const name = values.length > 0 ? nameOf(text) : undefined
        const { command, rowCount, rows } = await client.query<Record<string, unknown>>({
          text,
          values: [...values],
          ...(name !== undefined && { name }),
        })
        return { command, affected: rowCount ?? 0, rows }
      } catch (error) {
        if (!isHarmless(error)) broken = error
        throw storeErrorOf(error)
      }
    },
    release() {
      // 'I': in no transaction. One that was left open would give its locks and its sight to the next borrower.
      client.release(broken !== undefined || client.getTransactionStatus() !== 'I')
    },
  }
}

/** Names for prepared statements: parsed and planned once per connection. A name is made of its text, so that a
 * pooler that shares them among processes shares the right ones. */
const createNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const held = names.get(text)
    if (held !== undefined || names.size >= MOST_NAMES) return held
    const name = `central_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    names.set(text, name)
    return name
  }
}

const MOST_NAMES = 500
