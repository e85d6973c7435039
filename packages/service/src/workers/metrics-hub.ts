// The metrics of all workers, at the primary: asks each, and waits for none for long. What a worker counted is kept when it
// has ended or does not answer, so that no sum is ever less than it was.

import { aggregateReports, countsOf, type MetricsReport, reportsToText } from '../observability/aggregate-reports.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'

const ANSWER_TIMEOUT_MS = 1_000

export type MetricsHubOptions = {
  /** Asks every worker there is to report on the collection; returns whom it asked. */
  readonly send: (collection: number) => readonly number[]
  /** What the primary tells itself. */
  readonly own: () => Promise<MetricsReport>
  readonly setTimer: SetTimer
}

export type MetricsHub = {
  /** In the Prometheus text format. Those who ask while others do share one answer. */
  text(): Promise<string>
  /** The same for others to send. */
  report(): Promise<MetricsReport>
  onReport(worker: number, collection: number, report: MetricsReport): void
  /** What it counted, told before it ends. */
  onFarewell(worker: number, report: MetricsReport): void
  onEnd(worker: number): void
}

export const createMetricsHub = ({ send: ask, own, setTimer }: MetricsHubOptions): MetricsHub => {
  /** The last that each worker told. */
  const last = new Map<number, MetricsReport>()
  /** What all who have ended counted. */
  let ended: Promise<MetricsReport> = Promise.resolve([])
  let collections = 0
  let open: { readonly id: number; readonly missing: Set<number>; readonly done: () => void } | undefined
  let collecting: Promise<readonly MetricsReport[]> | undefined
  let telling: Promise<string> | undefined

  const settle = (worker: number) => {
    open?.missing.delete(worker)
    if (open?.missing.size === 0) open.done()
  }

  const collect = async (): Promise<readonly MetricsReport[]> => {
    collections += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    const missing = new Set(ask(collections))
    open = { id: collections, missing, done: resolve }
    const callOff = setTimer(resolve, ANSWER_TIMEOUT_MS)
    if (missing.size === 0) resolve()
    await promise
    callOff()
    open = undefined
    // Both at one moment: a worker that ends now is in one or the other.
    const gone = ended
    const reports = [...last].map(([worker, report]) => (missing.has(worker) ? countsOf(report) : report))
    return [await own(), ...reports, await gone]
  }

  const share = (): Promise<readonly MetricsReport[]> => {
    collecting ??= collect().finally(() => {
      collecting = undefined
    })
    return collecting
  }

  return {
    text() {
      telling ??= share()
        .then(reportsToText)
        .finally(() => {
          telling = undefined
        })
      return telling
    },
    report: async () => aggregateReports(await share()),
    onReport(worker, collection, report) {
      last.set(worker, report)
      if (collection === open?.id) settle(worker)
    },
    onFarewell(worker, report) {
      last.set(worker, countsOf(report))
    },
    onEnd(worker) {
      const report = last.get(worker)
      last.delete(worker)
      if (report) ended = ended.then((sum) => aggregateReports([sum, countsOf(report)]))
      settle(worker)
    },
  }
}
