// Row locks of transactions: acquired one after another in a fixed order, each in a FIFO queue, all held until the
// commit. Since all transactions use the same order, there are no deadlocks.

import type { EventQueue } from './event-queue.ts'
import { createFifo, type Fifo } from './fifo.ts'

export type RowLocks = {
  /** `rows` in ascending order, without duplicates. Calls back when all are held. */
  lock(rows: readonly number[], acquired: () => void): void
  release(rows: readonly number[]): void
  /** The milliseconds that a row has been locked so far. */
  lockedMs(row: number): number
  waits(): number
}

/** `handOverMs`: the time to hand a row over, for every doubling of the waiting transactions. */
export const createRowLocks = (queue: EventQueue, handOverMs: number): RowLocks => {
  // A row without a queue is locked, and no transaction waits for it.
  const locked = new Map<number, Fifo<() => void> | undefined>()
  const since = new Map<number, number>()
  const sums = new Map<number, number>()
  let waits = 0

  const take = (rows: readonly number[], from: number, acquired: () => void) => {
    for (let at = from; at < rows.length; at += 1) {
      const row = rows[at] ?? 0
      if (locked.has(row)) {
        const waiting = locked.get(row) ?? createFifo<() => void>()
        locked.set(row, waiting)
        waits += 1
        waiting.push(() => take(rows, at + 1, acquired))
        return
      }
      locked.set(row, undefined)
      since.set(row, queue.now())
    }
    acquired()
  }

  const free = (row: number) => {
    sums.set(row, (sums.get(row) ?? 0) + queue.now() - (since.get(row) ?? 0))
    locked.delete(row)
    since.delete(row)
  }

  return {
    lock: (rows, acquired) => take(rows, 0, acquired),
    release(rows) {
      for (const row of rows) {
        const waiting = locked.get(row)
        const next = waiting?.shift()
        if (!waiting || !next) free(row)
        else queue.after(handOverMs * Math.log2(waiting.length + 2), next)
      }
    },
    lockedMs(row) {
      const from = since.get(row)
      return (sums.get(row) ?? 0) + (from === undefined ? 0 : queue.now() - from)
    },
    waits: () => waits,
  }
}
