import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DAY_MS,
  dataOf,
  FAILURES,
  FRESH_MS,
  type jsonResponse,
  MAX_STALE_MS,
  MINUTE_MS,
  rejectsWith,
  respondingWith,
  STALE_MS,
  START,
  startEngine,
  startWithPage,
  statusResponse,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import { isApiError } from '../errors.ts'

test('a caller that joins a failing background fetch gets the cached page', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  clock.advance(FRESH_MS + STALE_MS - 1)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonResponse>>()
  egress.response = () => promise
  pages.peek(scanOf())
  clock.advance(1)
  const joined = pages.get(scanOf())
  resolve(statusResponse(500))
  const got = await joined
  assert.deepEqual([got.cache, textOf(got), calls()], ['stale', 'first', 1])
})

for (const [failure, response] of Object.entries(FAILURES)) {
  test(`${failure} leaves the cached page, stale and with its own time, for 30 days`, async () => {
    const { clock, store, egress, pages, scanOf } = await startWithPage()
    egress.response = response
    for (const age of [FRESH_MS, FRESH_MS + STALE_MS, DAY_MS, MAX_STALE_MS - 10_000]) {
      clock.advance(START + age - clock.now())
      const got = await pages.get(scanOf())
      assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt], ['stale', 'first', START])
      await pages.idle()
    }
    assert.deepEqual([store.puts, [...store.stored.values()][0]?.fetchedAt], [1, START])

    const restarted = startEngine({ clock, store })
    restarted.egress.response = response
    const got = await restarted.pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt], ['stale', 'first', START])

    clock.advance(MINUTE_MS)
    await assert.rejects(pages.get(scanOf()), (error) => isApiError(error))
    await assert.rejects(restarted.pages.get(scanOf()), (error) => isApiError(error))
  })
}

test('calls a failing platform again only when the failure expires, and serves the cached page meanwhile', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.response = () => statusResponse(500)
  clock.advance(DAY_MS)
  for (let second = 0; second < 60; second += 1) {
    const got = await pages.get(scanOf())
    assert.equal(got.cache, 'stale')
    clock.advance(1_000)
  }
  assert.equal(calls(), 4)
})

test('does not repeat a failed background fetch immediately', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.response = () => statusResponse(500)
  clock.advance(FRESH_MS)
  for (let n = 0; n < 100; n += 1) {
    assert.equal((await pages.get(scanOf())).cache, 'stale')
    await pages.idle()
  }
  assert.equal(calls(), 1)
})

test('with an open breaker, serves the cached page and makes no call', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.response = () => statusResponse(500)
  clock.advance(DAY_MS)
  for (let n = 0; n < 20; n += 1) await rejectsWith(pages.get(scanOf(`other${n}`)), 'platform_error')
  const before = calls()
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls() - before], ['stale', 'first', 0])
})

test('a success ends the memory of a failure', async () => {
  const { clock, egress, pages, scanOf } = await startWithPage()
  egress.response = () => statusResponse(500)
  clock.advance(FRESH_MS)
  pages.peek(scanOf())
  await pages.idle()
  clock.advance(15_000)
  egress.response = respondingWith('second')
  pages.peek(scanOf())
  await pages.idle()
  clock.advance(FRESH_MS)
  egress.response = respondingWith('third')
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await pages.idle()
  assert.equal(textOf(await pages.get(scanOf())), 'third')
})

test('a store that fails costs calls and nothing else', async () => {
  const { clock, store, egress, pages, scanOf, calls, storeErrors } = startEngine()
  store.failing = true
  assert.equal((await pages.get(scanOf())).cache, 'miss')
  assert.equal((await pages.get(scanOf())).cache, 'hit')
  clock.advance(DAY_MS)
  egress.response = () => statusResponse(500)
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await pages.idle()
  assert.equal(calls(), 2)
  // Two leases that could not be acquired, and the first page, which could not be stored.
  assert.equal(storeErrors.length, 3)
  const restarted = startEngine({ clock, store })
  restarted.egress.response = () => statusResponse(500)
  await rejectsWith(restarted.pages.get(scanOf()), 'platform_error')
})

test('the cursor of a page that is served stale for weeks opens', async () => {
  const { clock, cursors, egress, pages, scanOf } = startEngine()
  egress.response = respondingWith('first', 'behind 1')
  await pages.get(scanOf())
  egress.response = () => statusResponse(500)
  for (let day = 1; day < 30; day += 1) {
    clock.advance(DAY_MS)
    const { page } = await pages.get(scanOf())
    const { nextCursor } = dataOf(page)
    assert.equal(
      cursors.open({ platform: 'stub', handle: 'name', variant: 'posts', reach: 'public' }, nextCursor),
      'api behind 1',
    )
  }
})
