import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isApiError } from '../errors.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Work that runs until `end` is called. */
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

const signal = new AbortController().signal
const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

test('runs a limited number at the same time, and the others in order', async () => {
  const { begun, work, end } = createWork()
  const limit = createConcurrencyLimit(2, 2)
  const all = ['a', 'b', 'c', 'd'].map((name) => limit.run(work(name), signal))
  await nextIteration()
  assert.deepEqual(begun, ['a', 'b'])
  end('b')
  await nextIteration()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  for (const name of ['a', 'c']) end(name)
  await nextIteration()
  end('d')
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd'])
})

test('when too many wait, throws unavailable with a time to retry', async () => {
  const { work, end } = createWork()
  const limit = createConcurrencyLimit(1, 1)
  const all = [limit.run(work('a'), signal), limit.run(work('b'), signal)]
  await assert.rejects(
    limit.run(work('c'), signal),
    (error) => isApiError(error, 'unavailable') && error.retryAfterSeconds === 1,
  )
  await nextIteration()
  end('a')
  await nextIteration()
  end('b')
  await Promise.all(all)
})

test('an aborted caller frees its place in the queue, and failed work frees its slot', async () => {
  const { begun, work, end } = createWork()
  const limit = createConcurrencyLimit(1, 1)
  const caller = new AbortController()
  const failing = limit.run(async () => {
    await work('a')()
    throw new Error('broken')
  }, signal)
  const leaving = limit.run(work('b'), caller.signal)
  caller.abort(new Error('gone'))
  await assert.rejects(leaving, /gone/)
  await assert.rejects(limit.run(work('never'), caller.signal), /gone/)
  const next = limit.run(work('c'), signal)
  await nextIteration()
  end('a')
  await assert.rejects(failing, /broken/)
  await nextIteration()
  end('c')
  assert.equal(await next, 'c')
  assert.deepEqual(begun, ['a', 'c'])
})
