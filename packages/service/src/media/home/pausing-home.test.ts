import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaHome } from './media-home.ts'
import { createPausingHome, HOME_PAUSE_MS } from './pausing-home.ts'

const start = () => {
  const clock = { now: 0 }
  const state = { broken: false, calls: 0 }
  const changes: unknown[] = []
  const work = async (): Promise<void> => {
    state.calls += 1
    if (state.broken) throw new Error('SlowDown')
  }
  const home: MediaHome = {
    get: async () => {
      await work()
      return { bytes: Buffer.from('one'), storedAt: 0 }
    },
    put: work,
    remove: work,
    async *list() {
      await work()
      yield { name: 'a', bytes: 3, storedAt: 0, usedAt: 0 }
    },
  }
  const onChange = (...change: unknown[]) => changes.push(change.map(String))
  return { clock, state, changes, home: createPausingHome({ home, elapsed: () => clock.now, onChange }) }
}

test('after a failure, images count as missing for a while, and one request tries again', async () => {
  const { home, state, clock, changes } = start()
  state.broken = true
  await assert.rejects(home.get('a'), /SlowDown/)
  for (let n = 0; n < 10; n += 1) assert.equal(await home.get('a'), undefined)
  assert.equal(state.calls, 1)
  clock.now += HOME_PAUSE_MS
  const tries = await Promise.allSettled([home.get('a'), home.get('b'), home.get('c')])
  assert.deepEqual(
    tries.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal(state.calls, 2)
  state.broken = false
  clock.now += HOME_PAUSE_MS
  assert.ok(await home.get('a'))
  assert.ok(await home.get('b'))
  assert.deepEqual(changes, [['read', 'Error: SlowDown'], ['read']])
})

test('what cannot be stored is not said to be, and can still be read', async () => {
  const { home, state, changes } = start()
  state.broken = true
  await assert.rejects(home.put('a', Buffer.from('one'), 0), /SlowDown/)
  state.broken = false
  await assert.rejects(home.put('a', Buffer.from('one'), 0), /Nothing is stored/)
  assert.ok(await home.get('a'))
  assert.deepEqual(changes, [['write', 'Error: SlowDown']])
})

test('lists and deletions are always tried, and their changes are reported once', async () => {
  const { home, state, changes } = start()
  const work = [() => home.remove('a'), () => Array.fromAsync(home.list())]
  for (const broken of [true, true, false, false]) {
    state.broken = broken
    for (const each of work) await each().catch(() => {})
  }
  assert.equal(state.calls, 8)
  assert.deepEqual(changes, [['delete', 'Error: SlowDown'], ['list', 'Error: SlowDown'], ['delete'], ['list']])
})
