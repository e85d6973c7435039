// The connected accounts of licenses: who may use them, their tokens, and what becomes of them. A disconnected account
// has no record any more.

import type { RandomBytes } from '../crypto/random-bytes.ts'
import { ApiError } from '../errors.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import type { Act, Store } from '../storage/store.ts'
import type { Fields } from '../upstream/contract/call.ts'
import type { ConnectedAccess } from '../upstream/contract/reach.ts'
import type { ConnectionReport } from '../upstream/credentials/connected.ts'
import { type Connection, type ConnectionUser, useOf } from './connection.ts'
import { createConnectionCache } from './connection-cache.ts'
import type { ConnectionEvents } from './connection-events.ts'
import type { ConnectionSeal } from './connection-seal.ts'
import { afterReport } from './connection-states.ts'
import { createOwnAccounts, type Findable, type OwnAccounts } from './own-accounts.ts'
import { type ConnectedAccount, createSaveAccount, type SaveAccountOptions } from './save-account.ts'

export type Connections = {
  /** The connection, if it belongs to the license. */
  find(id: string, licenseId: string): Promise<Connection | undefined>
  /** The fields that sign; undefined if the token was sealed for another record. */
  open(connection: Connection): Fields | undefined
  /** Records in the background what a response showed of a connection. */
  report(access: ConnectedAccess, report: ConnectionReport): void
  /** What a license has of an account, without tokens. */
  readonly own: Pick<OwnAccounts, 'peek' | 'find'>
  /** The license's connections that may be used from the site, in the order in which they were connected. */
  list(user: ConnectionUser): Promise<readonly Connection[]>
  /** How many the license has, those of every site. */
  count(licenseId: string): Promise<number>
  /** Stores an account that its owner has just connected: as a new connection, or in place of what the license has of
   * the same account. `most`: of the license; null for no limit. Throws ConnectFault: `connection_other_site`. */
  save(account: ConnectedAccount, most: number | null): Promise<Connection | 'limit'>
  /** Throws `connection_unknown`. */
  setLabel(id: string, user: ConnectionUser, label: string | null): Promise<void>
  /** Deletes the connection and its token, here and then at the platform. Every process then deletes what was read
   * through it. `act`: of an operator. Throws `connection_unknown`. */
  disconnect(id: string, user: ConnectionUser, act?: Act): Promise<void>
  /** Forgets a connection that this process changed in the store. */
  forget(id: string): void
  /** Whether what was read through it may still be shown. */
  mayShow(id: string): Promise<boolean>
  /** Forgets a connection that changed in the store. Resolves to whether what was read through it before may not be
   * shown any more: it ended, or was connected again without what is not public. */
  reload(id: string): Promise<boolean>
  /** Forgets all connections: changes may have been missed. */
  forgetAll(): void
  /** Resolves when every report is stored. */
  idle(): Promise<void>
}

export type ConnectionsOptions = {
  readonly store: Store['connections']
  readonly seal: ConnectionSeal
  /** Revokes the token at the platform, of a connection that is disconnected or connected again. Called in the
   * background; a failure changes nothing here. */
  readonly revoke?: (connection: Connection, secrets: Fields) => Promise<void>
  readonly grants: SaveAccountOptions['grants']
  readonly flows: SaveAccountOptions['flows']
  readonly events: ConnectionEvents
  readonly now: () => number
  readonly random: () => number
  readonly randomBytes: RandomBytes
  readonly onStoreError: (error: unknown) => void
}

/** Other processes may write the same record. */
const MAX_TRIES = 5
/** The precision of `lastReadAt`. */
const HOUR_MS = 60 * 60_000

export const createConnections = (options: ConnectionsOptions): Connections => {
  const { store, seal, events, now, onStoreError } = options
  const cache = createConnectionCache(store)
  const own = createOwnAccounts(store)
  const work = createSlotSet<Promise<void>>()

  const inBackground = (running: Promise<void>): void => {
    const watched = running.catch(onStoreError).finally(() => {
      work.remove(place)
    })
    const place = work.add(watched)
  }

  const revoke = (connection: Connection, secrets: Fields): void => {
    if (options.revoke) inBackground(options.revoke(connection, secrets))
  }

  const saveAccount = createSaveAccount({ ...options, onReplaced: revoke })

  /** Whether the refused token is not the connection's any more: renewed, or connected again. */
  const isOfOlder = (known: Connection, report: ConnectionReport): boolean =>
    report.is === 'ended' && report.token !== undefined && report.token !== seal.open(known, known.sealedToken)?.token

  const forget = (id: string, now?: Findable): void => {
    cache.forget(id)
    own.forget(id, now)
  }

  const record = async ({ reach, licenseId }: ConnectedAccess, report: ConnectionReport): Promise<void> => {
    const known = await cache.find(reach, licenseId)
    if (known === undefined || isOfOlder(known, report)) return
    const next = afterReport(known, report, now())
    if (next !== known) {
      // Refused if another process stored a newer token meanwhile: then the report was about the older one.
      await store.put(next, { event: await events.changed(known, next) })
      forget(reach, next)
    }
    const hour = now() - (now() % HOUR_MS)
    if (report.is !== 'working' || (known.lastReadAt ?? 0) >= hour) return
    await store.touch(reach, hour)
    cache.forget(reach)
  }

  /** Throws `connection_unknown`. */
  const requireOwn = async (id: string, user: ConnectionUser): Promise<Connection> => {
    const found = await store.find(id, user.licenseId)
    if (found === undefined || useOf(found, user) === 'unknown') throw new ApiError('connection_unknown')
    return found
  }

  return {
    find: cache.find,
    own,
    open: (connection) => seal.open(connection, connection.sealedToken),
    report(access, report) {
      inBackground(record(access, report))
    },
    list: async (user) => (await store.list(user.licenseId)).filter((each) => useOf(each, user) !== 'unknown'),
    count: (licenseId) => store.count(licenseId),
    async save(account, most) {
      const saved = await saveAccount(account, most)
      // Connected again, it is read with its new token at once.
      if (saved !== 'limit') forget(saved.id, saved)
      return saved
    },
    async setLabel(id, user, label) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const found = await requireOwn(id, user)
        if (found.label === label || (await store.put({ ...found, label }))) return
      }
      throw new ApiError('unavailable')
    },
    async disconnect(id, user, act) {
      const event = await events.disconnected(await requireOwn(id, user))
      const removed = await store.remove(id, user.licenseId, { event, act })
      forget(id)
      const secrets = removed && seal.open(removed, removed.sealedToken)
      if (removed && secrets) revoke(removed, secrets)
    },
    mayShow: async (id) => mayShowOf(await cache.find(id)),
    async reload(id) {
      const showedPrivate = cache.takeShowedPrivate(id)
      forget(id)
      const found = await cache.find(id)
      own.forget(id, found)
      return !mayShowOf(found) || (showedPrivate && !found?.include.includes('private'))
    },
    forget: (id) => forget(id),
    forgetAll() {
      cache.forgetAll()
      own.forgetAll()
    },
    async idle() {
      await Promise.all(work)
    },
  }
}

const mayShowOf = (found: Connection | undefined): boolean =>
  found !== undefined && useOf(found, { licenseId: found.licenseId, site: found.site ?? undefined }) !== 'ended'
