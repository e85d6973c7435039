import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClock,
  createStubStore,
  jsonResponse,
  MINUTE_MS,
  rejectsWith,
  settle,
  startEngine,
  textOf,
} from '@central-api/testing/scanning/fixture.ts'
import { ApiError } from '../errors.ts'

/** Engines of several processes on one store, which wait for each other while no time passes. */
const startFleet = (size: number) => {
  const [clock, store] = [createClock(), createStubStore()]
  const engines = Array.from({ length: size }, (_, n) =>
    startEngine({ clock, store, owner: `process-${n}`, wait: settle }),
  )
  const calls = () => engines.reduce((sum, engine) => sum + engine.calls(), 0)
  return { clock, store, engines, calls }
}

test('a stampede on a cold profile over three processes makes one upstream call in all', async () => {
  const { engines, calls } = startFleet(3)
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  for (const { egress } of engines) egress.response = () => opened.then(() => jsonResponse({ text: 'one' }))
  const gets = engines.flatMap((engine) => Array.from({ length: 300 }, () => engine.pages.get(engine.scanOf())))
  for (let turn = 0; turn < 5; turn += 1) await settle()
  open()
  const got = await Promise.all(gets)
  assert.deepEqual(new Set(got.map(textOf)), new Set(['one']))
  assert.equal(calls(), 1)
})

test('a page that grew stale is fetched anew by one process, and the others take it over', async () => {
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

test('when the process whose turn it is fails, each of the others asks once itself', async () => {
  const { engines, calls } = startFleet(3)
  for (const { egress } of engines) {
    egress.response = () => {
      throw new ApiError('link_timeout')
    }
  }
  await Promise.all(engines.map((engine) => rejectsWith(engine.pages.get(engine.scanOf()), 'platform_timeout')))
  assert.equal(calls(), 3)
})

test('a process that died with its turn holds nobody up for longer than a turn', async () => {
  const [clock, store] = [createClock(), createStubStore()]
  const engine = startEngine({ clock, store })
  store.claim = async () => false
  const before = clock.now()
  assert.equal(textOf(await engine.pages.get(engine.scanOf())), 'first')
  assert.ok(clock.now() - before <= 11_000)
})

test('a caller that leaves while another process has the turn ends the wait', async () => {
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

test('a page that came while the turn was taken is served, and the turn given back', async () => {
  const { store, engines, calls } = startFleet(2)
  const [here, there] = engines
  assert.ok(here && there)
  const { claim } = store
  store.claim = async (...turn) => {
    store.claim = claim
    await there.pages.get(there.scanOf())
    await there.pages.idle()
    return store.claim(...turn)
  }
  assert.deepEqual([textOf(await here.pages.get(here.scanOf())), here.calls(), calls()], ['first', 0, 1])
  await here.pages.idle()
  const [id] = store.held.keys()
  assert.equal(await store.claim(Buffer.from(String(id), 'hex'), { owner: 'next', now: 0, until: 1 }), true)
})

test('what nobody can read in the store is fetched anew, at once', async () => {
  const { clock, store, engines, calls } = startFleet(2)
  const [here, there] = engines
  assert.ok(here && there)
  await here.pages.get(here.scanOf())
  await here.pages.idle()
  for (const [id, page] of store.held) store.held.set(id, { ...page, body: Buffer.from([0, 9, 1]) })
  clock.advance(1)
  const before = clock.now()
  assert.equal((await there.pages.get(there.scanOf())).cache, 'miss')
  assert.deepEqual([calls(), clock.now(), there.storeErrors.length], [2, before, 1])
})
