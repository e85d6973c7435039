// Whether the store responds and can write. Writing is expensive and probes are frequent, so the result is cached:
// longer for success than for failure.

import type { Store } from '../../storage/store.ts'

export const STORE_STATES = ['ready', 'store unreachable', 'store cannot write'] as const

export type Readiness = {
  readonly status: (typeof STORE_STATES)[number]
  /** When it was first found in this state, in milliseconds since the epoch. null while it is ready. */
  readonly since: number | null
}

/** For the whole check. Probes wait a little longer. */
const TIMEOUT_MS = 2_000
/** How long the result of a write is cached, if it succeeded and if it failed. */
const WRITTEN_MS = 5_000
const UNWRITTEN_MS = 500

export type ReadinessOptions = {
  readonly store: Pick<Store, 'ping' | 'tryWrite'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed: () => number
}

export const createReadiness = ({ store, now, elapsed }: ReadinessOptions): (() => Promise<Readiness>) => {
  let canWrite: Promise<boolean> | undefined
  let cachedUntil = 0

  const tryToWrite = async (): Promise<boolean> => {
    const isWritten = await store.tryWrite().then(
      () => true,
      () => false,
    )
    cachedUntil = elapsed() + (isWritten ? WRITTEN_MS : UNWRITTEN_MS)
    return isWritten
  }

  const check = async (): Promise<Readiness['status']> => {
    await store.ping()
    if (canWrite === undefined || elapsed() >= cachedUntil) {
      // Concurrent checks wait for the same write.
      cachedUntil = Number.POSITIVE_INFINITY
      canWrite = tryToWrite()
    }
    return (await canWrite) ? 'ready' : 'store cannot write'
  }

  let found: Readiness = { status: 'ready', since: null }

  return async () => {
    const status = await Promise.race([
      check().catch(() => 'store unreachable' as const),
      new Promise<'store unreachable'>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'store unreachable').unref()),
    ])
    if (status !== found.status) found = { status, since: status === 'ready' ? null : now() }
    return found
  }
}
