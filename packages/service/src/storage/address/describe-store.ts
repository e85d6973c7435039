// The description of a store for messages.

import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { DEFAULT_PORT, type PostgresHost } from './postgres-address.ts'
import { readStoreAddress, type StoreAddress } from './store-address.ts'

export const IN_MEMORY = 'sqlite::memory:'

const addressOf = (databaseUrl: string): StoreAddress | undefined => {
  try {
    return readStoreAddress(databaseUrl)
  } catch {
    return undefined
  }
}

/** Never includes the password of the URL. */
export const describeStore = (databaseUrl: string): string => {
  if (databaseUrl === IN_MEMORY) return 'a SQLite store in memory'
  const address = addressOf(databaseUrl)
  // A URL that cannot be parsed is not repeated: it may contain a secret.
  if (address === undefined) return 'the store'
  if (address.backend === 'sqlite') return `the SQLite store ${resolve(address.file)}`
  const { hosts, database } = address
  return `the PostgreSQL store ${hosts.map(placeOf).join(',')}/${database ?? ''}`
}

const placeOf = ({ host, port }: PostgresHost): string => {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === DEFAULT_PORT ? name : `${name}:${port}`
}
