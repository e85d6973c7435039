import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture, HOUR_MS } from '@central-api/testing/licensing/fixture.ts'
import { isApiError } from '../../errors.ts'
import { createAllowances } from './allowance.ts'
import { SHORT_METERS } from './short-meters.ts'

const refusedFor = (seconds: number) => (error: unknown) =>
  isApiError(error, 'rate_limited') && error.retryAfterSeconds === seconds

test('admits exactly the limit of 50 concurrent requests, also across two processes', async (context) => {
  const { store, now } = await createFixture(context)
  const processes = [createAllowances({ usage: store.usage, now }), createAllowances({ usage: store.usage, now })]
  const takes = Array.from({ length: 50 }, (_, at) => processes[at % 2]?.take('lic_1', 'releases', 5))
  const outcomes = await Promise.allSettled(takes)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5)
})

test('each license and allowance has its own windows, and Retry-After says when the next one begins', async (context) => {
  const { store, now, clock } = await createFixture(context)
  const allowances = createAllowances({ usage: store.usage, now })
  clock.advance(HOUR_MS + 20_000)
  await allowances.take('lic_1', 'account', 1)
  await assert.rejects(allowances.take('lic_1', 'account', 1), refusedFor(40))
  await allowances.take('lic_1', 'releases', 1)
  await assert.rejects(allowances.take('lic_1', 'releases', 1), refusedFor(23 * 3600 - 20))
  await allowances.take('lic_2', 'account', 1)
  clock.advance(40_000)
  await allowances.take('lic_1', 'account', 1)
})

test('every window counted here is swept when it is over', () => {
  assert.deepEqual(
    SHORT_METERS.map(({ meter, keptMs }) => [meter, keptMs / 60_000]),
    [
      ['burst', 10],
      ['account', 10],
      ['connections', 10],
      ['recognitions', 10],
      ['connects', 69],
      ['releases', 24 * 60 + 9],
    ],
  )
})
