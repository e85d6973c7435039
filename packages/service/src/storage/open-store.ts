// Opens the store that a URL names. Only the backend in use is loaded.

import { readStoreAddress, type StoreAddress } from './address/store-address.ts'
import type { Store } from './store.ts'

/** `sqlite:path`, `sqlite::memory:` or `postgres://user:password@host/database`. Rejects when it cannot be opened. */
export const openStore = async (url: string): Promise<Store> => {
  const address = read(url)
  if (address.backend === 'sqlite') {
    const { openSqlite } = await import('./sqlite/open.ts')
    return openSqlite(address)
  }
  const { openPostgres } = await import('./postgres/open.ts')
  return openPostgres({ url })
}

const read = (url: string): StoreAddress => {
  try {
    return readStoreAddress(url)
  } catch (error) {
    throw new Error(`The URL of the store ${error instanceof Error ? error.message : String(error)}`)
  }
}
