import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { RENDER_LIMITS } from '../limits.ts'
import { createFairTurns } from './fair-turns.ts'

const NEVER = new AbortController().signal

/** Works that end when they are told to, in `ms` of a clock. */
const start = (places: number) => {
  const clock = { now: 0 }
  const begun: string[] = []
  const ends: (() => void)[] = []
  const turns = createFairTurns({ places, elapsed: () => clock.now })
  const run = (account: string, signal = NEVER) => {
    const work = async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(account)
      ends.push(resolve)
      await promise
    }
    const done = turns.run(account, work, signal)
    done.catch(() => {})
    return done
  }
  const endFirst = async (ms: number) => {
    clock.now += ms
    ends.shift()?.()
    await setImmediate()
  }
  return { clock, begun, run, endFirst }
}

test('images that take long delay only those of their own account', async () => {
  const { begun, run, endFirst } = start(1)
  for (let count = 0; count < 20; count += 1) void run('slow')
  await setImmediate()
  for (let count = 0; count < 12; count += 1) void run('other')
  await endFirst(3_000)
  for (let count = 0; count < 11; count += 1) await endFirst(50)
  assert.deepEqual(begun, ['slow', ...Array.from({ length: 12 }, () => 'other')])
  await endFirst(50)
  assert.equal(begun.at(-1), 'slow')
})

test('an account that has used much leaves a place to the others, until that is forgiven', async () => {
  const { clock, begun, run, endFirst } = start(2)
  for (let count = 0; count < 6; count += 1) void run('slow')
  await setImmediate()
  assert.equal(begun.length, 2)
  await endFirst(RENDER_LIMITS.heavyMs)
  await endFirst(0)
  assert.equal(begun.length, 3)
  void run('other')
  await setImmediate()
  assert.deepEqual(begun.slice(3), ['other'])
  clock.now += (2 * RENDER_LIMITS.heavyMs) / RENDER_LIMITS.forgivenShare
  void run('slow')
  await endFirst(0)
  assert.deepEqual(begun.slice(4), ['slow'])
})

test('beyond its share, only requests of the account itself are refused', async () => {
  const { run } = start(1)
  void run('slow')
  await setImmediate()
  const waiting = Array.from({ length: RENDER_LIMITS.queueOfOne }, () => run('slow'))
  await assert.rejects(run('slow'), { code: 'unavailable', retryAfterSeconds: 2 })
  assert.equal(await Promise.race([run('other'), ...waiting, setImmediate('waits')]), 'waits')
})

test('what nobody waits for any more does not begin, and makes room', async () => {
  const { begun, run, endFirst } = start(1)
  void run('slow')
  await setImmediate()
  const controller = new AbortController()
  const dropped = Array.from({ length: RENDER_LIMITS.queueOfOne }, () => run('slow', controller.signal))
  controller.abort(new Error('nobody'))
  for (const each of dropped) await assert.rejects(each, /nobody/)
  void run('slow')
  await endFirst(10)
  await endFirst(10)
  assert.deepEqual(begun, ['slow', 'slow'])
  await assert.rejects(run('slow', controller.signal), /nobody/)
})
