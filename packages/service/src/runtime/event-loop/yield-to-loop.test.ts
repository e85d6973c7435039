import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSlices } from './in-slices.ts'
import { yieldToLoop } from './yield-to-loop.ts'

const nextRound = () => new Promise<void>((resolve) => setImmediate(resolve))

test('fifty callers that wait at the same time resume in their order, each in its own iteration of the loop', async () => {
  const events: string[] = []
  let isDone = false
  const all = Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      await yieldToLoop()
      events.push(`resumed ${n}`)
    }),
  ).then(() => {
    isDone = true
  })
  while (!isDone) {
    await nextRound()
    events.push('another')
  }
  await all
  assert.deepEqual(
    events.filter((event) => event !== 'another'),
    Array.from({ length: 50 }, (_, n) => `resumed ${n}`),
  )
  for (let n = 1; n < events.length; n += 1)
    assert.ok(events[n] === 'another' || events[n - 1] === 'another', `${events[n - 1]}, ${events[n]}`)
})

test('a caller that yields again waits behind those that came meanwhile', async () => {
  const events: string[] = []
  const work = async (name: string) => {
    for (const slice of [1, 2]) {
      await yieldToLoop()
      events.push(`${name}${slice}`)
    }
  }
  await Promise.all([work('a'), work('b'), work('c')])
  assert.deepEqual(events, ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
})

test('work in slices runs one after the other, even if one piece fails', async () => {
  const events: string[] = []
  const work = (name: string) =>
    inSlices(async () => {
      events.push(`${name} begins`)
      await yieldToLoop()
      events.push(`${name} ends`)
      if (name === 'b') throw new Error(name)
    })
  const results = await Promise.allSettled([work('a'), work('b'), work('c')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
