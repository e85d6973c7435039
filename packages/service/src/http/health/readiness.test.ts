import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadiness } from './readiness.ts'

const START = Date.parse('2030-01-15T12:00:00Z')
const READY = { status: 'ready', since: null }

const start = () => {
  const clock = { ms: 0 }
  const store = { isUp: true, canWrite: true, writes: 0 }
  const readiness = createReadiness({
    now: () => START + clock.ms,
    elapsed: () => clock.ms,
    store: {
      async ping() {
        if (!store.isUp) throw new Error('down')
      },
      async tryWrite() {
        store.writes += 1
        if (!store.canWrite) throw new Error('full')
      },
    },
  })
  return { clock, store, readiness }
}

test('of 1,000 probes in five seconds, and of concurrent ones, one writes', async () => {
  const { clock, store, readiness } = start()
  const first = await Promise.all(Array.from({ length: 10 }, () => readiness()))
  for (let n = 0; n < 990; n += 1) {
    clock.ms += 5
    assert.deepEqual(await readiness(), READY)
  }
  assert.deepEqual([first, store.writes], [Array.from({ length: 10 }, () => READY), 1])
  clock.ms = 5_000
  await readiness()
  assert.equal(store.writes, 2)
})

test('a store that cannot write is reported within five seconds, and again as ready half a second after it can', async () => {
  const { clock, store, readiness } = start()
  await readiness()
  store.canWrite = false
  clock.ms += 5_000
  const full = { status: 'store cannot write', since: START + 5_000 }
  assert.deepEqual(await readiness(), full)
  store.canWrite = true
  clock.ms += 499
  assert.deepEqual(await readiness(), full)
  assert.equal(store.writes, 2)
  clock.ms += 1
  assert.deepEqual(await readiness(), READY)
})

test('a store that does not respond is not written to', async () => {
  const { store, readiness } = start()
  store.isUp = false
  assert.deepEqual(await readiness(), { status: 'store unreachable', since: START })
  assert.equal(store.writes, 0)
})
