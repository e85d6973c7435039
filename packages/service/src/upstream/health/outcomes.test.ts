import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutcomes } from './outcomes.ts'

const MINUTE_MS = 60_000

const create = () => {
  const clock = { at: Date.parse('2030-01-15T12:00:00Z') }
  const outcomes = createOutcomes({ now: () => clock.at })
  /** `a+` is a successful fetch of the profile a, `a-` a failed one; they are a minute apart. */
  const fetch = (...fetches: readonly string[]) => {
    for (const each of fetches) {
      clock.at += MINUTE_MS
      const outcome = each.endsWith('+') ? 'ok' : 'platform_error'
      outcomes.countFetch({ platform: 'one', handle: each.slice(0, -1), outcome })
    }
    return outcomes.of('one').failingSince
  }
  return { clock, outcomes, fetch }
}

test('counts the calls of the last hour by outcome, and forgets older ones', () => {
  const { clock, outcomes } = create()
  const count = (outcome: string) => outcomes.countCall({ platform: 'one', outcome })
  count('ok')
  clock.at += 30 * MINUTE_MS
  for (const outcome of ['absent', 'ok', 'ok']) count(outcome)
  assert.deepEqual(outcomes.of('one').calls, [
    { outcome: 'ok', count: 3 },
    { outcome: 'absent', count: 1 },
  ])
  clock.at += 30 * MINUTE_MS
  assert.deepEqual(outcomes.of('one').calls, [
    { outcome: 'ok', count: 2 },
    { outcome: 'absent', count: 1 },
  ])
  clock.at += 30 * MINUTE_MS
  assert.deepEqual(outcomes.of('one').calls, [])
  assert.deepEqual(outcomes.of('two').calls, [])
})

test('three failed fetches in a row make a platform failing since the first of them', () => {
  const { clock, fetch } = create()
  fetch('a+', 'b+', 'c+', 'd+', 'e+', 'f+', 'g+')
  assert.equal(fetch('b-', 'c-'), undefined)
  assert.equal(fetch('d-'), clock.at - 2 * MINUTE_MS)
  assert.equal(fetch('d-'), clock.at - 3 * MINUTE_MS)
})

test('one successful fetch ends it', () => {
  const { outcomes, clock, fetch } = create()
  assert.notEqual(fetch('a-', 'b-', 'c-'), undefined)
  const { lastFailedAt } = outcomes.of('one')
  assert.equal(fetch('d+'), undefined)
  const { lastGoodAt, lastFailedAt: stillAt } = outcomes.of('one')
  assert.deepEqual([lastGoodAt, stillAt], [clock.at, lastFailedAt])
})

test('a platform is failing when half of its recent fetches failed, including the last one', () => {
  const { fetch } = create()
  assert.equal(fetch('a-', 'b+', 'c-', 'd+', 'e+'), undefined)
  assert.notEqual(fetch('f-'), undefined)
})

test('one failing profile does not make its platform failing, unless no other one is requested', () => {
  assert.equal(create().fetch('a+', 'b-', 'b-', 'b-', 'b-'), undefined)
  assert.notEqual(create().fetch('b+', 'b-', 'b-', 'b-'), undefined)
})

test('a missing profile is a success, and a refused request or a limit is neither success nor failure', () => {
  const { outcomes } = create()
  const fetch = (outcome: string, handle: string) => outcomes.countFetch({ platform: 'one', handle, outcome })
  for (const handle of ['a', 'b', 'c']) {
    fetch('profile_not_found', handle)
    fetch('platform_rate_limited', handle)
    fetch('invalid_cursor', handle)
  }
  assert.equal(outcomes.of('one').lastFailedAt, null)
  for (const handle of ['a', 'b', 'c']) fetch('platform_unauthorized', handle)
  assert.notEqual(outcomes.of('one').failingSince, undefined)
})

test('forgets failures after an hour', () => {
  const { clock, outcomes, fetch } = create()
  assert.notEqual(fetch('a-', 'b-', 'c-'), undefined)
  clock.at += 59 * MINUTE_MS
  assert.equal(outcomes.of('one').failingSince, undefined)
  assert.notEqual(outcomes.of('one').lastFailedAt, null)
})
