// Opens the store that an address names. A backend is loaded when it is asked for, and not before.

import type { Store } from './store.ts'

const sqlite = async (url: string): Promise<Store> => {
  const file = url.slice('sqlite:'.length)
  if (file === '' || /^\/\/(?!\/)/.test(file)) throw new Error('A SQLite store is addressed as sqlite:path')
  const { openSqlite } = await import('./sqlite/open.ts')
  return openSqlite({ file })
}

const postgres = async (url: string): Promise<Store> => {
  const { openPostgres } = await import('./postgres/open.ts')
  return openPostgres({ url })
}

/** Every kind of address there is. */
const SCHEMES: ReadonlyMap<string, (url: string) => Promise<Store>> = new Map([
  ['sqlite', sqlite],
  ['postgres', postgres],
  ['postgresql', postgres],
])

/** `sqlite:path`, `sqlite::memory:` or `postgres://user:password@host/database`. Rejects when it cannot be opened. */
export const openStore = async (url: string): Promise<Store> => {
  const scheme = /^([a-z]+):/.exec(url)?.[1] ?? ''
  const open = SCHEMES.get(scheme)
  // The address is not repeated: it may hold a password.
  if (!open) throw new Error(`The address of a store begins with ${[...SCHEMES.keys()].join(': or ')}:`)
  return open(url)
}
