// The flush of PostgreSQL's write-ahead log: one at a time; it serves all commits that came before it began.

import type { EventQueue } from './event-queue.ts'

export type GroupFlush = {
  /** Calls back when a flush that began after this call is done. */
  join(done: () => void): void
  flushes(): number
}

export const createGroupFlush = (queue: EventQueue, flushMs: number): GroupFlush => {
  let waiting: (() => void)[] = []
  let flushing = false
  let flushes = 0
  const flush = () => {
    const served = waiting
    waiting = []
    flushing = true
    queue.after(flushMs, () => {
      flushing = false
      flushes += 1
      if (waiting.length > 0) flush()
      for (const done of served) done()
    })
  }
  return {
    join(done) {
      waiting.push(done)
      if (!flushing) flush()
    },
    flushes: () => flushes,
  }
}
