import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueAtOf, ENDING_MS, fixedEndOf, type Lifetime, stepOf } from './schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EXCHANGE = { by: 'exchange', url: 'https://p.example', grantType: 'g', notBeforeSeconds: 86_400 } as const
const ROTATING = { by: 'refresh_token', rotates: true } as const
const LASTING = { by: 'refresh_token', rotates: false } as const

const life = (values: Partial<Lifetime> = {}): Lifetime => ({
  ...{ state: 'connected', expiresAt: 2 * HOUR, refreshExpiresAt: 180 * DAY, renewedAt: 0, createdAt: 0 },
  lastReadAt: null,
  ...values,
})

test('a token is renewed after four fifths of its life, give or take a tenth', () => {
  const dueHours = [0, 0.5, 1].map((random) => (dueAtOf(life(), ROTATING, 0, random) ?? 0) / HOUR)
  assert.deepEqual(dueHours, [1.44, 1.6, 1.76])
  const long = life({ expiresAt: 60 * DAY, refreshExpiresAt: null })
  assert.equal(dueAtOf(long, EXCHANGE, 0, 0.5), 48 * DAY)
  // A week before its end at the latest, give or take a tenth.
  assert.equal(dueAtOf(life({ expiresAt: 20 * DAY }), EXCHANGE, 0, 0.5), 13 * DAY)
})

test('a token that must be a day old is not exchanged before', () => {
  assert.equal(dueAtOf(life({ expiresAt: 25 * HOUR, refreshExpiresAt: null }), EXCHANGE, 0, 0), DAY)
})

test('whatever the jitter, the step that is due at its time is the renewal', () => {
  for (const random of [0, 0.3, 1])
    for (const [renewal, expiresAt] of [
      [ROTATING, 2 * HOUR],
      [EXCHANGE, 60 * DAY],
      [LASTING, 5 * DAY],
    ] as const) {
      const lifetime = life({ expiresAt, lastReadAt: expiresAt })
      const dueAt = dueAtOf(lifetime, renewal, 0, random)
      assert.ok(dueAt !== null && dueAt < expiresAt)
      assert.equal(stepOf(lifetime, renewal, dueAt), 'renew')
    }
})

test('a rotating token that nobody reads is left alone, until its refresh token is about to end', () => {
  const now = 40 * DAY
  const idle = life({ renewedAt: 39 * DAY, expiresAt: 39 * DAY + 2 * HOUR, refreshExpiresAt: 219 * DAY })
  assert.equal(stepOf(idle, ROTATING, now), undefined)
  const dueAt = dueAtOf(idle, ROTATING, now, 0.5)
  assert.equal(dueAt, (39 + 144) * DAY)
  assert.equal(stepOf(idle, ROTATING, dueAt ?? 0), 'renew')
  // Read within thirty days, or not rotating, it is renewed.
  assert.equal(stepOf({ ...idle, lastReadAt: 20 * DAY }, ROTATING, now), 'renew')
  assert.equal(stepOf(idle, LASTING, now), 'renew')
})

test('an end that no renewal moves is announced two weeks before, and then happens', () => {
  const fixed = life({ expiresAt: 60 * DAY, refreshExpiresAt: 365 * DAY })
  assert.deepEqual([fixedEndOf(fixed, undefined), fixedEndOf(fixed, LASTING)], [60 * DAY, 365 * DAY])
  assert.deepEqual([fixedEndOf(fixed, ROTATING), fixedEndOf(fixed, EXCHANGE)], [null, null])
  assert.equal(dueAtOf(fixed, undefined, 0, 0), 60 * DAY - ENDING_MS)
  assert.equal(stepOf(fixed, undefined, 60 * DAY - ENDING_MS - 1), undefined)
  assert.equal(stepOf(fixed, undefined, 60 * DAY - ENDING_MS), 'ending')
  const ending = { ...fixed, state: 'ending' } as const
  assert.equal(dueAtOf(ending, undefined, 0, 0), 60 * DAY)
  assert.equal(stepOf(ending, undefined, 60 * DAY - 1), undefined)
  assert.equal(stepOf(ending, undefined, 60 * DAY), 'end')
})

test('a token without an end is never due', () => {
  const lasting = life({ expiresAt: null, refreshExpiresAt: null })
  assert.deepEqual([dueAtOf(lasting, undefined, 0, 0.5), dueAtOf(lasting, ROTATING, 0, 0.5)], [null, null])
  assert.equal(stepOf(lasting, ROTATING, 1e15), undefined)
})
