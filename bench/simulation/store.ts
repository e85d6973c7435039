// The stores of the simulation: SQLite as one thread, PostgreSQL as connections, row locks, cores and a shared flush,
// and several PostgreSQL servers that each have a part of the licenses.

import type { Costs } from './costs.ts'
import type { EventQueue } from './event-queue.ts'
import { createFifo } from './fifo.ts'
import { createGroupFlush } from './group-flush.ts'
import { createRowLocks } from './row-locks.ts'
import { createStation, type Station } from './station.ts'

export type Usage = Readonly<Record<string, number>>

export type SimulatedStore = {
  /** `licenses` in ascending order, without duplicates. */
  settle(licenses: readonly number[], done: () => void): void
  query(processorMs: number, done: () => void): void
  /** Milliseconds that each part was busy so far, divided by its number. */
  busyMs(): Usage
}

export const createSqlite = (queue: EventQueue, { settleMs, licenseMs }: Costs): SimulatedStore => {
  const thread = createStation(queue, 1)
  return {
    settle: (licenses, done) => thread.submit(settleMs + licenseMs * licenses.length, done),
    query: (processorMs, done) => thread.submit(processorMs, done),
    busyMs: () => ({ 'store thread': thread.busyMs() }),
  }
}

export type PostgresOptions = {
  readonly costs: Costs
  readonly cores: number
  /** Its cores, if something else runs on them too. */
  readonly machine?: Station
  /** Connections of the server, or of a pooler in front of it. */
  readonly connections: number
  /** Round trip. */
  readonly networkMs: number
}

/** License 0 is the most popular one; its row is observed. */
export const createPostgres = (queue: EventQueue, options: PostgresOptions): SimulatedStore => {
  const { costs, connections, networkMs, machine } = options
  const cores = machine ?? createStation(queue, options.cores)
  const flush = createGroupFlush(queue, costs.flushMs)
  const locks = createRowLocks(queue, costs.handOverMs)
  const waiting = createFifo<() => void>()
  let free = connections
  let borrowedMs = 0

  /** Lends a connection while `use` runs, including the round trip. */
  const borrow = (use: (done: () => void) => void, done: () => void) => {
    const start = () => {
      const lentAt = queue.now()
      queue.after(networkMs / 2, () =>
        use(() =>
          queue.after(networkMs / 2, () => {
            borrowedMs += queue.now() - lentAt
            const next = waiting.shift()
            if (next) next()
            else free += 1
            done()
          }),
        ),
      )
    }
    if (free === 0) {
      waiting.push(start)
      return
    }
    free -= 1
    start()
  }

  return {
    settle: (licenses, done) =>
      borrow((back) => {
        locks.lock(licenses, () =>
          cores.submit(costs.settleMs + costs.licenseMs * licenses.length, () =>
            flush.join(() => {
              locks.release(licenses)
              back()
            }),
          ),
        )
      }, done),
    query: (processorMs, done) => borrow((back) => cores.submit(processorMs, back), done),
    busyMs: () => ({
      'database cores': cores.busyMs() / options.cores,
      connections: borrowedMs / connections,
      disk: flush.flushes() * costs.flushMs,
      'hottest row': locks.lockedMs(0),
    }),
  }
}

/** Sends each license's part to its server, and waits for all of them. */
export const createSharded = (shards: readonly SimulatedStore[], pick: () => number): SimulatedStore => ({
  settle(licenses, done) {
    const parts = new Map<number, number[]>()
    for (const license of licenses) {
      const part = parts.get(license % shards.length)
      if (part) part.push(license)
      else parts.set(license % shards.length, [license])
    }
    let left = parts.size
    for (const [shard, part] of parts)
      shards[shard]?.settle(part, () => {
        left -= 1
        if (left === 0) done()
      })
  },
  query: (processorMs, done) => shards[Math.floor(pick() * shards.length)]?.query(processorMs, done),
  busyMs: () => busiest(shards),
})

/** The longest busy time of each part. */
export const busiest = (stores: readonly SimulatedStore[]): Usage => {
  const most: Record<string, number> = {}
  for (const store of stores)
    for (const [part, ms] of Object.entries(store.busyMs())) most[part] = Math.max(most[part] ?? 0, ms)
  return most
}
