import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrafficCount } from '../storage/store.ts'
import { slotOf } from './durations.ts'
import { coldMeasure, RANGE_NAMES, RANGES } from './measures.ts'
import { spanOf, sumOf, toSeries } from './traffic-series.ts'

const NOW = Date.UTC(2030, 2, 31, 1, 59, 59, 999)

test('a range ends with the period that is running, and its periods start at whole steps in UTC', () => {
  for (const range of RANGE_NAMES) {
    const { stepMs, steps } = RANGES[range]
    for (const now of [NOW, NOW + 1, 0, 59_999]) {
      const { from, before } = spanOf(range, now)
      assert.equal(before - from, steps * stepMs)
      assert.ok(before > now && before - stepMs <= now && Math.abs(from % stepMs) === 0, `${range} at ${now}`)
    }
  }
})

test('every period has an entry in every series, also without a request', () => {
  for (const range of RANGE_NAMES) {
    const series = toSeries(range, spanOf(range, NOW), [])
    const { steps } = RANGES[range]
    assert.equal(series.times.length, steps)
    const all = [series.requests, series.errors, series.aborted, ...Object.values(series.cache)]
    for (const each of [...all, ...Object.values(series.quota), series.coldScans.counts])
      assert.deepEqual(
        each,
        Array.from({ length: steps }, () => 0),
      )
    assert.deepEqual(
      series.coldScans.p99Ms,
      Array.from({ length: steps }, () => null),
    )
  }
})

test('requests, errors, cache, quota and cold scans are counted where they belong', () => {
  const span = spanOf('1h', NOW)
  const last = span.before - 60_000
  const count = (measure: string, times: number, platform = 'rss', startsAt = last): TrafficCount => ({
    ...{ measure, platform, startsAt, count: times },
  })
  const series = toSeries('1h', span, [
    count('ok:hit', 5),
    count('ok:stale', 2),
    count('ok:miss', 3),
    count('ok', 4, ''),
    count('aborted', 1),
    count('error:platform_timeout', 2),
    count('error:token_expired', 6, ''),
    count('scans', 10),
    count('validations', 1),
    count(coldMeasure(slotOf(100)), 98),
    count(coldMeasure(slotOf(5_000)), 2),
    count('ok:hit', 1, 'rss', span.from),
    count('of a later version', 99),
    count('later:thing', 99),
  ])
  const at = (of: readonly (number | null)[]) => [of[0], of.at(-1)]
  assert.deepEqual(at(series.requests), [1, 23])
  assert.deepEqual(at(series.errors), [0, 8])
  assert.deepEqual(at(series.aborted), [0, 1])
  assert.deepEqual(at(series.cache.hit), [1, 5])
  assert.deepEqual([at(series.cache.stale)[1], at(series.cache.miss)[1]], [2, 3])
  assert.deepEqual([at(series.quota.scans)[1], at(series.quota.validations)[1]], [10, 1])
  assert.deepEqual([...series.errorCodes.keys()], ['platform_timeout', 'token_expired'])
  const rss = series.platforms.get('rss')
  assert.deepEqual([sumOf(rss?.requests ?? []), sumOf(rss?.errors ?? []), series.platforms.size], [14, 2, 1])
  assert.equal(series.coldScans.counts.at(-1), 100)
  assert.ok(Math.abs((series.coldScans.p50Ms.at(-1) ?? 0) - 100) <= 10)
  assert.ok(Math.abs((series.coldScans.p99Ms.at(-1) ?? 0) - 5_000) <= 500)
  assert.equal(series.coldScans.p50Ms[0], null)
})
