import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, isApiError } from '../errors.ts'
import { createRegistry } from '../platforms/registry.ts'
import { createAskPlatform } from './ask-platform.ts'
import {
  answering,
  createClock,
  createStubStore,
  DEADLINE_MS,
  FRESH_MS,
  rejectsWith,
  START,
  settle,
  startEngine,
  statusAnswer,
  stub,
} from './fixture.ts'

test('a platform that waits for something else than its network is timed out all the same', async () => {
  const platform = { ...stub, page: () => new Promise<never>(() => {}) }
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
  const { timers, pages, scanOf, faults } = startEngine({ platform: { ...stub, page: () => promise } })
  const got = pages.get(scanOf())
  await settle()
  timers.advance(DEADLINE_MS)
  await rejectsWith(got, 'platform_timeout')
  reject(new Error('late'))
  await settle()
  assert.deepEqual(faults, [])
})

test('no timer is left behind an answer or an error', async () => {
  const { egress, timers, pages, scanOf } = startEngine()
  await pages.get(scanOf('a'))
  egress.answer = () => statusAnswer(500)
  await rejectsWith(pages.get(scanOf('b')), 'platform_error')
  assert.equal(timers.pending(), 0)
})

test('a fault of a platform’s code is an internal error to the client and told to the operator once', async () => {
  for (const page of [
    () => {
      throw new TypeError('at once')
    },
    async () => {
      throw new TypeError('later')
    },
  ]) {
    const { pages, scanOf, faults } = startEngine({ platform: { ...stub, page } })
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => pages.get(scanOf())))
    assert.ok(all.every((outcome) => outcome.status === 'rejected' && isApiError(outcome.reason, 'internal_error')))
    assert.equal(faults.length, 1)
    assert.ok(faults[0] instanceof TypeError)
  }
})

test('a position that no cursor can hold is a fault, and holds up no later page', async () => {
  const { egress, pages, scanOf, faults } = startEngine()
  egress.answer = answering('first', 'x'.repeat(3_001))
  await rejectsWith(pages.get(scanOf()), 'internal_error')
  assert.equal(faults.length, 1)
})

test('a platform that is not set up is asked nothing', async () => {
  const platform = { ...stub, missing: () => 'STUB_TOKEN', page: () => assert.fail('asked') }
  const { pages, scanOf, faults } = startEngine({ platform })
  await rejectsWith(pages.get(scanOf()), 'platform_not_configured')
  assert.deepEqual(faults, [])
})

test('a platform is handed its settings, a clock, the position and the number of posts', async () => {
  const clock = createClock()
  const seen: unknown[] = []
  const platform = {
    ...stub,
    page: async ({ settings, handle, variant, after, limit, now }: Parameters<typeof stub.page>[0]) => {
      seen.push({ settings, handle, variant, after, limit, now: now() })
      throw new ApiError('profile_not_found')
    },
  }
  const ask = createAskPlatform({
    registry: createRegistry([platform], {}),
    upstream: () => ({ get: () => assert.fail('asked') }),
    now: clock.now,
    freshMs: FRESH_MS,
    deadlineMs: DEADLINE_MS,
    pageSize: 20,
  })
  const { scanOf } = startEngine({ clock, store: createStubStore(), platform })
  await rejectsWith(ask(scanOf('name', 'p', 'media'), new AbortController().signal), 'profile_not_found')
  assert.deepEqual(seen, [{ settings: {}, handle: 'name', variant: 'media', after: 'p', limit: 20, now: START }])
})

test('waiting ends with the deadline, as a time-out', async () => {
  const platform = {
    ...stub,
    page: async ({ wait }: Parameters<typeof stub.page>[0]) => {
      await wait(DEADLINE_MS - 1)
      await wait(2)
      return assert.fail('waited on')
    },
  }
  const { clock, pages, scanOf } = startEngine({ platform })
  await rejectsWith(pages.get(scanOf()), 'platform_timeout')
  assert.equal(clock.now(), START + DEADLINE_MS)
})
