import { Type } from '../../../parsing/type.ts'
import { quantile } from '../../../traffic/durations.ts'
import { RANGE_NAMES, RANGES, type Range } from '../../../traffic/measures.ts'
import { spanOf, sumOf, type TrafficSeries, toSeries } from '../../../traffic/traffic-series.ts'
import { adminRoute } from '../admin-route.ts'
import { type ErrorClass, errorClassOf } from './error-classes.ts'
import { TrafficData } from './schemas.ts'

const byTotal = (one: { readonly total: number }, other: { readonly total: number }): number => other.total - one.total

const classesOf = ({ errorCodes, times }: TrafficSeries) => {
  const classes = new Map<ErrorClass, number[]>()
  for (const [code, counts] of errorCodes) {
    const name = errorClassOf(code)
    const sums = classes.get(name) ?? times.map(() => 0)
    classes.set(
      name,
      sums.map((sum, step) => sum + (counts[step] ?? 0)),
    )
  }
  return [...classes].map(([name, counts]) => ({ class: name, counts, total: sumOf(counts) })).sort(byTotal)
}

const platformsOf = ({ platforms }: TrafficSeries) =>
  [...platforms]
    .map(([platform, { requests, errors }]) => ({
      ...{ platform, requests: [...requests], errors: [...errors] },
      ...{ totalRequests: sumOf(requests), totalErrors: sumOf(errors) },
    }))
    .sort((one, other) => other.totalRequests - one.totalRequests)

const describe = (range: Range, series: TrafficSeries): TrafficData => {
  const { times, requests, errors, aborted, errorCodes, cache, coldScans, allColdScans, quota, stepMs } = series
  const { hit, stale, miss } = cache
  const { scans, validations } = quota
  return {
    range,
    stepSeconds: stepMs / 1000,
    times: times.map((time) => new Date(time).toISOString()),
    ...{ requests: [...requests], errors: [...errors], aborted: [...aborted] },
    errorClasses: classesOf(series),
    errorCodes: [...errorCodes]
      .map(([code, counts]) => ({ code, class: errorClassOf(code), total: sumOf(counts) }))
      .sort(byTotal),
    platforms: platformsOf(series),
    cache: { hit: [...hit], stale: [...stale], miss: [...miss] },
    coldScans: { counts: [...coldScans.counts], p50Ms: [...coldScans.p50Ms], p99Ms: [...coldScans.p99Ms] },
    quota: { scans: [...scans], validations: [...validations] },
    totals: {
      ...{ requests: sumOf(requests), errors: sumOf(errors), aborted: sumOf(aborted) },
      cache: { hit: sumOf(hit), stale: sumOf(stale), miss: sumOf(miss) },
      coldScans: {
        count: sumOf(coldScans.counts),
        p50Ms: quantile(allColdScans, 0.5),
        p99Ms: quantile(allColdScans, 0.99),
      },
      quota: { scans: sumOf(scans), validations: sumOf(validations) },
    },
  }
}

export const showTraffic = adminRoute({
  method: 'GET',
  path: '/traffic',
  role: 'read',
  operationId: 'showTheTrafficOverTime',
  summary: 'Show the traffic over time',
  description:
    'Returns series for charts: requests, errors, cache status, duration of cold scans, and charged quota, counted by all processes. Each list has an entry for each step, oldest first; steps without requests are zero. Steps start at whole minutes, quarters or hours in UTC. A request is counted within about ten seconds, also if the request log is off. Requests that an operator tries as a license are not counted.',
  query: Type.Object({
    range: Type.Optional(
      Type.Enum([...RANGE_NAMES], {
        description:
          'The last hour in steps of a minute, the last 24 hours in steps of 15 minutes (default), or the last 7 days in steps of an hour',
      }),
    ),
  }),
  data: TrafficData,
  example: { path: '/traffic?range=24h' },
  handle:
    ({ store, now }) =>
    async ({ query: { range = '24h' } }) => {
      const span = spanOf(range, now())
      return describe(range, toSeries(range, span, await store.traffic.read(RANGES[range].stepMs, span)))
    },
})
