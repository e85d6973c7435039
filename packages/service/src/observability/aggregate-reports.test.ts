import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { aggregateReports, countsOf, reportsToText } from './aggregate-reports.ts'
import { createMetrics } from './metrics.ts'

const startMetrics = (context: TestContext) => {
  let times = { active: 0, idle: 0 }
  const metrics = createMetrics({ eventLoopTimes: () => times })
  context.after(() => metrics.stop())
  return {
    ...metrics,
    work(active: number, idle: number) {
      times = { active: times.active + active, idle: times.idle + idle }
    },
  }
}

const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))

test('counters of several processes are summed by label', async (context) => {
  const [one, other] = [startMetrics(context), startMetrics(context)]
  one.countScan('rss', 'hit')
  one.countScan('rss', 'miss')
  other.countScan('rss', 'hit')
  other.countScan('mastodon', 'hit')
  const text = await reportsToText([await one.report(), await other.report()])
  assert.deepEqual(linesOf(text, 'central_scans_total'), [
    'central_scans_total{platform="rss",cache="hit"} 2',
    'central_scans_total{platform="rss",cache="miss"} 1',
    'central_scans_total{platform="mastodon",cache="hit"} 1',
  ])
  assert.deepEqual(linesOf(text, 'central_workers'), ['central_workers 2'])
})

test('histograms are summed bucket by bucket', async (context) => {
  const [one, other] = [startMetrics(context), startMetrics(context)]
  const call = { platform: 'rss', source: 'feed', outcome: 'ok' }
  one.countUpstreamCall({ ...call, milliseconds: 20 })
  other.countUpstreamCall({ ...call, milliseconds: 20 })
  other.countUpstreamCall({ ...call, milliseconds: 700 })
  const text = await reportsToText([await one.report(), await other.report()])
  const of = (name: string) => linesOf(text, `central_upstream_seconds_${name}`).map((line) => line.split(' ')[1])
  assert.deepEqual(of('bucket'), ['0', '0', '0', '0', '2', '2', '2', '2', '2', '3', '3', '3', '3', '3'])
  assert.deepEqual(of('count'), ['3'])
  assert.deepEqual(of('sum'), ['0.74'])
})

test('the event loop utilization is that of the busiest process', async (context) => {
  const [one, other] = [startMetrics(context), startMetrics(context)]
  one.work(75, 25)
  other.work(10, 90)
  const text = await reportsToText([await one.report(), await other.report()])
  assert.deepEqual(linesOf(text, 'central_event_loop_utilization'), ['central_event_loop_utilization 0.75'])
})

test('the counters of an exited process are kept and can be aggregated again', async (context) => {
  const [one, other] = [startMetrics(context), startMetrics(context)]
  one.countScan('rss', 'hit')
  other.countScan('rss', 'hit')
  const ended = await aggregateReports([countsOf(await one.report()), countsOf(await other.report())])
  const text = await reportsToText([await one.report(), ended])
  assert.deepEqual(linesOf(text, 'central_scans_total'), ['central_scans_total{platform="rss",cache="hit"} 3'])
  assert.deepEqual(linesOf(text, 'central_workers'), ['central_workers 1'])
  assert.deepEqual(
    ended.filter(({ name }) => name === 'process_resident_memory_bytes'),
    [],
  )
})
