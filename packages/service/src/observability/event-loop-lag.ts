// Event loop delay: one histogram, reported under our own name and under those of prom-client's default metrics. Without a
// measurement since the last scrape, each gauge keeps its value; before the first measurement, it has none. prom-client's own
// gauges would report 292 years and NaN.

import { Gauge, type Registry } from 'prom-client'

/** The histogram of `monitorEventLoopDelay` in node:perf_hooks. Times are in nanoseconds. */
export type LoopLag = {
  readonly count: number
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly stddev: number
  percentile(percentile: number): number
  reset(): void
}

type Aggregator = 'min' | 'max' | 'average'

const NANOSECONDS_PER_SECOND = 1e9

type GaugeSpec = readonly [name: string, help: string, Aggregator, read: (lag: LoopLag) => number]

const percentile = (n: number): GaugeSpec => [
  `nodejs_eventloop_lag_p${n}_seconds`,
  `The ${n}th percentile of the recorded event loop delays.`,
  'average',
  (lag) => lag.percentile(n),
]

const GAUGES: readonly GaugeSpec[] = [
  ['central_event_loop_delay_seconds', 'Maximum event loop delay since the last scrape', 'max', ({ max }) => max],
  ['nodejs_eventloop_lag_min_seconds', 'The minimum recorded event loop delay.', 'min', ({ min }) => min],
  ['nodejs_eventloop_lag_max_seconds', 'The maximum recorded event loop delay.', 'max', ({ max }) => max],
  ['nodejs_eventloop_lag_mean_seconds', 'The mean of the recorded event loop delays.', 'average', ({ mean }) => mean],
  [
    'nodejs_eventloop_lag_stddev_seconds',
    'The standard deviation of the recorded event loop delays.',
    'average',
    ({ stddev }) => stddev,
  ],
  ...[50, 90, 99].map(percentile),
]

/** A default metric of prom-client that is set only after a scrape. It would report 0 in the first one. */
const LATEST = 'nodejs_eventloop_lag_seconds'

/** Replaces the metrics that `collectDefaultMetrics` registered. */
export const createEventLoopLag = (registry: Registry, lag: LoopLag): void => {
  // The first gauge updates all others, because reading resets the histogram.
  const collect = () => {
    if (lag.count === 0) return
    for (const { gauge, read } of gauges) gauge.set(read(lag) / NANOSECONDS_PER_SECOND)
    lag.reset()
  }
  const gauges = GAUGES.map(([name, help, aggregator, read], at) => {
    registry.removeSingleMetric(name)
    const gauge = new Gauge({ name, help, aggregator, registers: [registry], ...(at === 0 && { collect }) })
    // Removes the initial value 0, which was not measured.
    gauge.remove()
    return { gauge, read }
  })
  const latest = registry.getSingleMetric(LATEST)
  if (latest instanceof Gauge) latest.remove()
}
