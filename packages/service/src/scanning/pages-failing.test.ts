import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answering,
  DAY_MS,
  dataOf,
  FAILURES,
  FRESH_MS,
  HELD_MS,
  type jsonResponse,
  MINUTE_MS,
  rejectsWith,
  STALE_MS,
  START,
  startEngine,
  startWithPage,
  statusResponse,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import { isApiError } from '../errors.ts'

test('who joins a fetch behind an answer that fails gets the page that is held', async () => {
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
  test(`${failure} leaves the page that is held, stale and with its true time, for 30 days`, async () => {
    const { clock, store, egress, pages, scanOf } = await startWithPage()
    egress.response = response
    for (const age of [FRESH_MS, FRESH_MS + STALE_MS, DAY_MS, HELD_MS - 10_000]) {
      clock.advance(START + age - clock.now())
      const got = await pages.get(scanOf())
      assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt], ['stale', 'first', START])
      await pages.idle()
    }
    assert.deepEqual([store.puts, [...store.held.values()][0]?.fetchedAt], [1, START])

    const restarted = startEngine({ clock, store })
    restarted.egress.response = response
    const got = await restarted.pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt], ['stale', 'first', START])

    clock.advance(MINUTE_MS)
    await assert.rejects(pages.get(scanOf()), (error) => isApiError(error))
    await assert.rejects(restarted.pages.get(scanOf()), (error) => isApiError(error))
  })
}

test('while it fails a platform is asked once in its time, and the held page served meanwhile', async () => {
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

test('a failed fetch behind an answer is not repeated at once either', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  egress.response = () => statusResponse(500)
  clock.advance(FRESH_MS)
  for (let n = 0; n < 100; n += 1) {
    assert.equal((await pages.get(scanOf())).cache, 'stale')
    await pages.idle()
  }
  assert.equal(calls(), 1)
})

test('an open breaker leaves the held page in place, and makes no call', async () => {
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
  egress.response = answering('second')
  pages.peek(scanOf())
  await pages.idle()
  clock.advance(FRESH_MS)
  egress.response = answering('third')
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await pages.idle()
  assert.equal(textOf(await pages.get(scanOf())), 'third')
})

test('a store that is away costs calls and nothing else', async () => {
  const { clock, store, egress, pages, scanOf, calls, storeErrors } = startEngine()
  store.failing = true
  assert.equal((await pages.get(scanOf())).cache, 'miss')
  assert.equal((await pages.get(scanOf())).cache, 'hit')
  clock.advance(DAY_MS)
  egress.response = () => statusResponse(500)
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await pages.idle()
  assert.equal(calls(), 2)
  // Two turns that could not be taken, and the first page, which could not be put.
  assert.equal(storeErrors.length, 3)
  const restarted = startEngine({ clock, store })
  restarted.egress.response = () => statusResponse(500)
  await rejectsWith(restarted.pages.get(scanOf()), 'platform_error')
})

test('the cursor of a page that stands in for weeks opens', async () => {
  const { clock, cursors, egress, pages, scanOf } = startEngine()
  egress.response = answering('first', 'behind 1')
  await pages.get(scanOf())
  egress.response = () => statusResponse(500)
  for (let day = 1; day < 30; day += 1) {
    clock.advance(DAY_MS)
    const { page } = await pages.get(scanOf())
    const { nextCursor } = dataOf(page)
    assert.equal(cursors.open({ platform: 'stub', handle: 'name', variant: 'posts' }, nextCursor), 'api behind 1')
  }
})
