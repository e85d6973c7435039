// Applies changes of other processes to the caches, well within a second: polls the store, and reads immediately on a
// notification.

import type { Change, ChangeTopic, Store } from '../../storage/store.ts'

export type ChangeWatchOptions = {
  readonly changes: Pick<Store['changes'], 'latest' | 'since' | 'onHint'>
  /** Drops one cached item, by topic. */
  readonly forget: Readonly<Record<ChangeTopic, (subject: string) => void | Promise<void>>>
  /** Drops everything: after the store was unavailable, or when its numbering restarts. */
  readonly forgetAll: () => void | Promise<void>
  readonly onError: (error: unknown) => void
  readonly intervalMs?: number
}

export type ChangeWatch = {
  /** Starts from the newest change; rejects when the store is unavailable. */
  start(): Promise<void>
  /** Resolves when all changes so far are applied. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const DEFAULT_INTERVAL_MS = 250

export const createChangeWatch = (options: ChangeWatchOptions): ChangeWatch => {
  const { changes, forget, forgetAll, onError, intervalMs = DEFAULT_INTERVAL_MS } = options
  let seen = 0
  let missed = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopHints = () => {}

  const apply = async ({ seq, topic, subject }: Change) => {
    // A newer version against the same store may write topics that this version does not know.
    if (Object.hasOwn(forget, topic)) await forget[topic](subject)
    seen = seq
  }

  const read = async () => {
    try {
      const newest = await changes.latest()
      if (missed || newest < seen) await resync()
      for (let batch = await changes.since(seen); batch.length > 0; batch = await changes.since(seen)) {
        for (const change of batch) await apply(change)
      }
    } catch (error) {
      missed = true
      throw error
    }
  }

  /** Old changes are swept, so after an outage the list may be incomplete. A list that ends before the last number seen
   * belongs to a restored store. */
  const resync = async () => {
    seen = await changes.latest()
    await forgetAll()
    missed = false
  }

  /** Calls during a read share one more read after it. */
  let isQueued: Promise<void> | undefined
  const catchUp = (): Promise<void> => {
    if (running) {
      isQueued ??= running
        .catch(() => {})
        .then(() => {
          isQueued = undefined
          return catchUp()
        })
      return isQueued
    }
    running = read().finally(() => {
      running = undefined
    })
    return running
  }

  /** While the store does not respond, no further polls are started, and the error is reported once. */
  const poll = () => {
    if (!isQueued) catchUp().catch(onError)
  }

  return {
    async start() {
      seen = await changes.latest()
      timer = setInterval(poll, intervalMs)
      stopHints = changes.onHint(poll)
    },
    catchUp,
    async stop() {
      clearInterval(timer)
      stopHints()
      for (let last = isQueued ?? running; last; last = isQueued ?? running) await last.catch(() => {})
    },
  }
}
