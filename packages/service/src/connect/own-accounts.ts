// The connections that a license has of an account, for scans that name none: from memory, or else from the store, which
// is asked once for a license that has no connection at all. Nothing is loaded at the start of the service, and nothing
// is kept of accounts that nobody scans. What is kept has no token.

import { createLru } from '../runtime/collections/create-lru.ts'
import type { Store } from '../storage/store.ts'
import type { Connection, OwnAccount } from './connection.ts'

/** What a scan asks for. `handle`: canonical, or the account's id. */
export type OwnQuery = { readonly licenseId: string; readonly platform: string; readonly handle: string }

/** Where a connection is found. */
export type Findable = Pick<Connection, 'licenseId' | 'platform' | 'handle' | 'accountId'>

export type OwnAccounts = {
  /** From memory only; synchronous. */
  peek(query: OwnQuery): readonly OwnAccount[] | undefined
  /** From memory or the store; concurrent callers share one read. */
  find(query: OwnQuery): Promise<readonly OwnAccount[]>
  /** The connection changed in the store. `now`: where it is found from now on; undefined if it was removed. */
  forget(id: string, now?: Findable): void
  /** Drops all: changes may have been missed. */
  forgetAll(): void
}

type Found = { readonly key: string; readonly accounts: readonly OwnAccount[] }

/** Most of them say that a license has no connection of the account. */
const MOST = 20_000
const NONE: readonly OwnAccount[] = []

export const createOwnAccounts = (store: Pick<Store['connections'], 'count' | 'ofHandle'>): OwnAccounts => {
  /** Whether a license has any connection. */
  const holders = createLru<'some' | 'none'>(MOST)
  /** Where a connection was found, by its id: it may have had another handle. */
  const keysOf = new Map<string, Set<string>>()
  const known = createLru<Found>(MOST, ({ key, accounts }) => {
    for (const { id } of accounts) {
      const keys = keysOf.get(id)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(id)
    }
  })
  /** Reads in progress. A read that is no longer in this map was invalidated by forget(). */
  const reads = new Map<string, Promise<readonly OwnAccount[]>>()

  const keep = (key: string, accounts: readonly OwnAccount[]): void => {
    known.set(key, { key, accounts })
    for (const { id } of accounts) keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key))
  }

  const readOnce = (query: OwnQuery, key: string): Promise<readonly OwnAccount[]> => {
    const running = reads.get(key)
    if (running) return running
    const isCurrent = (): boolean => reads.get(key) === reading
    const reading = readFromStore(query, key, isCurrent).finally(() => {
      if (isCurrent()) reads.delete(key)
    })
    reads.set(key, reading)
    return reading
  }

  const holdsAny = async (licenseId: string, isCurrent: () => boolean): Promise<boolean> => {
    const has = holders.get(licenseId)
    if (has !== undefined) return has === 'some'
    const count = await store.count(licenseId)
    if (isCurrent()) holders.set(licenseId, count > 0 ? 'some' : 'none')
    return count > 0
  }

  const readFromStore = async ({ licenseId, platform, handle }: OwnQuery, key: string, isCurrent: () => boolean) => {
    if (!(await holdsAny(licenseId, isCurrent))) return NONE
    const accounts = (await store.ofHandle(licenseId, platform, handle)).map(toOwnAccount)
    if (isCurrent()) keep(key, accounts)
    return accounts
  }

  const peek = (query: OwnQuery): readonly OwnAccount[] | undefined =>
    holders.get(query.licenseId) === 'none' ? NONE : known.get(keyOf(query))?.accounts

  return {
    peek,
    async find(query) {
      return peek(query) ?? readOnce(query, keyOf(query))
    },
    forget(id, now) {
      for (const key of [...(keysOf.get(id) ?? [])]) known.delete(key)
      if (now) {
        holders.delete(now.licenseId)
        for (const handle of [now.handle, now.accountId]) known.delete(keyOf({ ...now, handle }))
      }
      // What a read in progress has found is not known yet.
      reads.clear()
    },
    forgetAll() {
      holders.clear()
      known.clear()
      reads.clear()
    },
  }
}

const keyOf = ({ licenseId, platform, handle }: OwnQuery): string => [licenseId, platform, handle].join('\n')

const toOwnAccount = (connection: Connection): OwnAccount => {
  const { id, licenseId, site, platform, accountId, handle, include, state, until, reason } = connection
  return { id, licenseId, site, platform, accountId, handle, include, state, until, reason }
}
