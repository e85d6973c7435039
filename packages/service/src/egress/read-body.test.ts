import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setRealTimer } from '../runtime/clock/set-timer.ts'
import { createBodyBudget } from './body-budget.ts'
import { LIMITS } from './limits.ts'
import { readBody } from './read-body.ts'

const CHUNK = Buffer.alloc(64 * 1024)
const BODY_BYTES = 2 * 1024 * 1024

test('fifty bodies that are ready at the same time are read in bounded parts in each iteration of the event loop', async () => {
  const budget = createBodyBudget({ maxBytes: 50 * BODY_BYTES, maxBytesOfLicense: 50 * BODY_BYTES })
  const { signal } = new AbortController()
  let read = 0
  const readPerIteration: number[] = []
  let isDone = false
  const bodies = Array.from({ length: 50 }, () => {
    let left = BODY_BYTES
    const wire = new Readable({
      highWaterMark: CHUNK.length,
      read() {
        read += left > 0 ? CHUNK.length : 0
        this.push(left > 0 ? CHUNK : null)
        left -= CHUNK.length
      },
    })
    const reservation = budget.open(undefined).read()
    return readBody(wire, {
      ...{ headers: {}, maxWireBytes: BODY_BYTES, startOnly: false, limits: LIMITS },
      ...{ setTimer: setRealTimer, reservation, signal },
    })
  })
  const all = Promise.all(bodies).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const before = read
    await new Promise((resolve) => setImmediate(resolve))
    readPerIteration.push(read - before)
  }
  assert.ok((await all).every(({ bytes }) => bytes.length === BODY_BYTES))
  assert.equal(read, 50 * BODY_BYTES)
  // Streams buffer in addition: two chunks each.
  const most = Math.max(...readPerIteration)
  assert.ok(most <= 50 * 2 * CHUNK.length + 1024 * 1024, `${most} bytes`)
})

test('a body fills its memory, however few pieces it came in', async () => {
  const budget = createBodyBudget({ maxBytes: BODY_BYTES, maxBytesOfLicense: BODY_BYTES })
  const { signal } = new AbortController()
  for (const pieces of [['small'], ['smaller ', 'pieces'], []]) {
    const wire = Readable.from(pieces.map((piece) => Buffer.from(piece)))
    const { bytes } = await readBody(wire, {
      ...{ headers: {}, maxWireBytes: BODY_BYTES, startOnly: false, limits: LIMITS },
      ...{ setTimer: setRealTimer, reservation: budget.open(undefined).read(), signal },
    })
    assert.deepEqual([bytes.toString(), bytes.buffer.byteLength], [pieces.join(''), bytes.length])
  }
})
