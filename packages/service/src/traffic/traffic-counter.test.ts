import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrafficCounter } from './traffic-counter.ts'

const START = Date.UTC(2030, 0, 15, 12, 14, 30)
const MINUTE_MS = 60_000

const start = () => {
  const clock = { at: START }
  return { clock, counter: createTrafficCounter(() => clock.at) }
}

test('a request counts in the minute, the quarter and the hour in which it ended', () => {
  const { clock, counter } = start()
  counter.count('rss', 'ok:hit')
  counter.count('rss', 'ok:hit')
  counter.count('', 'scans', 20)
  clock.at += MINUTE_MS
  counter.count('rss', 'ok:hit')
  const counts = counter
    .take()
    .map(({ stepMs, startsAt, platform, measure, count }) => [
      ...[stepMs / MINUTE_MS, new Date(startsAt).toISOString().slice(11, 16), platform, measure, count],
    ])
  assert.deepEqual(counts.sort(), [
    [1, '12:14', '', 'scans', 20],
    [1, '12:14', 'rss', 'ok:hit', 2],
    [1, '12:15', 'rss', 'ok:hit', 1],
    [15, '12:00', '', 'scans', 20],
    [15, '12:00', 'rss', 'ok:hit', 2],
    [15, '12:15', 'rss', 'ok:hit', 1],
    [60, '12:00', '', 'scans', 20],
    [60, '12:00', 'rss', 'ok:hit', 3],
  ])
  assert.deepEqual(counter.take(), [])
})

test('what could not be stored is added to what is counted since, and dropped when it is too old', () => {
  const { clock, counter } = start()
  counter.count('rss', 'ok')
  const failed = counter.take()
  counter.count('rss', 'ok')
  counter.giveBack(failed)
  const both = counter.take()
  assert.deepEqual(
    both.map(({ count }) => count),
    [2, 2, 2],
  )
  clock.at += 3 * 3_600_000
  counter.giveBack(both)
  assert.deepEqual(
    counter.take().map(({ stepMs }) => stepMs),
    [15 * MINUTE_MS, 60 * MINUTE_MS],
  )
})
