import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSingleFlight } from './single-flight.ts'

test('concurrent callers share one call and its error', async () => {
  const inFlight = createSingleFlight<number>()
  let calls = 0
  const start = async () => {
    calls += 1
    if (calls === 2) throw new Error('broken')
    return calls
  }
  const first = await Promise.all(Array.from({ length: 1_000 }, () => inFlight.join('k', start)))
  assert.deepEqual(new Set(first), new Set([1]))
  const second = await Promise.allSettled(Array.from({ length: 1_000 }, () => inFlight.join('k', start)))
  assert.ok(second.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'broken'))
  assert.equal(calls, 2)
  assert.equal(inFlight.size, 0)
})

test('aborts a call when its last caller gives up, and not before', async () => {
  const inFlight = createSingleFlight<string>()
  let aborted = false
  const start = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true
        reject(signal.reason)
      })
    })
  const [one, two] = [new AbortController(), new AbortController()]
  const waits = [inFlight.join('k', start, one.signal), inFlight.join('k', start, two.signal)]
  one.abort(new Error('gone'))
  await assert.rejects(waits[0] ?? Promise.resolve(), /gone/)
  assert.equal(aborted, false)
  two.abort(new Error('gone too'))
  await assert.rejects(waits[1] ?? Promise.resolve(), /gone too/)
  assert.equal(aborted, true)
  assert.equal(inFlight.has('k'), false)
})

test('a caller after an aborted call starts a new one', async () => {
  const inFlight = createSingleFlight<string>()
  const controller = new AbortController()
  const never = inFlight.join('k', () => new Promise(() => {}), controller.signal)
  controller.abort(new Error('gone'))
  await assert.rejects(never, /gone/)
  assert.equal(await inFlight.join('k', async () => 'new'), 'new')
})

test('a caller without a signal keeps the call going', async () => {
  const inFlight = createSingleFlight<string>()
  const { promise, resolve } = Promise.withResolvers<string>()
  const controller = new AbortController()
  let signalled = false
  const start = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      signalled = true
    })
    return promise
  }
  const background = inFlight.join('k', start)
  const client = inFlight.join('k', start, controller.signal)
  controller.abort(new Error('gone'))
  await assert.rejects(client, /gone/)
  resolve('done')
  assert.equal(await background, 'done')
  assert.equal(signalled, false)
})
