// Collects the metrics of all workers in the primary, with a short timeout. The counts of a worker that ended or does
// not respond are kept, so that sums never decrease.

import { aggregateReports, countsOf, type MetricsReport, reportsToText } from '../observability/aggregate-reports.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'

const RESPONSE_TIMEOUT_MS = 1_000

export type MetricsHubOptions = {
  /** Requests a report from every ready worker; returns their ids. */
  readonly requestReports: (collection: number) => readonly number[]
  /** The report of the primary itself. */
  readonly ownReport: () => Promise<MetricsReport>
  readonly setTimer: SetTimer
}

export type MetricsHub = {
  /** In the Prometheus text format. Concurrent calls share one collection. */
  text(): Promise<string>
  /** The same for an exporter. */
  report(): Promise<MetricsReport>
  onReport(worker: number, collection: number, report: MetricsReport): void
  /** The final report of a worker that is ending. */
  onFarewell(worker: number, report: MetricsReport): void
  onEnd(worker: number): void
}

export const createMetricsHub = ({ requestReports, ownReport, setTimer }: MetricsHubOptions): MetricsHub => {
  /** The last report of each worker. */
  const last = new Map<number, MetricsReport>()
  /** The counts of all workers that have ended. */
  let ended: Promise<MetricsReport> = Promise.resolve([])
  let collections = 0
  let open: { readonly id: number; readonly missing: Set<number>; readonly done: () => void } | undefined
  let collecting: Promise<readonly MetricsReport[]> | undefined
  let rendering: Promise<string> | undefined

  const markReported = (worker: number) => {
    open?.missing.delete(worker)
    if (open?.missing.size === 0) open.done()
  }

  const collect = async (): Promise<readonly MetricsReport[]> => {
    collections += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    const missing = new Set(requestReports(collections))
    open = { id: collections, missing, done: resolve }
    const cancelTimer = setTimer(resolve, RESPONSE_TIMEOUT_MS)
    if (missing.size === 0) resolve()
    await promise
    cancelTimer()
    open = undefined
    // Both read at the same time: a worker that ends now is in exactly one of them.
    const gone = ended
    const reports = [...last].map(([worker, report]) => (missing.has(worker) ? countsOf(report) : report))
    return [await ownReport(), ...reports, await gone]
  }

  const share = (): Promise<readonly MetricsReport[]> => {
    collecting ??= collect().finally(() => {
      collecting = undefined
    })
    return collecting
  }

  return {
    text() {
      rendering ??= share()
        .then(reportsToText)
        .finally(() => {
          rendering = undefined
        })
      return rendering
    },
    report: async () => aggregateReports(await share()),
    onReport(worker, collection, report) {
      last.set(worker, report)
      if (collection === open?.id) markReported(worker)
    },
    onFarewell(worker, report) {
      last.set(worker, countsOf(report))
    },
    onEnd(worker) {
      const report = last.get(worker)
      last.delete(worker)
      if (report) ended = ended.then((sum) => aggregateReports([sum, countsOf(report)]))
      markReported(worker)
    },
  }
}
