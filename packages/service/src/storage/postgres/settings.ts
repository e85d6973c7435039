// Reads the address of a PostgreSQL database. Messages name the parameter that is wrong, never the address: it holds the password.

import type { ConnectionOptions } from 'node:tls'
import { readTls } from './tls.ts'

export type PostgresSettings = {
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly applicationName: string
  readonly tls: ConnectionOptions | false
  readonly channelBinding: boolean
  /** Most connections; undefined for the default. */
  readonly connections: number | undefined
  /** Behind a pooler that gives every transaction another connection: nothing may be left on one. */
  readonly pooled: boolean
}

/** What may stand behind the `?`; anything else is a typing mistake, and is said to be one. */
const PARAMETERS = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'channel_binding',
  'application_name',
  'host',
  'pool',
  'pgbouncer',
]

const MOST_CONNECTIONS = 1_000

/** `postgres://user:password@host:port/database?sslmode=verify-full&pool=10&pgbouncer=true` */
export const readSettings = (address: string): PostgresSettings => {
  const url = URL.parse(address)
  if (!url) throw new Error('The PostgreSQL address is no URL')
  const parameters = url.searchParams
  for (const name of parameters.keys()) {
    if (!PARAMETERS.includes(name))
      throw new Error(`The PostgreSQL address takes no "${name}", only ${PARAMETERS.join(', ')}`)
  }
  return {
    // A directory here is one of Unix sockets.
    host: parameters.get('host') ?? (url.hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost'),
    port: Number(url.port || 5_432),
    user: decoded(url.username),
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    applicationName: parameters.get('application_name') ?? 'central-api',
    tls: readTls(parameters),
    channelBinding: ['prefer', 'require'].includes(parameters.get('channel_binding') ?? ''),
    connections: readConnections(parameters.get('pool')),
    pooled: readFlag('pgbouncer', parameters.get('pgbouncer')),
  }
}

const decoded = (text: string): string | undefined => (text === '' ? undefined : decodeURIComponent(text))

const readConnections = (text: string | null): number | undefined => {
  if (text === null) return undefined
  const connections = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (connections < 1 || connections > MOST_CONNECTIONS) throw new Error(`pool is a number up to ${MOST_CONNECTIONS}`)
  return connections
}

const readFlag = (name: string, text: string | null): boolean => {
  if (text !== null && text !== 'true' && text !== 'false') throw new Error(`${name} is true or false`)
  return text === 'true'
}
