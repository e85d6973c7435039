import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { reportsToText } from './aggregate-reports.ts'
import { createEventLoopLag, type LoopLag } from './event-loop-lag.ts'

/** The values of Node's histogram without a measurement. */
const UNMEASURED = {
  count: 0,
  min: 9_223_372_036_854_776_000,
  max: 0,
  mean: Number.NaN,
  stddev: Number.NaN,
  lowest: 511,
}
const MEASUREMENT = { count: 5, min: 10e6, max: 30e6, mean: 20e6, stddev: 4e6, lowest: 20e6 }

const start = () => {
  let seen = UNMEASURED
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const lag: LoopLag = {
    get count() {
      return seen.count
    },
    get min() {
      return seen.min
    },
    get max() {
      return seen.max
    },
    get mean() {
      return seen.mean
    },
    get stddev() {
      return seen.stddev
    },
    percentile: () => seen.lowest,
    reset() {
      seen = UNMEASURED
    },
  }
  createEventLoopLag(registry, lag)
  const measure = () => {
    seen = MEASUREMENT
  }
  return { registry, measure }
}

const LAG = /^(?:nodejs_eventloop_lag|central_event_loop_delay)_\w*seconds .*$/gm
const samplesIn = (text: string) => [...text.matchAll(LAG)].map(([line]) => line)

const MEASURED = [
  'central_event_loop_delay_seconds 0.03',
  'nodejs_eventloop_lag_min_seconds 0.01',
  'nodejs_eventloop_lag_max_seconds 0.03',
  'nodejs_eventloop_lag_mean_seconds 0.02',
  'nodejs_eventloop_lag_stddev_seconds 0.004',
  'nodejs_eventloop_lag_p50_seconds 0.02',
  'nodejs_eventloop_lag_p90_seconds 0.02',
  'nodejs_eventloop_lag_p99_seconds 0.02',
]

test('gauges have no value before the first measurement, and keep their value between measurements', async () => {
  const { registry, measure } = start()
  assert.deepEqual(samplesIn(await registry.metrics()), [])
  measure()
  const isLatest = (line: string) => line.startsWith('nodejs_eventloop_lag_seconds ')
  for (const scrape of ['first', 'second']) {
    const samples = samplesIn(await registry.metrics()).filter((line) => !isLatest(line))
    assert.deepEqual(samples, MEASURED, scrape)
  }
})

test('a worker without a measurement does not affect the aggregated gauges', async () => {
  const [one, other] = [start(), start()]
  one.measure()
  const reports = await Promise.all([one, other].map(({ registry }) => registry.getMetricsAsJSON()))
  assert.deepEqual(samplesIn(await reportsToText(reports)), MEASURED)
})

test('two consecutive scrapes of a real event loop contain only measured values', async () => {
  const { createMetrics } = await import('./metrics.ts')
  const metrics = createMetrics()
  try {
    for (const scrape of [await metrics.text(), await metrics.text()]) {
      const numbers = [...scrape.matchAll(/^(?!#)\S+ (\S+)$/gm)].map(([line, value]) => ({
        line,
        value: Number(value),
      }))
      assert.ok(numbers.length > 0)
      const SECONDS_OF_A_YEAR = 31_557_600
      const isTime = (line: string) => /_seconds\b/.test(line) && !/_start_time_|_timestamp_/.test(line)
      assert.deepEqual(
        numbers.filter(({ line, value }) => !Number.isFinite(value) || (isTime(line) && value > SECONDS_OF_A_YEAR)),
        [],
      )
    }
  } finally {
    metrics.stop()
  }
})
