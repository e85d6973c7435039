import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dispatcher } from 'undici'
import { setRealTimer } from '../runtime/clock/set-timer.ts'
import { createDeadline } from './deadline.ts'
import { exchange } from './exchange.ts'
import { LIMITS } from './limits.ts'

const PIECE = Buffer.from('x')

/** A host whose whole response is ready, in pieces of one byte, and is read until the reader pauses. */
const createHost = (pieces: number, onPiece: () => void) => {
  let left = pieces
  let isPaused = false
  const dispatch = (_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    const go = (): void => {
      while (!isPaused && left > 0) {
        left -= 1
        onPiece()
        handler.onResponseData?.(controller, PIECE)
      }
      if (left === 0 && !isPaused) {
        left = -1
        handler.onResponseEnd?.(controller, {})
      }
    }
    const controller = {
      pause() {
        isPaused = true
      },
      resume() {
        if (!isPaused) return
        isPaused = false
        go()
      },
      abort() {},
      rawHeaders: [],
    } as unknown as Dispatcher.DispatchController
    handler.onRequestStart?.(controller, {})
    handler.onResponseStart?.(controller, 200, {}, 'OK')
    go()
    return true
  }
  return { dispatch } as unknown as Dispatcher
}

const send = async (host: Dispatcher): Promise<Buffer> => {
  const deadline = createDeadline({ totalMs: 60_000, setTimer: setRealTimer })
  try {
    const request = { url: new URL('https://one.example/'), method: 'GET', headers: {}, isKept: false } as const
    const { body } = await exchange(host, request, deadline, LIMITS)
    return Buffer.concat(await body.toArray())
  } finally {
    deadline.end()
  }
}

test('fifty responses in pieces of one byte are read in bounded parts in each iteration of the event loop', async () => {
  const [hosts, pieces] = [50, 10_000]
  let taken = 0
  let isDone = false
  const takenPerIteration: number[] = []
  const all = Promise.all(
    Array.from({ length: hosts }, () =>
      send(
        createHost(pieces, () => {
          taken += 1
        }),
      ),
    ),
  ).finally(() => {
    isDone = true
  })
  // What is ready at the start is read in one go, a bounded part of each response.
  assert.ok(taken <= hosts * 256, `${taken} pieces`)
  while (!isDone) {
    const before = taken
    await new Promise((resolve) => setImmediate(resolve))
    takenPerIteration.push(taken - before)
  }
  for (const body of await all) assert.equal(body.toString(), 'x'.repeat(pieces))
  assert.equal(taken, hosts * pieces)
  assert.ok(Math.max(...takenPerIteration) <= 2 * 256, `${Math.max(...takenPerIteration)} pieces`)
})

test('a response in a few pieces is read without a pause', async () => {
  let taken = 0
  const body = send(
    createHost(100, () => {
      taken += 1
    }),
  )
  assert.equal(taken, 100)
  assert.equal((await body).length, 100)
})
