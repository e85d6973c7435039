// A store as people know it, for messages.

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

/** Never with the password that the URL may hold. */
export const describeStore = (databaseUrl: string): string => {
  if (databaseUrl === IN_MEMORY) return 'a SQLite store in memory'
  const address = addressOf(databaseUrl)
  // What cannot be read is not repeated, whatever it is.
  if (address === undefined) return 'the store'
  if (address.backend === 'sqlite') return `the SQLite store ${resolve(address.file)}`
  const { hosts, database } = address
  return `the PostgreSQL store ${hosts.map(placeOf).join(',')}/${database ?? ''}`
}

const placeOf = ({ host, port }: PostgresHost): string => {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === DEFAULT_PORT ? name : `${name}:${port}`
}
