// A replica of the simulation: one event loop, one parsing thread for large responses, and the meter. It settles what
// has accumulated during the previous batch, as licensing/usage/meter.ts does.

import type { Costs } from './costs.ts'
import type { EventQueue } from './event-queue.ts'
import type { Outcome } from './page-outcomes.ts'
import { createStation, type Station } from './station.ts'
import type { SimulatedStore } from './store.ts'

export type Scan = { readonly license: number; readonly outcome: Outcome; readonly upstreamMs: number }

export type Replica = {
  readonly loop: Station
  readonly reader: Station
  /** Calls back when the scan has its response; false when it is refused immediately, because too many are in flight. */
  accept(scan: Scan, done: () => void): boolean
  settles(): number
}

export type ReplicaOptions = {
  readonly costs: Costs
  readonly store: SimulatedStore
  /** MAX_IN_FLIGHT. */
  readonly maxInFlight: number
}

/** The share of a scan's time on the event loop before the meter decides. */
const BEFORE = 0.6
/** The share of a cold scan's time on the event loop before its thread has parsed: sending and receiving. */
const BEFORE_PARSING = 0.6

export const createReplica = (queue: EventQueue, { costs, store, maxInFlight }: ReplicaOptions): Replica => {
  const loop = createStation(queue, 1)
  const reader = createStation(queue, 1)
  let pending = new Map<number, (() => void)[]>()
  let settling = false
  let inFlight = 0
  let settles = 0

  const settle = () => {
    if (pending.size === 0) {
      settling = false
      return
    }
    const batch = pending
    pending = new Map()
    settles += 1
    const licenses = [...batch.keys()].sort((a, b) => a - b)
    loop.submit(costs.settleLoopMs, () =>
      store.settle(licenses, () => {
        for (const admitted of batch.values()) for (const go of admitted) go()
        settle()
      }),
    )
  }

  const reserve = (license: number, admitted: () => void) => {
    const group = pending.get(license)
    if (group) group.push(admitted)
    else pending.set(license, [admitted])
    if (settling) return
    settling = true
    // The requests that arrive within one iteration of the event loop are one batch.
    loop.submit(0, settle)
  }

  const nothing = () => {}
  /** Fetches from the platform with a lease, and stores the page for the others. */
  const fetchPage = (upstreamMs: number, done: () => void) =>
    store.query(costs.findPageMs + costs.leaseMs / 2, () =>
      queue.after(upstreamMs, () =>
        loop.submit(costs.coldLoopMs * BEFORE_PARSING, () =>
          reader.submit(costs.coldReadMs, () =>
            loop.submit(costs.coldLoopMs * (1 - BEFORE_PARSING), () => {
              done()
              store.query(costs.putPageMs, () => store.query(costs.leaseMs / 2, nothing))
            }),
          ),
        ),
      ),
    )

  const getPage = ({ outcome, upstreamMs }: Scan, got: () => void) => {
    if (outcome === 'memory') return got()
    if (outcome === 'store') return store.query(costs.findPageMs, got)
    if (outcome === 'upstream') return store.query(costs.findPageMs, () => fetchPage(upstreamMs, got))
    fetchPage(upstreamMs, nothing)
    got()
  }

  return {
    loop,
    reader,
    accept(scan, done) {
      if (inFlight >= maxInFlight) return false
      inFlight += 1
      loop.submit(costs.scanMs * BEFORE, () =>
        reserve(scan.license, () =>
          getPage(scan, () =>
            loop.submit(costs.scanMs * (1 - BEFORE), () => {
              inFlight -= 1
              done()
            }),
          ),
        ),
      )
      return true
    },
    settles: () => settles,
  }
}
