import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeTime, turns } from '@central-api/testing/workers/fake-workers.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createPrimaryMetrics } from '../observability/primary-metrics.ts'
import { createMetricsHub } from './metrics-hub.ts'

/** Workers by id, each with its own metrics; one that hangs does not respond. */
const create = (context: TestContext, ids: readonly number[]) => {
  const time = createFakeTime()
  const primary = createPrimaryMetrics()
  const metrics = new Map(ids.map((id) => [id, createMetrics()]))
  const hung = new Set<number>()
  const requested: number[] = []
  const late: (() => Promise<void>)[] = []
  context.after(() => {
    for (const { stop } of metrics.values()) stop()
  })
  const response = async (id: number, collection: number) => {
    const report = await metrics.get(id)?.report()
    if (report) hub.onReport(id, collection, report)
  }
  const hub = createMetricsHub({
    ownReport: primary.report,
    setTimer: time.setTimer,
    requestReports(collection) {
      requested.push(collection)
      for (const id of metrics.keys()) {
        if (hung.has(id)) late.push(() => response(id, collection))
        else response(id, collection)
      }
      return [...metrics.keys()]
    },
  })
  const scan = (id: number) => metrics.get(id)?.countScan('rss', 'hit')
  const read = async () => {
    const text = hub.text()
    await turns()
    await time.pass(1_000)
    const numberOf = (name: string) =>
      Number(new RegExp(`^${name}(?:{[^}]*})? (.*)$`, 'm').exec(reported)?.[1] ?? Number.NaN)
    const reported = await text
    return { scans: numberOf('central_scans_total'), workers: numberOf('central_workers') }
  }
  const end = (id: number) => {
    metrics.get(id)?.stop()
    metrics.delete(id)
    hub.onEnd(id)
  }
  return { hub, primary, time, metrics, hung, requested, late, scan, read, end }
}

test('sums up the counts of all workers', async (context) => {
  const { scan, read } = create(context, [1, 2, 3])
  for (const id of [1, 2, 2, 3, 3, 3]) scan(id)
  assert.deepEqual(await read(), { scans: 6, workers: 3 })
})

test('waits at most a second for a worker that hangs, and keeps its earlier counts', async (context) => {
  const { scan, read, hung, hub, time, requested } = create(context, [1, 2])
  scan(1)
  scan(2)
  await read()
  hung.add(2)
  scan(1)
  let isReported = false
  const text = hub.text().finally(() => {
    isReported = true
  })
  await time.pass(999)
  assert.equal(isReported, false)
  await time.pass(1)
  await text
  assert.deepEqual(await read(), { scans: 3, workers: 1 })
  assert.equal(requested.length, 3)
})

test('keeps a late report, without counting it for another collection', async (context) => {
  const { scan, read, hung, late } = create(context, [1, 2])
  scan(2)
  hung.add(2)
  assert.equal((await read()).workers, 1)
  for (const response of late) await response()
  assert.deepEqual(await read(), { scans: 1, workers: 1 })
})

test('keeps the counts of a worker that ended, including its final report', async (context) => {
  const { scan, read, end, hub, metrics } = create(context, [1, 2])
  scan(1)
  scan(2)
  await read()
  scan(1)
  const report = await metrics.get(1)?.report()
  assert.ok(report)
  hub.onFarewell(1, report)
  end(1)
  assert.deepEqual(await read(), { scans: 3, workers: 1 })
  end(2)
  assert.deepEqual(await read(), { scans: 3, workers: Number.NaN })
})

test('does not wait for a worker that ends during a collection', async (context) => {
  const { read, hung, end, hub, scan, time } = create(context, [1, 2])
  scan(2)
  await read()
  hung.add(2)
  const text = hub.text()
  await turns()
  end(2)
  const reported = await text
  assert.match(reported, /central_scans_total\{platform="rss",cache="hit"\} 1\n/)
  assert.equal(time.now(), 1_000, 'the time of the first scrape alone')
})

test('the primary reports lost workers, and the start time of the service', async (context) => {
  const { hub, primary } = create(context, [1, 2])
  primary.countLoss()
  const text = await hub.text()
  assert.match(text, /^central_worker_losses_total 1$/m)
  const [, startedAt] = /^process_start_time_seconds (\d+)$/m.exec(text) ?? []
  assert.equal(Number(startedAt), Math.round(performance.timeOrigin / 1000))
})

test('concurrent calls share one collection', async (context) => {
  const { hub, requested } = create(context, [1, 2])
  const texts = await Promise.all([hub.text(), hub.text(), hub.text()])
  assert.equal(new Set(texts).size, 1)
  assert.equal(requested.length, 1)
})
