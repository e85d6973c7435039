// A pool of connections. Every error becomes a StoreError, and a connection that failed is never reused.

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
  /** Runs one statement in one round trip, in a transaction of its own. */
  send(text: string, values: readonly unknown[]): Promise<Response>
  /** Resolves when all connections have been returned. May be called again. */
  close(): Promise<void>
}

/** The longest life of a connection, so that connections move to a server that took over. */
const LIFETIME_SECONDS = 1_800
const IDLE_MS = 30_000
/** How long a peer that vanished silently is assumed to be there. */
const KEEP_ALIVE_MS = 10_000

/** Returns the client configuration for a host of the address. Reads the certificates once. */
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
    // Unix sockets are local; PostgreSQL's own clients do not encrypt them either.
    ssl: host.startsWith('/') ? false : tls,
    enableChannelBinding: address.channelBinding,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: address.connectMs ?? limits.connectMs,
    query_timeout: limits.responseMs,
    types: NUMBERS,
    // PgBouncer refuses connections with settings; set them for the role there: ALTER ROLE … SET ….
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

/** The shared parts of everything that connects to the address. */
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
    // Connects to the host that currently accepts writes.
    Client: class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, ...configOf(primary.current()) })
      }
    },
    // Detects a host that was promoted or demoted meanwhile before anything is written to it.
    ...(hasSeveral && { onConnect: requireWritable }),
  })
  // Without a listener, a lost connection would end the process. The query in progress rejects anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const lent = new Set<PoolClient>()
  // Requests to the previous host would wait until their timeout.
  primary.onMove(() => {
    for (const client of lent) if (!primary.isCurrent(client)) client.end().catch(() => {})
  })
  let isSuspect = false
  let closing: Promise<void> | undefined

  const nameOf = address.pooled ? () => undefined : createNames()

  /** Returns a connection to the host that accepts writes, and drops connections to others. */
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
      // When the search finds the same host, the failure had another reason.
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

/** `onReturn` receives the error because of which the connection is not reused, if any. */
const lend = (
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
  onReturn: (error: unknown) => void,
): Connection => {
  let broken: unknown
  return {
    async send(text, values) {
      // Queries after one without a response would wait as long as that one did.
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
      // 'I': not in a transaction. An open transaction would pass its locks and its snapshot to the next borrower.
      client.release(broken !== undefined || client.getTransactionStatus() !== 'I')
    },
  }
}

/** Names of prepared statements, which are parsed and planned once per connection. A name is derived from the text, so
 * that a pooler that shares statements between processes shares the right ones. */
const createNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMES) return known
    const name = `central_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    names.set(text, name)
    return name
  }
}

const MAX_NAMES = 500
