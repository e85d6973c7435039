import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FRESH_MS,
  gone,
  jsonResponse,
  nextIteration,
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

test('1,000 callers of one page make one call, and get the same bytes', async () => {
  const { pages, scanOf, calls, outcomes } = startEngine()
  const all = await Promise.all(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
  assert.equal(calls(), 1)
  assert.deepEqual(outcomes, ['ok'])
  assert.equal(new Set(all.map(({ page }) => page.content.bytes)).size, 1)
  assert.ok(all.every(({ cache }) => cache === 'miss'))
})

test('1,000 callers of a stored page read the store once', async () => {
  const { clock, store } = await startWithPage()
  const { finds } = store
  const { pages, scanOf, calls } = startEngine({ clock, store })
  const all = await Promise.all(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
  assert.ok(all.every(({ cache }) => cache === 'hit'))
  assert.deepEqual([store.finds - finds, calls()], [1, 0])
})

test('concurrent callers share the error, and so do later ones while it is remembered', async () => {
  const { clock, egress, pages, scanOf, calls } = startEngine()
  egress.response = () => statusResponse(500)
  const all = await Promise.allSettled(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
  assert.ok(all.every((outcome) => outcome.status === 'rejected' && isApiError(outcome.reason, 'platform_error')))
  clock.advance(15_000 - 1)
  for (let n = 0; n < 100; n += 1) await rejectsWith(pages.get(scanOf()), 'platform_error')
  assert.equal(calls(), 1)
  clock.advance(1)
  await rejectsWith(pages.get(scanOf()), 'platform_error')
  assert.equal(calls(), 2)
})

test('pages, profiles and variants neither wait for one another nor share failures', async () => {
  const { egress, pages, scanOf, calls } = startEngine()
  egress.response = ({ url }) => (url.endsWith('/bad') ? statusResponse(500) : jsonResponse({ text: url }))
  await rejectsWith(pages.get(scanOf('bad')), 'platform_error')
  const scans = [scanOf('a'), scanOf('b'), scanOf('a', 'p'), scanOf('a', undefined, 'media')]
  const got = await Promise.all(scans.map((scan) => pages.get(scan)))
  assert.equal(calls(), 5)
  assert.equal(textOf(got[2] ?? assert.fail()), 'https://api.stub.example/a?after=p')
})

test('a call that has begun is finished and its page cached, even if all clients hang up', async () => {
  const { egress, pages, scanOf, outcomes, calls } = startEngine()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonResponse>>()
  egress.response = () => promise
  const clients = Array.from({ length: 10 }, () => new AbortController())
  const waits = clients.map(({ signal }) => pages.get(scanOf(), { signal }).catch((error) => error))
  await nextIteration()
  for (const client of clients) client.abort(gone)
  assert.deepEqual(await Promise.all(waits), Array(10).fill(gone))
  assert.equal(egress.requests[0]?.signal?.aborted, false)
  const joined = pages.get(scanOf())
  resolve(jsonResponse({ text: 'late' }))
  assert.equal(textOf(await joined), 'late')
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls(), outcomes], ['hit', 'late', 1, ['ok']])
})

test('a client that hangs up before its call was sent costs no call', async () => {
  const { store, pages, scanOf, calls } = startEngine()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  store.find = () => promise
  const client = new AbortController()
  const left = pages.get(scanOf(), { signal: client.signal })
  await nextIteration()
  client.abort(gone)
  await assert.rejects(left, gone)
  resolve(undefined)
  await nextIteration()
  assert.equal(calls(), 0)
})

test('a client that has already hung up makes no call', async () => {
  const { pages, scanOf, calls } = startEngine()
  await assert.rejects(pages.get(scanOf(), { signal: AbortSignal.abort(gone) }), gone)
  assert.equal(calls(), 0)
})

test('serves a page for 5 minutes without a call', async () => {
  const { clock, pages, scanOf, calls } = await startWithPage()
  clock.advance(FRESH_MS - 1)
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, got.page.fetchedAt, calls()], ['hit', START, 0])
  assert.equal(pages.peek(scanOf())?.page, got.page)
})

test('serves a page for another 10 minutes, while one call revalidates it in the background', async () => {
  for (const age of [FRESH_MS, FRESH_MS + STALE_MS - 1]) {
    const { clock, egress, pages, scanOf, calls } = await startWithPage()
    clock.advance(age)
    egress.response = respondingWith('second')
    const all = await Promise.all(Array.from({ length: 1_000 }, () => pages.get(scanOf())))
    assert.ok(all.every((got) => got.cache === 'stale' && got.page.fetchedAt === START && textOf(got) === 'first'))
    await pages.idle()
    assert.equal(calls(), 1)
    const got = await pages.get(scanOf())
    assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt, calls()], ['hit', 'second', START + age, 1])
  }
})

test('no client can abort a background fetch', async () => {
  const { clock, egress, pages, scanOf } = await startWithPage()
  clock.advance(FRESH_MS + STALE_MS - 1)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonResponse>>()
  egress.response = () => promise
  pages.peek(scanOf())
  clock.advance(1)
  const client = new AbortController()
  const joined = pages.get(scanOf(), { signal: client.signal })
  await nextIteration()
  client.abort(gone)
  await assert.rejects(joined, gone)
  assert.equal(egress.requests[0]?.signal?.aborted, false)
  resolve(jsonResponse({ text: 'second' }))
  await pages.idle()
  assert.equal(textOf(pages.peek(scanOf()) ?? assert.fail()), 'second')
})

test('fetches an older page before responding', async () => {
  const { clock, egress, pages, scanOf, calls } = await startWithPage()
  clock.advance(FRESH_MS + STALE_MS)
  egress.response = respondingWith('second')
  assert.equal(pages.peek(scanOf()), undefined)
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls()], ['miss', 'second', 1])
})

test('after a restart, serves a fresh page from the store without a call', async () => {
  const { clock, store } = await startWithPage()
  clock.advance(FRESH_MS - 1)
  const { pages, scanOf, calls } = startEngine({ clock, store })
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), got.page.fetchedAt, calls()], ['hit', 'first', START, 0])
})

test('when the clock was set back, serves the page once more, and revalidates it in the background', async () => {
  const { clock, pages, scanOf, calls } = startEngine()
  await pages.get(scanOf())
  // As far as the clocks of two machines may differ.
  clock.advance(-60_000)
  assert.equal((await pages.get(scanOf())).cache, 'hit')
  clock.advance(-1)
  assert.equal((await pages.get(scanOf())).cache, 'stale')
  await nextIteration()
  assert.equal(calls(), 2)
  const { cache, page } = await pages.get(scanOf())
  assert.deepEqual([cache, page.fetchedAt], ['hit', START - 60_001])
})

test('after a restart, serves a stale page immediately, while one call revalidates it in the background', async () => {
  const { clock, store } = await startWithPage()
  clock.advance(FRESH_MS)
  const { egress, pages, scanOf, calls } = startEngine({ clock, store })
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof jsonResponse>>()
  egress.response = () => promise
  const all = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      pages.get(scanOf(), n % 2 === 0 ? {} : { signal: new AbortController().signal }),
    ),
  )
  assert.ok(all.every((got) => got.cache === 'stale' && textOf(got) === 'first'))
  resolve(jsonResponse({ text: 'second' }))
  await pages.idle()
  assert.equal(calls(), 1)
  const got = await pages.get(scanOf())
  assert.deepEqual([got.cache, textOf(got), calls()], ['hit', 'second', 1])
})
