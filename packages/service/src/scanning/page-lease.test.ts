import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClock,
  createStubStore,
  jsonResponse,
  MINUTE_MS,
  nextIteration,
  rejectsWith,
  startEngine,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import { ApiError } from '../errors.ts'

/** Engines of several processes on one store, which poll while the clock stands still. */
const startFleet = (size: number) => {
  const [clock, store] = [createClock(), createStubStore()]
  const engines = Array.from({ length: size }, (_, n) =>
    startEngine({ clock, store, owner: `process-${n}`, wait: nextIteration }),
  )
  const calls = () => engines.reduce((sum, engine) => sum + engine.calls(), 0)
  return { clock, store, engines, calls }
}

test('many requests for an uncached profile in three processes make one upstream call', async () => {
  const { engines, calls } = startFleet(3)
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  for (const { egress } of engines) egress.response = () => opened.then(() => jsonResponse({ text: 'one' }))
  const gets = engines.flatMap((engine) => Array.from({ length: 300 }, () => engine.pages.get(engine.scanOf())))
  for (let n = 0; n < 5; n += 1) await nextIteration()
  open()
  const got = await Promise.all(gets)
  assert.deepEqual(new Set(got.map(textOf)), new Set(['one']))
  assert.equal(calls(), 1)
})

test('one process revalidates a stale page, and the others take it from the store', async () => {
  const { clock, engines, calls } = startFleet(3)
  for (const engine of engines) await engine.pages.get(engine.scanOf())
  assert.equal(calls(), 1)
  clock.advance(6 * MINUTE_MS)
  for (const { egress } of engines) egress.response = () => jsonResponse({ text: 'two' })
  for (const engine of engines) assert.equal((await engine.pages.get(engine.scanOf())).cache, 'stale')
  for (const engine of engines) await engine.pages.idle()
  assert.equal(calls(), 2)
  for (const engine of engines) {
    const got = await engine.pages.get(engine.scanOf())
    assert.deepEqual([got.cache, textOf(got)], ['hit', 'two'])
  }
})

test('when the process with the lease fails, each of the others makes one call', async () => {
  const { engines, calls } = startFleet(3)
  for (const { egress } of engines) {
    egress.response = () => {
      throw new ApiError('link_timeout')
    }
  }
  await Promise.all(engines.map((engine) => rejectsWith(engine.pages.get(engine.scanOf()), 'platform_timeout')))
  assert.equal(calls(), 3)
})

test('a process that died with a lease delays the others no longer than the lease lasts', async () => {
  const [clock, store] = [createClock(), createStubStore()]
  const engine = startEngine({ clock, store })
  store.claim = async () => false
  const before = clock.now()
  assert.equal(textOf(await engine.pages.get(engine.scanOf())), 'first')
  assert.ok(clock.now() - before <= 11_000)
})

test('a caller that gives up while another process has the lease stops waiting', async () => {
  const { store, engines, calls } = startFleet(1)
  const [engine] = engines
  assert.ok(engine)
  store.claim = async () => false
  const controller = new AbortController()
  const left = engine.pages.get(engine.scanOf(), { signal: controller.signal })
  controller.abort(new Error('gone'))
  await assert.rejects(left, /gone/)
  await engine.pages.idle()
  assert.equal(calls(), 0)
})

test('serves a page that was stored while the lease was acquired, and releases the lease', async () => {
  const { store, engines, calls } = startFleet(2)
  const [here, there] = engines
  assert.ok(here && there)
  const { claim } = store
  store.claim = async (...parameters) => {
    store.claim = claim
    await there.pages.get(there.scanOf())
    await there.pages.idle()
    return store.claim(...parameters)
  }
  assert.deepEqual([textOf(await here.pages.get(here.scanOf())), here.calls(), calls()], ['first', 0, 1])
  await here.pages.idle()
  const [id] = store.stored.keys()
  assert.equal(await store.claim(Buffer.from(String(id), 'hex'), { owner: 'next', now: 0, until: 1 }), true)
})

test('fetches a page again immediately if the stored one is unreadable', async () => {
  const { clock, store, engines, calls } = startFleet(2)
  const [here, there] = engines
  assert.ok(here && there)
  await here.pages.get(here.scanOf())
  await here.pages.idle()
  for (const [id, page] of store.stored) store.stored.set(id, { ...page, body: Buffer.from([0, 9, 1]) })
  clock.advance(1)
  const before = clock.now()
  assert.equal((await there.pages.get(there.scanOf())).cache, 'miss')
  assert.deepEqual([calls(), clock.now(), there.storeErrors.length], [2, before, 1])
})
