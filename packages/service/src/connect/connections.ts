// The connected accounts of licenses: who may use them, their tokens, and what becomes of them. A disconnected account
// has no record any more.

import { createSlotSet } from '../runtime/collections/slot-set.ts'
import type { Store } from '../storage/store.ts'
import type { Fields } from '../upstream/contract/call.ts'
import type { ConnectedAccess } from '../upstream/contract/reach.ts'
import type { ConnectionReport } from '../upstream/credentials/connected.ts'
import { type Connection, useOf } from './connection.ts'
import { createConnectionCache } from './connection-cache.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import { afterReport } from './connection-states.ts'

export type Connections = {
  /** The connection, if it belongs to the license. */
  find(id: string, licenseId: string): Promise<Connection | undefined>
  /** The fields that sign; undefined if the token was sealed for another record. */
  open(connection: Connection): Fields | undefined
  /** Records in the background what a response showed of a connection. */
  report(access: ConnectedAccess, report: ConnectionReport): void
  /** Forgets a connection that changed in the store. Resolves to whether nothing that was read through it may be shown
   * any more. */
  reload(id: string): Promise<boolean>
  /** Resolves when every report is stored. */
  idle(): Promise<void>
}

export type ConnectionsOptions = {
  readonly store: Store['connections']
  readonly seal: ConnectionSeal
  readonly now: () => number
  readonly onStoreError: (error: unknown) => void
}

/** The precision of `lastReadAt`. */
const HOUR_MS = 60 * 60_000

export const createConnections = ({ store, seal, now, onStoreError }: ConnectionsOptions): Connections => {
  const cache = createConnectionCache(store)
  const writes = createSlotSet<Promise<void>>()

  const record = async ({ reach, licenseId }: ConnectedAccess, report: ConnectionReport): Promise<void> => {
    const known = await cache.find(reach, licenseId)
    if (known === undefined) return
    const next = afterReport(known, report, now())
    if (next !== known) {
      // Refused if another process stored a newer token meanwhile: then the report was about the older one.
      await store.put(next)
      cache.forget(reach)
    }
    const hour = now() - (now() % HOUR_MS)
    if (report.is !== 'working' || (known.lastReadAt ?? 0) >= hour) return
    await store.touch(reach, hour)
    cache.forget(reach)
  }

  return {
    find: cache.find,
    open: (connection) => seal.open(connection, connection.sealedToken),
    report(access, report) {
      const write = record(access, report)
        .catch(onStoreError)
        .finally(() => {
          writes.remove(place)
        })
      const place = writes.add(write)
    },
    async reload(id) {
      cache.forget(id)
      const found = await store.find(id)
      return (
        found === undefined || useOf(found, { licenseId: found.licenseId, site: found.site ?? undefined }) === 'ended'
      )
    },
    async idle() {
      await Promise.all(writes)
    },
  }
}
