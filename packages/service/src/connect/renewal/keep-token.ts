// Stores renewed tokens. One that the store cannot take is kept in memory: the platform has ended the one before.

import type { Store } from '../../storage/store.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionSeal } from '../connection-seal.ts'
import type { ConnectFlow } from '../flows/flow.ts'
import { renewalOf } from './renewal-of.ts'
import type { NewToken } from './renewed.ts'
import { dueAtOf } from './schedule.ts'

export type KeepToken = {
  /** The connection with the new token, stored or kept in memory; as it is stored, if its owner connected it again
   * meanwhile; undefined if it was disconnected. */
  keep(before: Connection, token: NewToken): Promise<Connection | undefined>
  /** The connection whose new token is in memory only. */
  find(id: string): Connection | undefined
  /** Tries to store what is in memory only. */
  storeAll(): Promise<void>
  /** Stores what is in memory only, if the store responds, and tries no more. */
  stop(): Promise<void>
}

export type KeepTokenOptions = {
  readonly store: Pick<Store['connections'], 'find' | 'put'>
  readonly seal: ConnectionSeal
  readonly flows: Readonly<Record<string, ConnectFlow>>
  readonly forget: (id: string) => void
  readonly now: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onStoreError: (error: unknown) => void
}

type Held = { readonly before: Connection; readonly next: Connection }

const RETRY_MS = 1_000
/** Other processes change labels and states meanwhile. */
const MAX_TRIES = 10

export const createKeepToken = (options: KeepTokenOptions): KeepToken => {
  const { store, seal, flows, forget, now, random, wait, onStoreError } = options
  const held = new Map<string, Held>()
  const stopping = new AbortController()
  let retrying = false

  /** Rejects when the store does not respond. */
  const write = async ({ before, next }: Held): Promise<Connection | undefined> => {
    const { sealedToken, renewedAt, expiresAt, refreshExpiresAt, dueAt } = next
    let latest: Connection | undefined = before
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      // Disconnected, connected again, or stored by a write whose response was lost.
      if (latest?.sealedToken !== before.sealedToken) return latest
      const { state, reason, since, until } = latest.state === 'ended' ? before : latest
      const changed = { ...latest, state, reason, since, until }
      const record = { ...changed, sealedToken, renewedAt, expiresAt, refreshExpiresAt, dueAt }
      if (await store.put(record)) return { ...record, version: record.version + 1 }
      latest = await store.find(before.id)
    }
    throw new Error('The record of a connection changes all the time')
  }

  const storeHeld = async (id: string, entry: Held): Promise<Connection | undefined> => {
    const stored = await write(entry)
    if (held.get(id) === entry) held.delete(id)
    forget(id)
    return stored
  }

  const storeAll = async (): Promise<void> => {
    for (const [id, entry] of held) await storeHeld(id, entry).catch(onStoreError)
  }

  const retry = async (): Promise<void> => {
    if (retrying) return
    retrying = true
    while (held.size > 0 && !stopping.signal.aborted) {
      await wait(RETRY_MS, stopping.signal).catch(() => {})
      await storeAll()
    }
    retrying = false
  }

  return {
    async keep(before, { secrets, ...times }) {
      const renewal = renewalOf(flows, before.platform, secrets)
      const renewed = { ...before, ...times, sealedToken: seal.seal(before, secrets) }
      const next = { ...renewed, dueAt: dueAtOf(renewed, renewal, now(), random()) }
      const entry = { before, next }
      held.set(before.id, entry)
      try {
        return await storeHeld(before.id, entry)
      } catch (error) {
        onStoreError(error)
        void retry()
        return next
      }
    },
    find: (id) => held.get(id)?.next,
    storeAll,
    async stop() {
      stopping.abort()
      await storeAll()
    },
  }
}
