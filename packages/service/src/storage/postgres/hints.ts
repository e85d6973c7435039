// Listens for change notifications on a connection of its own, and reconnects when it is lost. Notifications may be
// missed meanwhile, so a new connection counts as a hint. Nothing may rely on hints alone.

import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { PostgresHost } from '../address/postgres-address.ts'
import type { Primary } from './primary.ts'
import { CHANNEL } from './routines.ts'

export type Hints = { onHint(listener: () => void): () => void; close(): void }

const SHORTEST_WAIT_MS = 50
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 10_000

export type HintsOptions = {
  readonly primary: Pick<Primary, 'current' | 'onMove'>
  readonly configOf: (host: PostgresHost) => ClientConfig
  /** In [0, 1): jitter, so that many processes do not reconnect at the same time. */
  readonly random: () => number
}

/** Connects with the first listener. */
export const createHints = ({ primary, configOf, random }: HintsOptions): Hints => {
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  let started = false

  const notify = () => {
    for (const listener of listeners) listener()
  }

  /** Runs one connection until it is lost; true when it could listen. */
  const live = async (): Promise<boolean> => {
    const client = new Client(configOf(primary.current()))
    const lost = new Promise((resolve) => client.once('end', resolve))
    const end = () => void client.end().catch(() => {})
    client.on('error', () => {})
    client.on('notification', notify)
    closing.signal.addEventListener('abort', end)
    const stopFollowing = primary.onMove(end)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      notify()
      await lost
      return true
    } catch {
      return false
    } finally {
      closing.signal.removeEventListener('abort', end)
      stopFollowing()
      end()
    }
  }

  const keepListening = async () => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      if (await live()) failures = 0
      const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)
      const waitMs = SHORTEST_WAIT_MS + random() * (most - SHORTEST_WAIT_MS)
      await setTimeout(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  return {
    onHint(listener) {
      // A function that is added twice is called twice.
      const registered = () => listener()
      listeners.add(registered)
      if (!started) {
        started = true
        void keepListening()
      }
      return () => void listeners.delete(registered)
    },
    close: () => closing.abort(),
  }
}
