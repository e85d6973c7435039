// Hears what other processes changed and has what is held of it forgotten, well within a second: it asks the store on a
// steady beat, and at once when the store hints.

import type { Change, ChangeTopic, Store } from '../../storage/store.ts'

export type ChangeWatchOptions = {
  readonly changes: Pick<Store['changes'], 'latest' | 'since' | 'onHint'>
  /** What to forget, by topic. */
  readonly forget: Readonly<Record<ChangeTopic, (subject: string) => void | Promise<void>>>
  /** Everything: after the store was out of reach, or when it begins its count anew. */
  readonly forgetAll: () => void | Promise<void>
  readonly onError: (error: unknown) => void
  readonly intervalMs?: number
}

export type ChangeWatch = {
  /** Starts from now; rejects when the store cannot be asked. */
  start(): Promise<void>
  /** Resolves when everything changed so far is forgotten. */
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

  const heed = async ({ seq, topic, subject }: Change) => {
    // A newer version beside this one may tell of what this one holds nothing of.
    if (Object.hasOwn(forget, topic)) await forget[topic](subject)
    seen = seq
  }

  const read = async () => {
    try {
      const newest = await changes.latest()
      if (missed || newest < seen) await startAnew()
      for (let batch = await changes.since(seen); batch.length > 0; batch = await changes.since(seen)) {
        for (const change of batch) await heed(change)
      }
    } catch (error) {
      missed = true
      throw error
    }
  }

  /** Old changes are swept, so after a while out of reach the list may not tell all that was missed. A list that ends
   * before what was seen is another one: of a store that was restored. */
  const startAnew = async () => {
    seen = await changes.latest()
    await forgetAll()
    missed = false
  }

  /** Reads that are asked for meanwhile are one more read behind this one. */
  let again: Promise<void> | undefined
  const catchUp = (): Promise<void> => {
    if (running) {
      again ??= running
        .catch(() => {})
        .then(() => {
          again = undefined
          return catchUp()
        })
      return again
    }
    running = read().finally(() => {
      running = undefined
    })
    return running
  }

  /** A store that does not answer is not asked more often for it, and complained of once. */
  const beat = () => {
    if (!again) catchUp().catch(onError)
  }

  return {
    async start() {
      seen = await changes.latest()
      timer = setInterval(beat, intervalMs)
      stopHints = changes.onHint(beat)
    },
    catchUp,
    async stop() {
      clearInterval(timer)
      stopHints()
      for (let last = again ?? running; last; last = again ?? running) await last.catch(() => {})
    },
  }
}
