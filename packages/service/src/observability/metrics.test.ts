import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createMetrics, type MetricsOptions } from './metrics.ts'

const startMetrics = (context: TestContext, options?: MetricsOptions) => {
  const metrics = createMetrics(options)
  context.after(() => metrics.stop())
  return async (name: string): Promise<number> => {
    const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }
}

test('the event loop utilization is the active share of the time since the last scrape', async (context) => {
  let times = { active: 1_000, idle: 9_000 }
  const read = startMetrics(context, { eventLoopTimes: () => times })
  times = { active: 1_030, idle: 9_010 }
  assert.equal(await read('central_event_loop_utilization'), 0.75)
  times = { active: 1_030, idle: 9_110 }
  assert.equal(await read('central_event_loop_utilization'), 0)
})

test('two scrapes at the same instant report a utilization of 0', async (context) => {
  const read = startMetrics(context, { eventLoopTimes: () => ({ active: 5, idle: 5 }) })
  assert.equal(await read('central_event_loop_utilization'), 0)
})

test('a busy event loop is reported as busy', async (context) => {
  const read = startMetrics(context)
  // Utilization is measured from the first iteration of the loop.
  await setImmediate()
  await read('central_event_loop_utilization')
  for (const end = performance.now() + 50; performance.now() < end; ) Math.sqrt(end)
  const busy = await read('central_event_loop_utilization')
  assert.ok(busy > 0.5 && busy <= 1, `${busy}`)
})

test('one long task is not reported as a delay, consecutive long tasks are', async (context) => {
  const metrics = createMetrics()
  context.after(() => metrics.stop())
  const [LONG_MS, BEHIND_MS] = [600, 200]
  const work = async () => {
    for (const end = performance.now() + LONG_MS; performance.now() < end; ) Math.sqrt(end)
    // Lets the timers of the delay check and of the histogram run.
    await setTimeout(0)
  }
  await setTimeout(0)
  await work()
  assert.ok(metrics.eventLoopDelayMs() < BEHIND_MS, `${metrics.eventLoopDelayMs()} ms after one`)
  for (let n = 0; n < 4; n += 1) await work()
  assert.ok(metrics.eventLoopDelayMs() > BEHIND_MS, `${metrics.eventLoopDelayMs()} ms after five`)
})
