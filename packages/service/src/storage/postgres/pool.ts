// The connections, as many as are allowed. Every error leaves as a StoreError, and a connection that something went
// wrong on is never lent again.

import { createHash } from 'node:crypto'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { PostgresAddress, PostgresHost } from '../address/postgres-address.ts'
import { isHarmless, isReadOnly, storeErrorOf } from './failure.ts'
import type { Limits } from './limits.ts'
import { NUMBERS } from './numbers.ts'
import { createPrimary, type Primary } from './primary.ts'
import { requireWritable } from './standby-error.ts'
import { tlsOptions } from './tls-options.ts'

export type Response = { readonly command: string; readonly affected: number; readonly rows: readonly unknown[] }

export type Connection = {
  send(text: string, values: readonly unknown[]): Promise<Response>
  release(): void
}

export type Connections = {
  acquire(): Promise<Connection>
  /** One statement in one round trip, a transaction of its own. */
  send(text: string, values: readonly unknown[]): Promise<Response>
  /** Resolves when everything lent has come back. Again is no error. */
  close(): Promise<void>
}

/** A connection is closed after this, so that those to a server that took over find their way. */
const LIFETIME_SECONDS = 1_800
const IDLE_MS = 30_000
/** How long a peer that vanished without a word is believed to be there. */
const KEEP_ALIVE_MS = 10_000

/** Makes what a connection to a host of the address is configured with. Reads certificates, once. */
export const clientConfigs = (address: PostgresAddress, limits: Limits): ((host: PostgresHost) => ClientConfig) => {
  const tls = address.tls && tlsOptions(address.tls)
  return ({ host, port }) => ({
    host,
    port,
    user: address.user,
    password: address.password,
    database: address.database,
    application_name: address.applicationName,
    ...(address.options !== undefined && { options: address.options }),
    // A folder of sockets is on this machine; PostgreSQL's own clients encrypt nothing there either.
    ssl: host.startsWith('/') ? false : tls,
    enableChannelBinding: address.channelBinding,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: address.connectMs ?? limits.connectMs,
    query_timeout: limits.answerMs,
    types: NUMBERS,
    // PgBouncer refuses connections that come with settings; there they belong to the role: ALTER ROLE … SET ….
    ...(!address.pooled && {
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
  })
}

export type ConnectionsOptions = {
  readonly address: PostgresAddress
  readonly limits: Limits
  readonly configOf: (host: PostgresHost) => ClientConfig
  readonly primary: Primary
}

/** What is common to everything that connects to the address. */
export const postgresParts = (
  address: PostgresAddress,
  limits: Limits,
  elapsed: () => number = () => performance.now(),
): ConnectionsOptions => {
  const configOf = clientConfigs(address, limits)
  return { address, limits, configOf, primary: createPrimary({ hosts: address.hosts, configOf, elapsed }) }
}

export const createConnections = ({ address, limits, configOf, primary }: ConnectionsOptions): Connections => {
  const hasSeveral = address.hosts.length > 1
  const pool = new Pool({
    ...configOf(primary.current()),
    max: address.connections ?? limits.connections,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    // Connects to the host that takes writes at that moment.
    Client: class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, ...configOf(primary.current()) })
      }
    },
    // One that was promoted or left behind meanwhile says so before anybody writes there.
    ...(hasSeveral && { onConnect: requireWritable }),
  })
  // Without a listener the loss of a connection would end the process. Whoever asks over it hears of the loss.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const lent = new Set<PoolClient>()
  // Whoever waits for a host that was left behind would wait until its time is up.
  primary.onMove(() => {
    for (const client of lent) if (!primary.isCurrent(client)) client.end().catch(() => {})
  })
  let isSuspect = false
  let closing: Promise<void> | undefined

  const nameOf = address.pooled ? () => undefined : createNames()

  /** A connection to the host that takes writes; those to another one are dropped on the way. */
  const take = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if (primary.isCurrent(client)) return client
      client.release(true)
    }
  }

  const takeFromPrimary = async (): Promise<PoolClient> => {
    if (!hasSeveral) return pool.connect()
    if (isSuspect) {
      await primary.find()
      isSuspect = false
    }
    const before = primary.current()
    try {
      return await take()
    } catch (error) {
      // Where the same host is found again, whatever failed was no matter of the host.
      if (closing || (await primary.find()) === before) throw error
      return take()
    }
  }

  const acquire = async (): Promise<Connection> => {
    const client = await takeFromPrimary().catch((error: unknown) => {
      throw storeErrorOf(error)
    })
    lent.add(client)
    return lend(client, nameOf, (error) => {
      lent.delete(client)
      isSuspect ||= isReadOnly(error)
    })
  }

  return {
    acquire,
    async send(text, values) {
      const connection = await acquire()
      try {
        return await connection.send(text, values)
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

/** `onReturn` is told of the error that the connection is not lent again for. */
const lend = (
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
  onReturn: (error: unknown) => void,
): Connection => {
  let broken: unknown
  return {
    async send(text, values) {
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
      onReturn(broken)
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
