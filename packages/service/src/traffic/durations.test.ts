import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quantile, slotOf } from './durations.ts'

const histogramOf = (durations: readonly number[]) => {
  const histogram = new Map<number, number>()
  for (const each of durations) histogram.set(slotOf(each), (histogram.get(slotOf(each)) ?? 0) + 1)
  return histogram
}

test('a quantile is off by at most a tenth, from a millisecond to twenty seconds', () => {
  for (let duration = 1; duration < 20_000; duration *= 1.037) {
    const found = quantile(histogramOf([duration]), 0.5) ?? 0
    // Below ten milliseconds, rounding to whole milliseconds is coarser.
    assert.ok(Math.abs(found - duration) <= Math.max(1, duration * 0.1), `${duration}: ${found}`)
  }
})

test('the median and the 99th percentile are those of the whole, also when histograms are added up', () => {
  const durations = [...Array.from({ length: 98 }, () => 100), 5_000, 5_000]
  const histogram = histogramOf(durations)
  assert.ok(Math.abs((quantile(histogram, 0.5) ?? 0) - 100) <= 10)
  assert.ok(Math.abs((quantile(histogram, 0.99) ?? 0) - 5_000) <= 500)
  assert.equal(quantile(new Map(), 0.5), null)
})

test('durations beyond the slots are in the first or the last one', () => {
  for (const tiny of [0, 0.001, -5, 1]) assert.equal(slotOf(tiny), 0)
  assert.equal(slotOf(1e9), slotOf(1e8))
})
