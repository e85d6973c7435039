// Locks of rows, as a transaction takes them: one after another in one order, each waited for in line, all held until
// the commit. Since everybody takes them in one order, nobody waits in a circle.

import type { EventQueue } from './event-queue.ts'
import { createLine, type Line } from './line.ts'

export type RowLocks = {
  /** `rows` ascending, each once. Calls back when all are held. */
  lock(rows: readonly number[], held: () => void): void
  release(rows: readonly number[]): void
  /** Milliseconds that a row has been locked so far. */
  lockedMs(row: number): number
  waits(): number
}

/** `handOverMs` is what a row stands still between two holders, for every doubling of those who wait. */
export const createRowLocks = (queue: EventQueue, handOverMs: number): RowLocks => {
  // A row without a line is locked with nobody waiting.
  const locked = new Map<number, Line<() => void> | undefined>()
  const since = new Map<number, number>()
  const sums = new Map<number, number>()
  let waits = 0

  const take = (rows: readonly number[], from: number, held: () => void) => {
    for (let at = from; at < rows.length; at += 1) {
      const row = rows[at] ?? 0
      if (locked.has(row)) {
        const line = locked.get(row) ?? createLine<() => void>()
        locked.set(row, line)
        waits += 1
        line.push(() => take(rows, at + 1, held))
        return
      }
      locked.set(row, undefined)
      since.set(row, queue.now())
    }
    held()
  }

  const free = (row: number) => {
    sums.set(row, (sums.get(row) ?? 0) + queue.now() - (since.get(row) ?? 0))
    locked.delete(row)
    since.delete(row)
  }

  return {
    lock: (rows, held) => take(rows, 0, held),
    release(rows) {
      for (const row of rows) {
        const line = locked.get(row)
        const next = line?.shift()
        if (!line || !next) free(row)
        else queue.after(handOverMs * Math.log2(line.length + 2), next)
      }
    },
    lockedMs(row) {
      const from = since.get(row)
      return (sums.get(row) ?? 0) + (from === undefined ? 0 : queue.now() - from)
    },
    waits: () => waits,
  }
}
