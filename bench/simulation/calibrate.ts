// Simulates what was measured, for comparison: at most one replica and its store, on one machine.

import type { Costs } from './costs.ts'
import { createEventQueue } from './event-queue.ts'
import { type Figures, runFleet } from './fleet.ts'
import { createRandom } from './random.ts'
import { createReplica } from './replica.ts'
import { createStation, type Station } from './station.ts'
import { createPostgres, createSqlite, type SimulatedStore } from './store.ts'

const WARM_UP_MS = 200
const MEASURE_MS = 1_000
/** The machine's cores. */
const CORES = 2

export type Backend = 'sqlite' | 'postgres'

type Queue = ReturnType<typeof createEventQueue>

const createStore = (queue: Queue, backend: Backend, costs: Costs, machine: Station): SimulatedStore =>
  backend === 'sqlite'
    ? createSqlite(queue, costs)
    : createPostgres(queue, { costs, cores: CORES, machine, connections: 200, networkMs: 0 })

export type InTurn = {
  readonly concurrency: number
  readonly licenses: number
  /** All callers settle the same license. */
  readonly isHot: boolean
  /** CPU time of the client, on the same machine. */
  readonly clientMs: number
}

/** Settles a second of `count` callers that each begin the next one when one is done, and the time of one. */
export const simulateSettles = (backend: Backend, costs: Costs, how: InTurn) => {
  const { concurrency, licenses, isHot, clientMs } = how
  const queue = createEventQueue()
  const machine = createStation(queue, CORES)
  const store = createStore(queue, backend, costs, machine)
  let done = 0
  const go = (rows: readonly number[]) => {
    if (queue.now() >= MEASURE_MS) return
    machine.submit(clientMs, () =>
      store.settle(rows, () => {
        done += 1
        go(rows)
      }),
    )
  }
  for (let n = 0; n < concurrency; n += 1)
    go(isHot ? [0] : Array.from({ length: licenses }, (_, m) => n * licenses + m))
  queue.run(MEASURE_MS)
  const perSecond = (1_000 * done) / MEASURE_MS
  return { perSecond, eachMs: (1_000 * concurrency) / perSecond }
}

export const simulateWarm = (backend: Backend, costs: Costs, clients: number): Figures => {
  const queue = createEventQueue()
  // The load or the replica keeps one core busy; PostgreSQL has the other.
  const store = createStore(queue, backend, costs, createStation(queue, CORES - 1))
  const replica = createReplica(queue, { costs, store, maxInFlight: 4_000 })
  const fleet = {
    queue,
    random: createRandom(1),
    replicas: [replica],
    stores: [store],
    nextScan: () => ({ license: 0, outcome: 'memory' as const, upstreamMs: 0 }),
    replicaOf: () => replica,
  }
  return runFleet(fleet, { arrivals: { clients }, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS })
}
