import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../errors.ts'
import { createTurns } from './turns.ts'

/** Work that is going on until it is told to end. */
const createWork = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

const nobodyLeaves = new AbortController().signal
const passed = () => new Promise((resolve) => setImmediate(resolve))

test('only so many work at once, the others in the order in which they came', async () => {
  const { begun, work, end } = createWork()
  const turns = createTurns(2, 2)
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.take(work(name), nobodyLeaves))
  await passed()
  assert.deepEqual(begun, ['a', 'b'])
  end('b')
  await passed()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  for (const name of ['a', 'c']) end(name)
  await passed()
  end('d')
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd'])
})

test('when too many wait, the next is told unavailable and when to come back', async () => {
  const { work, end } = createWork()
  const turns = createTurns(1, 1)
  const all = [turns.take(work('a'), nobodyLeaves), turns.take(work('b'), nobodyLeaves)]
  await assert.rejects(
    turns.take(work('c'), nobodyLeaves),
    (error) => isApiError(error, 'unavailable') && error.retryAfterSeconds === 1,
  )
  await passed()
  end('a')
  await passed()
  end('b')
  await Promise.all(all)
})

test('whoever leaves while waiting gives the place up, and work that fails gives the turn on', async () => {
  const { begun, work, end } = createWork()
  const turns = createTurns(1, 1)
  const caller = new AbortController()
  const failing = turns.take(async () => {
    await work('a')()
    throw new Error('broken')
  }, nobodyLeaves)
  const leaving = turns.take(work('b'), caller.signal)
  caller.abort(new Error('gone'))
  await assert.rejects(leaving, /gone/)
  await assert.rejects(turns.take(work('never'), caller.signal), /gone/)
  const next = turns.take(work('c'), nobodyLeaves)
  await passed()
  end('a')
  await assert.rejects(failing, /broken/)
  await passed()
  end('c')
  assert.equal(await next, 'c')
  assert.deepEqual(begun, ['a', 'c'])
})
