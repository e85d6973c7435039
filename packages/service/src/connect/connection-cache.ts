// The connections in use, from memory or else from the store. Nothing is loaded at the start of the service: a license
// finds its own connections when it names them.

import { createLru } from '../runtime/collections/create-lru.ts'
import type { Store } from '../storage/store.ts'
import type { Connection } from './connection.ts'

export type ConnectionCache = {
  /** The connection, if it belongs to the license; without one, that of any. One of another license is looked up like
   * one that does not exist, so that both take the same time. */
  find(id: string, licenseId?: string): Promise<Connection | undefined>
  /** Drops the connection: it changed in the store. */
  forget(id: string): void
  /** Drops all: changes may have been missed. */
  forgetAll(): void
  /** Whether this process used the connection while it showed what is not public, since it last asked. */
  takeShowedPrivate(id: string): boolean
}

const MOST = 5_000

export const createConnectionCache = (store: Pick<Store['connections'], 'find'>): ConnectionCache => {
  const known = createLru<Connection>(MOST)
  /** Outlives what is cached: pages that were read with it do, too. */
  const showing = createLru<true>(MOST)
  /** The number of changes so far: what was read before a change is not kept. */
  let changes = 0
  return {
    async find(id, licenseId) {
      const cached = known.get(id)
      if (cached && (licenseId === undefined || cached.licenseId === licenseId)) return cached
      const before = changes
      const found = await store.find(id, licenseId)
      if (found?.include.includes('private')) showing.set(id, true)
      if (found && before === changes) known.set(id, found)
      return found
    },
    forget(id) {
      changes += 1
      known.delete(id)
    },
    forgetAll() {
      changes += 1
      known.clear()
    },
    takeShowedPrivate(id) {
      const showed = showing.get(id) === true
      showing.delete(id)
      return showed
    },
  }
}
