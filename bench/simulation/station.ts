// A station of the simulation: one line, some servers, each busy with one job at a time. An event loop is one of one
// server, a processor one of its cores.

import type { EventQueue } from './event-queue.ts'
import { createLine } from './line.ts'

export type Station = {
  /** Calls back when the job is done. */
  send(serviceMs: number, done: () => void): void
  /** Milliseconds of service so far, over all servers. */
  busyMs(): number
  /** Jobs done so far. */
  served(): number
  /** Jobs in line and in service, added up over time: its mean is this by the time that has passed. */
  jobMs(): number
}

type Job = { readonly serviceMs: number; readonly done: () => void }

export const createStation = (queue: EventQueue, servers: number): Station => {
  const line = createLine<Job>()
  let working = 0
  let served = 0
  // Sums up to `since`; what is under way goes on from there.
  let since = 0
  let busyMs = 0
  let jobMs = 0

  const tally = () => {
    const passed = queue.now() - since
    since = queue.now()
    busyMs += passed * working
    jobMs += passed * (working + line.length)
  }

  const start = ({ serviceMs, done }: Job) => {
    working += 1
    queue.after(serviceMs, () => {
      tally()
      working -= 1
      served += 1
      const next = line.shift()
      if (next) start(next)
      done()
    })
  }

  return {
    send(serviceMs, done) {
      tally()
      const job = { serviceMs, done }
      if (working < servers) start(job)
      else line.push(job)
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
