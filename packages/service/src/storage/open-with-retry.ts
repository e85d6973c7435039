// Opens a store, and retries while its server is starting. A service that starts together with its database need not be
// restarted.

import type { Store } from './store.ts'

/** PostgreSQL responds within seconds of a start or a crash; a longer outage should be reported. */
export const MAX_WAIT_MS = 15_000
/** The log message of the wait. */
export const STORE_WAIT = `The store is not ready. Waiting for at most ${MAX_WAIT_MS / 1_000} seconds`
const PAUSE_MS = 250

export type RetryOptions = {
  readonly maxWaitMs?: number
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** Called once, with the reason of the wait. */
  readonly onWait: (error: unknown) => void
}

/** No server listens, the name does not resolve yet, the server reports that it is starting (57P03), or no server
 * accepts writes (25006), as during a failover. */
const STARTING: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '25006'])

/** Rejects with the last error after the maximum wait, or immediately with an error that waiting cannot fix. */
export const openWithRetry = async (open: () => Promise<Store>, options: RetryOptions): Promise<Store> => {
  const { maxWaitMs = MAX_WAIT_MS, elapsed, wait, onWait } = options
  const deadline = elapsed() + maxWaitMs
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      return await open()
    } catch (error) {
      if (!isStarting(error) || elapsed() >= deadline) throw error
      if (!isWaiting) onWait(error)
    }
    await wait(PAUSE_MS)
  }
}

const isStarting = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isStarting)
  return ('code' in error && STARTING.has(error.code)) || isStarting(error.cause)
}
