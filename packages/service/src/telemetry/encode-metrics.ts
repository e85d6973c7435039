// Encodes the metrics of /metrics as OTLP, with the same names and counts:
// https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/metrics/v1/metrics.proto

import type { MetricsReport } from '../observability/aggregate-reports.ts'
import { attributesOf, nanosecondsOf, SCOPE } from './otlp-json.ts'
import type { Attributes } from './span.ts'

const CUMULATIVE = 2

/** Both in milliseconds since the epoch. */
export type Span = { readonly startedAt: number; readonly at: number }

type Metric = MetricsReport[number]
type Times = { readonly startTimeUnixNano: string; readonly timeUnixNano: string }
type Sample = Metric['values'][number] & { readonly metricName?: string }
type Labels = Readonly<Record<string, string | number>>

/** Returns an ExportMetricsServiceRequest. */
export const encodeMetrics = (report: MetricsReport, resource: Attributes, { startedAt, at }: Span): object => {
  const times = { startTimeUnixNano: nanosecondsOf(startedAt), timeUnixNano: nanosecondsOf(at) }
  const metrics = report
    // Values without a measurement are left out: JSON cannot represent NaN.
    .map((metric) => ({ ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) }))
    .filter(({ values }) => values.length > 0)
    .map((metric) => ({
      name: metric.name,
      description: metric.help,
      unit: unitOf(metric.name),
      ...dataOf(metric, times),
    }))
  return {
    resourceMetrics: [
      { resource: { attributes: attributesOf(resource) }, scopeMetrics: [{ scope: { name: SCOPE }, metrics }] },
    ],
  }
}

/** Units in UCUM. */
const UNITS: readonly (readonly [name: RegExp, unit: string])[] = [
  [/_seconds(?:_total)?$/, 's'],
  [/_bytes(?:_total)?$/, 'By'],
]

const unitOf = (name: string): string => UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? '1'

const dataOf = (metric: Metric, times: Times): object => {
  const values: readonly Sample[] = metric.values
  switch (String(metric.type)) {
    case 'counter':
      return { sum: { dataPoints: points(values, times), aggregationTemporality: CUMULATIVE, isMonotonic: true } }
    case 'histogram':
      return { histogram: { dataPoints: histogramPoints(values, times), aggregationTemporality: CUMULATIVE } }
    default:
      return { gauge: { dataPoints: points(values, times) } }
  }
}

const points = (values: readonly Sample[], times: Times): readonly object[] =>
  values.map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels as Labels), asDouble: value }))

/** Prometheus buckets are cumulative; those of OTLP are not. */
const histogramPoints = (values: readonly Sample[], times: Times): readonly object[] =>
  [...Map.groupBy(values, ({ labels }) => seriesOf(labels as Labels)).values()].map((series) => {
    const [{ labels: { le: _, ...labels } = {} } = {}] = series
    const upTo = series
      .filter(({ metricName }) => metricName?.endsWith('_bucket'))
      .map(({ labels, value }) => ({ bound: boundOf((labels as Labels).le), count: value }))
      .sort((a, b) => a.bound - b.bound)
    const of = (end: string) => series.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0
    return {
      ...times,
      attributes: attributesOf(labels as Labels),
      count: String(of('_count')),
      sum: of('_sum'),
      explicitBounds: upTo.map(({ bound }) => bound).filter(Number.isFinite),
      bucketCounts: upTo.map(({ count }, at) => String(count - (upTo[at - 1]?.count ?? 0))),
    }
  })

const seriesOf = ({ le: _, ...labels }: Labels): string => JSON.stringify(Object.entries(labels).sort())

const boundOf = (le: string | number | undefined): number => (le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le))
