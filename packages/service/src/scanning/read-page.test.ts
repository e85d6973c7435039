import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClock,
  DEADLINE_MS,
  jsonResponse,
  nextIteration,
  rejectsWith,
  START,
  startEngine,
  statusResponse,
  stubReading,
} from '@central-api/testing/scanning/fixture.ts'
import { isApiError } from '../errors.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import type { PostsRequest } from '../upstream/contract/source.ts'

test('a platform that waits for something other than the network still times out', async () => {
  const platform = stubReading(() => new Promise<never>(() => {}))
  const { timers, pages, scanOf } = startEngine({ platform })
  const got = pages.get(scanOf())
  await nextIteration()
  assert.equal(timers.pending(), 1)
  timers.advance(DEADLINE_MS - 1)
  timers.advance(1)
  await rejectsWith(got, 'platform_timeout')
  assert.equal(timers.pending(), 0)
})

test('a late failure of a platform has no effect', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const { timers, pages, scanOf, faults } = startEngine({ platform: stubReading(() => promise) })
  const got = pages.get(scanOf())
  await nextIteration()
  timers.advance(DEADLINE_MS)
  await rejectsWith(got, 'platform_timeout')
  reject(new Error('late'))
  await nextIteration()
  assert.deepEqual(faults, [])
})

test('a page frees the memory of its responses, but not after a failure, when code may still read them', async () => {
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

test('leaves no timer after a response or an error', async () => {
  const { egress, timers, pages, scanOf } = startEngine()
  await pages.get(scanOf('a'))
  egress.response = () => statusResponse(500)
  await rejectsWith(pages.get(scanOf('b')), 'platform_error')
  assert.equal(timers.pending(), 0)
})

test('a bug in a platform’s code is platform_error for the client, and is reported to the operator once', async () => {
  for (const page of [
    () => {
      throw new TypeError('immediately')
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

test('a position that does not fit into a cursor is a broken response', async () => {
  for (const next of ['x'.repeat(2_001), 'x'.repeat(100_000), '\ud800']) {
    const { pages, scanOf, faults } = startEngine({ platform: stubReading(async () => ({ posts: [], next })) })
    await rejectsWith(pages.get(scanOf()), 'platform_error')
    assert.deepEqual(faults, [])
  }
})

test('calls no platform that is not configured', async () => {
  const [api] = stubReading(() => assert.fail('called')).sources
  const platform = {
    ...stubReading(() => assert.fail('called')),
    sources: api ? [{ ...api, credential: 'token' }] : [],
  }
  const { pages, scanOf, faults } = startEngine({ platform })
  await assert.rejects(pages.get(scanOf()), {
    code: 'platform_not_configured',
    message: `${platform.name} is not set up on this service.`,
  })
  assert.deepEqual(faults, [])
})

test('a platform receives its settings, a clock, the position and the number of posts', async () => {
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
