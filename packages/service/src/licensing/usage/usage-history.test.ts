import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture } from '@central-api/testing/licensing/fixture.ts'
import { monthsUntil, readUsageHistory } from './usage-history.ts'

test('lists consecutive months, also across the end of a year', () => {
  const months = monthsUntil(Date.parse('2030-02-28T23:59:59Z'), 4)
  assert.deepEqual(
    months.map(({ startsAt, endsAt }) => [new Date(startsAt).toISOString(), new Date(endsAt).toISOString()]),
    [
      ['2029-11-01T00:00:00.000Z', '2029-12-01T00:00:00.000Z'],
      ['2029-12-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'],
      ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'],
      ['2030-02-01T00:00:00.000Z', '2030-03-01T00:00:00.000Z'],
    ],
  )
})

test('reports the usage of each month, and zero for a month without usage', async (context) => {
  const { store, now } = await createFixture(context)
  const [december, january] = [Date.UTC(2029, 11), Date.UTC(2030, 0)]
  const use = (licenseId: string, meter: string, startsAt: number, count: number) =>
    store.usage.commit([{ licenseId, windows: [{ meter, startsAt, limit: null }], count }], [])
  await use('lic_a', 'scans', december, 7)
  await use('lic_a', 'scans', january, 3)
  await use('lic_a', 'validations', january, 2)
  await use('lic_b', 'scans', january, 100)
  assert.deepEqual(
    (await readUsageHistory(store, 'lic_a', now(), 3)).map(({ scans, validations }) => [scans, validations]),
    [
      [0, 0],
      [7, 0],
      [3, 2],
    ],
  )
})
