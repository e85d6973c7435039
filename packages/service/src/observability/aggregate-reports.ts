// The metrics of several processes as those of one: counts are added, of delays the longest is told, as each metric says
// of itself. What counts up must never be told to be less than before: whoever reads it takes that for a new beginning.

import { AggregatorRegistry, type Registry } from 'prom-client'

/** What one process tells; it can be sent to another. */
export type MetricsReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Types of metrics that only ever grow. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram'])

/** What stays true of a process when it has ended: what it counted. */
export const countsOf = (report: MetricsReport): MetricsReport => report.filter(({ type }) => GROWING.has(String(type)))

/** Several as one. */
export const addReports = (reports: readonly MetricsReport[]): Promise<MetricsReport> =>
  AggregatorRegistry.aggregate([...reports]).getMetricsAsJSON()

/** Several as one, in the Prometheus text format. */
export const tellReports = (reports: readonly MetricsReport[]): Promise<string> =>
  AggregatorRegistry.aggregate([...reports]).metrics()
