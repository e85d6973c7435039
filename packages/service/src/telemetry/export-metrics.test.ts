import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributesIn, type SentMetrics } from '@central-api/testing/telemetry/fixture.ts'
import type { MetricsReport } from '../observability/aggregate-reports.ts'
import { createMetrics } from '../observability/metrics.ts'
import { encodeMetrics } from './encode-metrics.ts'
import { exportMetrics } from './export-metrics.ts'

const AT = Date.parse('2030-01-15T12:00:00Z')

test('exports metrics periodically under the names of /metrics, whatever happened to the previous ones', async (context) => {
  const metrics = createMetrics()
  context.after(() => metrics.stop())
  const bodies: string[] = []
  const waits: { readonly ms: number; readonly go: () => void; readonly stop: (error: Error) => void }[] = []
  let now = AT
  const responses = [200, 503]
  const { stop } = exportMetrics({
    target: { url: 'http://collector/v1/metrics', headers: {}, timeoutMs: 7, intervalMs: 30_000 },
    resource: { 'service.name': 'shop' },
    startedAt: AT,
    now: () => now,
    random: () => 0.5,
    report: metrics.report,
    async post({ body }) {
      bodies.push(body)
      return { status: responses.shift() ?? 200, retryAfter: undefined }
    },
    wait: (ms, signal) =>
      new Promise((go, fail) => {
        waits.push({ ms, go, stop: fail })
        signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      }),
    log: { info: () => {}, warn: () => {} } as never,
  })
  const pass = async () => {
    const before = waits.length
    now += 30_000
    waits.at(-1)?.go()
    while (waits.length === before) await new Promise(setImmediate)
  }
  metrics.countScan('rss', 'hit')
  metrics.countScan('rss', 'miss')
  for (const milliseconds of [20, 700])
    metrics.countUpstreamCall({ platform: 'rss', source: 'feed', outcome: 'ok', milliseconds })
  await pass()
  metrics.countScan('rss', 'hit')
  await pass()
  await stop()
  assert.deepEqual(
    waits.map(({ ms }) => ms),
    [30_000, 30_000, 30_000],
  )

  const sent = bodies.map((body) => JSON.parse(body) as SentMetrics)
  assert.equal(sent.length, 3)
  const metricIn = (one: SentMetrics | undefined, name: string) =>
    one?.resourceMetrics[0]?.scopeMetrics[0]?.metrics.find((metric) => metric.name === name)
  const [first, second] = sent
  assert.ok(first)
  assert.deepEqual(first.resourceMetrics[0] && attributesIn(first.resourceMetrics[0].resource), {
    'service.name': 'shop',
  })
  const scans = metricIn(second, 'central_scans_total')?.sum
  assert.deepEqual(
    scans?.dataPoints.map((point) => [attributesIn(point), point.asDouble]),
    [
      [{ platform: 'rss', cache: 'hit' }, 2],
      [{ platform: 'rss', cache: 'miss' }, 1],
    ],
  )
  assert.deepEqual({ ...scans, dataPoints: [] }, { aggregationTemporality: 2, isMonotonic: true, dataPoints: [] })
  assert.deepEqual(metricIn(first, 'central_upstream_seconds'), {
    name: 'central_upstream_seconds',
    description: 'Duration of single calls to platforms',
    unit: 's',
    histogram: {
      aggregationTemporality: 2,
      dataPoints: [
        {
          startTimeUnixNano: `${AT}000000`,
          timeUnixNano: `${AT + 30_000}000000`,
          attributes: [
            { key: 'platform', value: { stringValue: 'rss' } },
            { key: 'source', value: { stringValue: 'feed' } },
            { key: 'outcome', value: { stringValue: 'ok' } },
          ],
          count: '2',
          sum: 0.72,
          explicitBounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
          bucketCounts: ['0', '0', '0', '0', '1', '0', '0', '0', '0', '1', '0', '0', '0', '0'],
        },
      ],
    },
  })
  assert.equal(metricIn(first, 'process_resident_memory_bytes')?.unit, 'By')
  const reported = (await metrics.report()).filter(({ values }) => values.length > 0).map(({ name }) => name)
  const names = first.resourceMetrics[0]?.scopeMetrics[0]?.metrics.map(({ name }) => name) ?? []
  assert.deepEqual(
    names.filter((name) => !reported.includes(name)),
    [],
  )
  assert.ok(names.length > 20)
})

test('leaves out metrics without a measurement', () => {
  const metric = { name: 'central_x', help: 'X', type: 'gauge', aggregator: 'max' }
  const sample = (value: number) => ({ value, labels: {} })
  const report = [
    { ...metric, values: [sample(Number.NaN)] },
    { ...metric, name: 'central_y', values: [sample(1), sample(Number.POSITIVE_INFINITY)] },
  ] as unknown as MetricsReport
  const { resourceMetrics } = encodeMetrics(report, {}, { startedAt: AT, at: AT }) as SentMetrics
  assert.deepEqual(
    resourceMetrics[0]?.scopeMetrics[0]?.metrics.map(({ name, gauge }) => [name, gauge?.dataPoints.length]),
    [['central_y', 1]],
  )
})
