import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClock,
  DEADLINE_MS,
  jsonResponse,
  rejectsWith,
  START,
  settle,
  startEngine,
  statusResponse,
  stubReading,
} from '@central-api/testing/scanning/fixture.ts'
import { isApiError } from '../errors.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import type { PostsRequest } from '../upstream/contract/source.ts'

test('a platform that waits for something else than its network is timed out all the same', async () => {
  const platform = stubReading(() => new Promise<never>(() => {}))
  const { timers, pages, scanOf } = startEngine({ platform })
  const got = pages.get(scanOf())
  await settle()
  assert.equal(timers.pending(), 1)
  timers.advance(DEADLINE_MS - 1)
  timers.advance(1)
  await rejectsWith(got, 'platform_timeout')
  assert.equal(timers.pending(), 0)
})

test('a platform whose page fails after its time is up disturbs nobody', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const { timers, pages, scanOf, faults } = startEngine({ platform: stubReading(() => promise) })
  const got = pages.get(scanOf())
  await settle()
  timers.advance(DEADLINE_MS)
  await rejectsWith(got, 'platform_timeout')
  reject(new Error('late'))
  await settle()
  assert.deepEqual(faults, [])
})

test('a page gives back the memory of what it was read from, and one that failed leaves it to whoever still reads', async () => {
  const { egress, pages, scanOf } = startEngine()
  const [read, failed] = [
    jsonResponse({ text: 'long'.repeat(100_000) }),
    { ...jsonResponse({ text: 'long'.repeat(100_000) }), status: 500 },
  ]
  egress.response = () => read
  await pages.get(scanOf('a'))
  egress.response = () => failed
  await rejectsWith(pages.get(scanOf('b')), 'platform_error')
  assert.equal(read.body.length, 0)
  assert.ok(failed.body.length > 0)
})

test('no timer is left behind an answer or an error', async () => {
  const { egress, timers, pages, scanOf } = startEngine()
  await pages.get(scanOf('a'))
  egress.response = () => statusResponse(500)
  await rejectsWith(pages.get(scanOf('b')), 'platform_error')
  assert.equal(timers.pending(), 0)
})

test('what a platform’s code stumbles over is a broken answer to the client, and told to the operator once', async () => {
  for (const page of [
    () => {
      throw new TypeError('at once')
    },
    async () => {
      throw new TypeError('later')
    },
  ]) {
    const { pages, scanOf, faults } = startEngine({ platform: stubReading(page) })
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => pages.get(scanOf())))
    assert.ok(all.every((outcome) => outcome.status === 'rejected' && isApiError(outcome.reason, 'platform_error')))
    assert.equal(faults.length, 1)
    assert.ok(faults[0] instanceof TypeError)
  }
})

test('a position that no cursor can hold is a broken answer', async () => {
  for (const next of ['x'.repeat(2_001), 'x'.repeat(100_000), '\ud800']) {
    const { pages, scanOf, faults } = startEngine({ platform: stubReading(async () => ({ posts: [], next })) })
    await rejectsWith(pages.get(scanOf()), 'platform_error')
    assert.deepEqual(faults, [])
  }
})

test('a platform that is not set up is asked nothing', async () => {
  const [api] = stubReading(() => assert.fail('asked')).sources
  const platform = { ...stubReading(() => assert.fail('asked')), sources: api ? [{ ...api, credential: 'token' }] : [] }
  const { pages, scanOf, faults } = startEngine({ platform })
  await rejectsWith(pages.get(scanOf()), 'platform_not_configured')
  assert.deepEqual(faults, [])
})

test('a platform is handed its settings, a clock, the position and the number of posts', async () => {
  const clock = createClock()
  const seen: unknown[] = []
  const platform = stubReading(async ({ settings, handle, variant, after, limit, now }) => {
    seen.push({ settings, handle, variant, after, limit, now: now() })
    throw new Refused('absent')
  })
  const { pages, scanOf } = startEngine({ clock, platform })
  await rejectsWith(pages.get(scanOf('name', 'p', 'media')), 'profile_not_found')
  assert.deepEqual(seen, [{ settings: {}, handle: 'name', variant: 'media', after: 'p', limit: 20, now: START }])
})

test('waiting ends with the deadline, as a time-out', async () => {
  const platform = stubReading(async ({ wait }: PostsRequest<unknown>) => {
    await wait(DEADLINE_MS - 1)
    await wait(2)
    return assert.fail('waited on')
  })
  const { clock, pages, scanOf } = startEngine({ platform })
  await rejectsWith(pages.get(scanOf()), 'platform_timeout')
  assert.equal(clock.now(), START + 0.95 * DEADLINE_MS)
})
