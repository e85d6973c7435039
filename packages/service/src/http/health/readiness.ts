// Whether the store answers and keeps what it is told. To write is dearer than to ask, and probes are many: what was
// found stands for a while, for a shorter one while it is bad.

import type { Store } from '../../storage/store.ts'

export const STORE_STATES = ['ready', 'store unreachable', 'store cannot write'] as const

export type Readiness = {
  readonly status: (typeof STORE_STATES)[number]
  /** When it was first found to be so, in milliseconds since the epoch; null while it is ready. */
  readonly since: number | null
}

/** For all of it: probes wait a little longer. */
const TIMEOUT_MS = 2_000
/** How long it stands that the store could write, and that it could not. */
const WRITTEN_MS = 5_000
const UNWRITTEN_MS = 500

export type ReadinessOptions = {
  readonly store: Pick<Store, 'ping' | 'tryWrite'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

export const createReadiness = ({ store, now, elapsed }: ReadinessOptions): (() => Promise<Readiness>) => {
  let canWrite: Promise<boolean> | undefined
  let standsUntil = 0

  const tryToWrite = async (): Promise<boolean> => {
    const isWritten = await store.tryWrite().then(
      () => true,
      () => false,
    )
    standsUntil = elapsed() + (isWritten ? WRITTEN_MS : UNWRITTEN_MS)
    return isWritten
  }

  const request = async (): Promise<Readiness['status']> => {
    await store.ping()
    if (canWrite === undefined || elapsed() >= standsUntil) {
      // Whoever asks meanwhile waits for the same write.
      standsUntil = Number.POSITIVE_INFINITY
      canWrite = tryToWrite()
    }
    return (await canWrite) ? 'ready' : 'store cannot write'
  }

  let found: Readiness = { status: 'ready', since: null }

  return async () => {
    const status = await Promise.race([
      request().catch(() => 'store unreachable' as const),
      new Promise<'store unreachable'>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'store unreachable').unref()),
    ])
    if (status !== found.status) found = { status, since: status === 'ready' ? null : now() }
    return found
  }
}
