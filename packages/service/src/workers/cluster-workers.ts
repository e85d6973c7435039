// Runs workers as processes with node:cluster. The primary accepts connections and distributes them round-robin; one
// that a worker does not accept goes to the next, so that no connection is reset when a worker leaves. The supervisor
// decides which workers run.

import cluster, { type Worker } from 'node:cluster'
import type { MetricsReport } from '../observability/aggregate-reports.ts'
import { closeUnaccepted } from './close-unaccepted.ts'
import type { ToPrimary, ToWorker } from './messages.ts'
import { relayLines } from './relay-lines.ts'
import type { StartWorker } from './worker-process.ts'

export type ClusterWorkersOptions = {
  /** Whole lines of the workers' standard output and standard error. */
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** The metrics of all workers, requested by one of them. */
  readonly metricsText: () => Promise<string>
  readonly onReport: (worker: number, collection: number, report: MetricsReport) => void
  readonly onFarewell: (worker: number, report: MetricsReport) => void
  readonly onEnd: (worker: number) => void
}

export type ClusterWorkers = {
  readonly startWorker: StartWorker
  /** Requests a report from all ready workers; returns their ids. */
  requestReports(collection: number): readonly number[]
}

export const createClusterWorkers = (options: ClusterWorkersOptions): ClusterWorkers => {
  const readyWorkers = new Map<number, Worker>()
  cluster.schedulingPolicy = cluster.SCHED_RR
  // Advanced: numbers such as Infinity, which JSON cannot represent, arrive unchanged.
  cluster.setupPrimary({ silent: true, serialization: 'advanced' })

  const sendTo = (worker: Worker, message: ToWorker) => {
    // It may end at any time; `onEnd` handles that.
    if (worker.isConnected()) worker.send(message, () => {})
  }

  return {
    startWorker({ onReady, onEnd }) {
      const worker = cluster.fork()
      const { process: child, id } = worker
      closeUnaccepted(child)
      if (child.stdout) relayLines(child.stdout, options.out)
      if (child.stderr) relayLines(child.stderr, options.err)

      worker.on('message', (message: ToPrimary) => {
        switch (message.kind) {
          case 'ready':
            readyWorkers.set(id, worker)
            return onReady(message.url)
          case 'report':
            return options.onReport(id, message.collection, message.report)
          case 'farewell':
            readyWorkers.delete(id)
            options.onFarewell(id, message.report)
            return sendTo(worker, { kind: 'bye' })
          case 'scrape':
            options.metricsText().then(
              (text) => sendTo(worker, { kind: 'metrics', scrape: message.scrape, text }),
              // The worker has a timeout of its own.
              () => {},
            )
        }
      })
      const end = (status: number | null, signal: string | null) => {
        readyWorkers.delete(id)
        options.onEnd(id)
        onEnd({ status, signal })
      }
      // 'close' comes after all output was read.
      child.once('close', end)
      worker.on('error', () => {
        if (child.pid === undefined) end(null, 'no process')
      })
      return { id, leave: (how) => sendTo(worker, { kind: 'leave', ...how }), kill: () => void child.kill('SIGKILL') }
    },
    requestReports(collection) {
      for (const worker of readyWorkers.values()) sendTo(worker, { kind: 'collect', collection })
      return [...readyWorkers.keys()]
    },
  }
}
