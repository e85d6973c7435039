import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock, FRESH_MS } from './fixture.ts'
import { createMemo } from './memo.ts'

const start = (maxBytes?: number) => {
  const clock = createClock()
  const memo = createMemo({ now: clock.now, freshMs: FRESH_MS, ...(maxBytes && { maxBytes }) })
  let received = 0
  const of = (scope = 'stub name', signal = new AbortController().signal) =>
    memo.of({ scope, signal, receivedBytes: () => received })
  let loads = 0
  const load = async () => {
    loads += 1
    return loads
  }
  const receive = (bytes: number) => {
    received += bytes
  }
  return { clock, of, load, loads: () => loads, receive }
}

test('callers that come together share one load, its failure too, which is not remembered', async () => {
  const { of, load, loads } = start()
  const get = of()
  const fail = async () => {
    await load()
    throw new Error('broken')
  }
  const failed = await Promise.allSettled(Array.from({ length: 1_000 }, () => get('k', fail)))
  assert.ok(failed.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'broken'))
  assert.equal(loads(), 1)
  const values = await Promise.all(Array.from({ length: 1_000 }, () => get('k', load)))
  assert.deepEqual(new Set(values), new Set([2]))
})

test('a load that throws before its first promise is a failed load like any other', async () => {
  const { of, load } = start()
  const broken = () => {
    throw new Error('at once')
  }
  await assert.rejects(of()('k', broken), /at once/)
  assert.equal(await of()('k', load), 1)
})

test('what was loaded is kept until it is as old as a page may be, undefined too', async () => {
  const { clock, of, load, loads } = start()
  const nothing = async () => {
    await load()
    return undefined
  }
  await of()('k', nothing)
  clock.advance(FRESH_MS - 1)
  assert.equal(await of()('k', nothing), undefined)
  assert.equal(loads(), 1)
  clock.advance(1)
  await of()('k', nothing)
  assert.equal(loads(), 2)
})

test('its age counts from when the load began', async () => {
  const { clock, of, load } = start()
  const slowly = async () => {
    clock.advance(FRESH_MS)
    return load()
  }
  await of()('k', slowly)
  assert.equal(await of()('k', load), 2)
})

test('nothing gets from one profile to another, whatever they are called', async () => {
  const { of, load } = start()
  const keys = [
    ['a', 'b\nc'],
    ['a\nb', 'c'],
    ['a', 'b'],
    ['1\na', 'b'],
    ['', 'a\nb'],
    ['stub name', 'k'],
    ['stub named', 'k'],
    ['other name', 'k'],
  ] as const
  const values = []
  for (const [scope, key] of keys) values.push(await of(scope)(key, load))
  assert.deepEqual(values, [1, 2, 3, 4, 5, 6, 7, 8])
})

test('who joined a load whose caller left loads for itself, and all who did share that one', async () => {
  const { of, load, loads } = start()
  const leaving = new AbortController()
  const loadOfLeaving = () =>
    new Promise<number>((_, reject) => {
      leaving.signal.addEventListener('abort', () => reject(leaving.signal.reason))
    })
  const left = of(undefined, leaving.signal)('k', loadOfLeaving)
  const others = Array.from({ length: 100 }, () => of()('k', load))
  leaving.abort(new Error('gone'))
  await assert.rejects(left, /gone/)
  assert.deepEqual(new Set(await Promise.all(others)), new Set([1]))
  assert.equal(loads(), 1)
})

test('a failure that is not the caller’s leaving is shared with who stays', async () => {
  const { of, load, loads } = start()
  const { promise, reject } = Promise.withResolvers<number>()
  const first = of()('k', () => promise)
  const second = of()('k', load)
  reject(new Error('broken'))
  await assert.rejects(first, /broken/)
  await assert.rejects(second, /broken/)
  assert.equal(loads(), 0)
})

test('what is kept is bounded by the bytes that it was made of', async () => {
  const { of, load, loads, receive } = start(100_000)
  const loadLarge = () => {
    receive(10_000)
    return load()
  }
  for (let n = 0; n < 1_000; n += 1) await of(`stub name${n}`)('k', loadLarge)
  for (let n = 999; n >= 0; n -= 1) await of(`stub name${n}`)('k', load)
  const kept = 2_000 - loads()
  assert.ok(kept >= 1 && kept <= 3, String(kept))
})

test('small ones are bounded as well', async () => {
  const { of, load, loads } = start(100_000)
  for (let n = 0; n < 1_000; n += 1) await of(`stub name${n}`)('k', load)
  for (let n = 999; n >= 0; n -= 1) await of(`stub name${n}`)('k', load)
  const kept = 2_000 - loads()
  assert.ok(kept >= 50 && kept <= 100, String(kept))
})
