// A station of the simulation: one queue and some servers, each busy with one job at a time. An event loop has one
// server; a processor has one per core.

import type { EventQueue } from './event-queue.ts'
import { createFifo } from './fifo.ts'

export type Station = {
  /** Calls back when the job is done. */
  submit(serviceMs: number, done: () => void): void
  /** Milliseconds of service so far, over all servers. */
  busyMs(): number
  /** Jobs done so far. */
  served(): number
  /** Queued and running jobs, integrated over time: divided by the elapsed time, it is their mean number. */
  jobMs(): number
}

type Job = { readonly serviceMs: number; readonly done: () => void }

export const createStation = (queue: EventQueue, servers: number): Station => {
  const waiting = createFifo<Job>()
  let working = 0
  let served = 0
  // The sums up to `since`; jobs in service continue from there.
  let since = 0
  let busyMs = 0
  let jobMs = 0

  const tally = () => {
    const passed = queue.now() - since
    since = queue.now()
    busyMs += passed * working
    jobMs += passed * (working + waiting.length)
  }

  const start = ({ serviceMs, done }: Job) => {
    working += 1
    queue.after(serviceMs, () => {
      tally()
      working -= 1
      served += 1
      const next = waiting.shift()
      if (next) start(next)
      done()
    })
  }

  return {
    submit(serviceMs, done) {
      tally()
      const job = { serviceMs, done }
      if (working < servers) start(job)
      else waiting.push(job)
    },
    busyMs() {
      tally()
      return busyMs
    },
    served: () => served,
    jobMs() {
      tally()
      return jobMs
    },
  }
}
