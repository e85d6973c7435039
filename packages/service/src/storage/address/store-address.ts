// Parses DATABASE_URL: the only place that knows the form of a store's URL. Loads no backend and opens nothing.

import { type PostgresAddress, readPostgresAddress } from './postgres-address.ts'
import { IN_MEMORY, readSqliteAddress } from './sqlite-address.ts'

export type StoreAddress =
  /** `file` is `:memory:` for a store in memory. */
  { readonly backend: 'sqlite'; readonly file: string } | ({ readonly backend: 'postgres' } & PostgresAddress)

const readSqlite = (url: string): StoreAddress => ({ backend: 'sqlite', file: readSqliteAddress(url) })
const readPostgres = (url: string): StoreAddress => ({ backend: 'postgres', ...readPostgresAddress(url) })

const SCHEMES: readonly (readonly [begins: RegExp, read: (url: string) => StoreAddress])[] = [
  [/^sqlite:/, readSqlite],
  [/^postgres(?:ql)?:\/\//, readPostgres],
]

/** `sqlite:path`, `sqlite::memory:` or `postgres://user:password@host/database`. Throws an Error that continues the name of
 * the setting and repeats no part of the URL that may be a secret. */
export const readStoreAddress = (url: string): StoreAddress => {
  const [, read] = SCHEMES.find(([begins]) => begins.test(url)) ?? []
  if (read) return read(url)
  throw new Error(`must be sqlite:FILE or postgres://…${/^["'`]/.test(url) ? ', without quotes' : ''}`)
}

/** The file of a SQLite store; undefined for any other store. */
export const storeFile = (url: string): string | undefined => {
  const address = readStoreAddress(url)
  return address.backend === 'sqlite' && address.file !== IN_MEMORY ? address.file : undefined
}
