import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowAt } from './window-at.ts'

const at = (text: string) => Date.parse(text)
const shown = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) =>
  [startsAt, endsAt].map((time) => new Date(time).toISOString())

test('a window in seconds begins at a multiple of its length, so that all replicas count in the same one', () => {
  assert.deepEqual(shown(windowAt({ seconds: 3_600 }, at('2026-03-01T10:59:59.999Z'))), [
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T11:00:00.000Z',
  ])
})

test('a day ends at midnight in its zone, also when daylight saving begins or ends', () => {
  const pacific = { midnight: 'America/Los_Angeles' }
  for (const [now, from, to] of [
    ['2026-01-15T12:00:00Z', '2026-01-15T08:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['2026-07-15T06:59:59.999Z', '2026-07-14T07:00:00.000Z', '2026-07-15T07:00:00.000Z'],
    ['2026-07-15T07:00:00Z', '2026-07-15T07:00:00.000Z', '2026-07-16T07:00:00.000Z'],
    // 23 hours: clocks go forward at two.
    ['2026-03-08T09:30:00Z', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['2026-03-08T20:00:00Z', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    // 25 hours: clocks go back.
    ['2026-11-01T20:00:00Z', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ] as const)
    assert.deepEqual(shown(windowAt(pacific, at(now))), [from, to], now)
})
