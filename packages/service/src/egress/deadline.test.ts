import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeTimers } from '@central-api/testing/runtime/clock/fake-timers.ts'
import { isApiError } from '../errors.ts'
import { createDeadline } from './deadline.ts'

const never = (): Promise<never> => new Promise(() => {})
const isTimeout = (error: unknown): boolean => isApiError(error, 'link_timeout')

test('a phase ends at its own limit, and all phases at the total', async () => {
  const timers = createFakeTimers()
  const first = createDeadline({ totalMs: 10_000, setTimer: timers.setTimer })
  const slow = first.within(3_000, never)
  timers.advance(3_000)
  await assert.rejects(slow, isTimeout)
  await assert.rejects(
    first.within(3_000, async () => 'too late'),
    isTimeout,
  )
  first.end()

  const second = createDeadline({ totalMs: 1_000, setTimer: timers.setTimer })
  assert.equal(await second.within(3_000, async () => 'in time'), 'in time')
  const long = second.within(3_000, never)
  timers.advance(1_000)
  await assert.rejects(long, isTimeout)
  second.end()
  assert.equal(timers.pending(), 0)
})

test('ends with the caller’s reason when the caller aborts', async () => {
  const timers = createFakeTimers()
  const caller = new AbortController()
  const deadline = createDeadline({ totalMs: 1_000, setTimer: timers.setTimer, signal: caller.signal })
  const work = deadline.within(500, never)
  const reason = new Error('hung up')
  caller.abort(reason)
  await assert.rejects(work, reason)
  deadline.end()
  assert.equal(timers.pending(), 0)
})

test('starts no work for a caller that has aborted already', async () => {
  const timers = createFakeTimers()
  const deadline = createDeadline({ totalMs: 1_000, setTimer: timers.setTimer, signal: AbortSignal.abort('gone') })
  let started = 0
  await assert.rejects(
    deadline.within(500, async () => {
      started += 1
    }),
    (error) => error === 'gone',
  )
  assert.equal(started, 0)
  deadline.end()
})
