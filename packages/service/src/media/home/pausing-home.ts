// A home that may fail or be slow, such as a full disk or a bucket: after a failure, its copies count as missing for a while, so that images
// do not wait for it one after the other. Says when something begins to fail, and when it works again.

import type { MediaHome } from './media-home.ts'

export type HomeWork = 'read' | 'write' | 'delete' | 'list'

export type PausingHomeOptions = {
  readonly home: MediaHome
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Called once per change. Without an error, the work succeeds again. */
  readonly onChange: (work: HomeWork, error?: unknown) => void
}

export type PausingHome = MediaHome & {
  /** Counts what somebody else did with the home as such work. Rejects as it does. */
  watch<T>(work: HomeWork, result: Promise<T>): Promise<T>
}

export const HOME_PAUSE_MS = 15_000

export const createPausingHome = ({ home, elapsed, onChange }: PausingHomeOptions): PausingHome => {
  /** When work that fails is tried again. */
  const failing = new Map<HomeWork, number>()

  const succeed = (work: HomeWork): void => {
    if (failing.delete(work)) onChange(work)
  }

  const fail = (work: HomeWork, error: unknown): void => {
    if (!failing.has(work)) onChange(work, error)
    failing.set(work, elapsed() + HOME_PAUSE_MS)
  }

  const watch = async <T>(work: HomeWork, result: Promise<T>): Promise<T> => {
    try {
      const value = await result
      succeed(work)
      return value
    } catch (error) {
      fail(work, error)
      throw error
    }
  }

  /** After a pause, one request tries; the others go on without it. */
  const isPaused = (work: HomeWork): boolean => {
    const until = failing.get(work)
    if (until === undefined) return false
    if (elapsed() < until) return true
    failing.set(work, elapsed() + HOME_PAUSE_MS)
    return false
  }

  return {
    watch,
    get: async (name) => (isPaused('read') ? undefined : watch('read', home.get(name))),
    async put(name, bytes, storedAt) {
      if (isPaused('write')) throw new Error('Nothing is stored until the storage works again')
      await watch('write', home.put(name, bytes, storedAt))
    },
    remove: (name) => watch('delete', home.remove(name)),
    async *list() {
      try {
        yield* home.list()
      } catch (error) {
        fail('list', error)
        throw error
      }
      succeed('list')
    },
  }
}
