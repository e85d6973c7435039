// Aggregates the metrics of several processes. Counters are summed; each gauge names its own aggregator. A counter must never
// decrease, because Prometheus takes a decrease for a restart.

import { AggregatorRegistry, type Registry } from 'prom-client'

/** The metrics of one process in a form that can be sent to another process. */
export type MetricsReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Types of metrics that never decrease. */
const MONOTONIC_TYPES: ReadonlySet<string> = new Set(['counter', 'histogram'])

/** The metrics that are kept after a process has exited: its counters and histograms. */
export const countsOf = (report: MetricsReport): MetricsReport =>
  report.filter(({ type }) => MONOTONIC_TYPES.has(String(type)))

/** Aggregates several reports into one. */
export const aggregateReports = (reports: readonly MetricsReport[]): Promise<MetricsReport> =>
  AggregatorRegistry.aggregate([...reports]).getMetricsAsJSON()

/** Aggregates several reports into the Prometheus text format. */
export const reportsToText = (reports: readonly MetricsReport[]): Promise<string> =>
  AggregatorRegistry.aggregate([...reports]).metrics()
