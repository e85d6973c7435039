// Workers as processes, by node:cluster. The primary accepts every connection and hands it to a worker in turn; one that a
// worker does not take goes to the next, so that none is reset when a worker goes. Nothing here decides who lives.

import cluster, { type Worker } from 'node:cluster'
import type { MetricsReport } from '../observability/aggregate-reports.ts'
import { closeUntaken } from './close-untaken.ts'
import type { ToPrimary, ToWorker } from './messages.ts'
import { relayLines } from './relay-lines.ts'
import type { StartWorker } from './worker-process.ts'

export type ClusterWorkersOptions = {
  /** Whole lines, as workers write them to standard output and standard error. */
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** The metrics of all workers, for one of them. */
  readonly metricsText: () => Promise<string>
  readonly onReport: (worker: number, collection: number, report: MetricsReport) => void
  readonly onFarewell: (worker: number, report: MetricsReport) => void
  readonly onEnd: (worker: number) => void
}

export type ClusterWorkers = {
  readonly startWorker: StartWorker
  /** Asks all who are ready; returns whom. */
  send(collection: number): readonly number[]
}

export const createClusterWorkers = (options: ClusterWorkersOptions): ClusterWorkers => {
  const requested = new Map<number, Worker>()
  cluster.schedulingPolicy = cluster.SCHED_RR
  // Advanced: numbers that JSON has no word for arrive as they are.
  cluster.setupPrimary({ silent: true, serialization: 'advanced' })

  const tell = (worker: Worker, message: ToWorker) => {
    // It may end at any moment; that is told by its end.
    if (worker.isConnected()) worker.send(message, () => {})
  }

  return {
    startWorker({ onReady, onEnd }) {
      const worker = cluster.fork()
      const { process: child, id } = worker
      closeUntaken(child)
      if (child.stdout) relayLines(child.stdout, options.out)
      if (child.stderr) relayLines(child.stderr, options.err)

      worker.on('message', (message: ToPrimary) => {
        switch (message.kind) {
          case 'ready':
            requested.set(id, worker)
            return onReady(message.address)
          case 'report':
            return options.onReport(id, message.collection, message.report)
          case 'farewell':
            requested.delete(id)
            options.onFarewell(id, message.report)
            return tell(worker, { kind: 'bye' })
          case 'scrape':
            options.metricsText().then(
              (text) => tell(worker, { kind: 'metrics', scrape: message.scrape, text }),
              // The worker stops waiting by itself.
              () => {},
            )
        }
      })
      const end = (status: number | null, signal: string | null) => {
        requested.delete(id)
        options.onEnd(id)
        onEnd({ status, signal })
      }
      // 'close' comes when all that it wrote is read, too.
      child.once('close', end)
      worker.on('error', () => {
        if (child.pid === undefined) end(null, 'no process')
      })
      return { id, leave: (how) => tell(worker, { kind: 'leave', ...how }), kill: () => void child.kill('SIGKILL') }
    },
    send(collection) {
      for (const worker of requested.values()) tell(worker, { kind: 'collect', collection })
      return [...requested.keys()]
    },
  }
}
