// Opens a store whose server may not be there yet: beside a database that starts at the same time, a service that gave up
// at once would have to be started again, by whoever started both.

import type { Store } from './store.ts'

/** PostgreSQL answers within seconds of its start, and within some more after a crash; who waits longer is to be told. */
export const PATIENCE_MS = 15_000
/** What is said of it. */
export const STORE_WAIT = `The store is waited for, at most ${PATIENCE_MS / 1_000} seconds`
const PAUSE_MS = 250

export type PatienceOptions = {
  readonly patienceMs?: number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** Told once, why it is waited for. */
  readonly onWait: (error: unknown) => void
}

/** Nobody listens there, the name is not known yet, the server says itself that it is starting (57P03), or none of the servers
 * takes writes yet (25006), as in the moments of a failover. */
const STARTING: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '25006'])

/** Rejects with the last reason once the time is up, and at once with one that waiting does not change. */
export const openPatiently = async (open: () => Promise<Store>, options: PatienceOptions): Promise<Store> => {
  const { patienceMs = PATIENCE_MS, elapsed, wait, onWait } = options
  const giveUpAt = elapsed() + patienceMs
  for (let hasReported = false; ; hasReported = true) {
    try {
      return await open()
    } catch (error) {
      if (!isStarting(error) || elapsed() >= giveUpAt) throw error
      if (!hasReported) onWait(error)
    }
    await wait(PAUSE_MS)
  }
}

const isStarting = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isStarting)
  return ('code' in error && STARTING.has(error.code)) || isStarting(error.cause)
}
