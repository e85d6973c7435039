import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from '@central-api/testing/scanning/fixture.ts'
import { isApiError } from '../../errors.ts'
import { BREAKER, createBreaker, type Judge, type Verdict } from './breaker.ts'

const verdictOf: Judge<Verdict> = (outcome) => ('value' in outcome ? outcome.value : undefined)
const HOST = 'stub api.stub.example'

/** A breaker whose calls return the given verdict. */
const start = (random = () => 0.5) => {
  const clock = createClock()
  const breaker = createBreaker({ elapsed: clock.now, random })
  const call = (verdict: Verdict, host = HOST) => breaker.run(host, async () => verdict, verdictOf)
  const calls = async (verdict: Verdict, times: number, host = HOST) => {
    for (let n = 0; n < times; n += 1) await call(verdict, host)
  }
  /** A call that ends on demand. */
  const begin = (host = HOST) => {
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    const ended = breaker.run(host, () => promise, verdictOf)
    return { ended, end: resolve }
  }
  return { clock, breaker, call, calls, begin }
}

const isRefused = (error: unknown) => isApiError(error, 'platform_error') && error.retryAfterSeconds !== undefined

test('opens when half of 20 calls failed, and not at 19', async () => {
  const { breaker, calls } = start()
  await calls('up', 10)
  await calls('down', 9)
  assert.equal(breaker.isOpen(HOST), false)
  await calls('down', 1)
  assert.equal(breaker.isOpen(HOST), true)
})

test('stays closed after 19 failures of 19 calls, and with one failure less than half', async () => {
  const { breaker, calls } = start()
  await calls('down', 19)
  assert.equal(breaker.isOpen(HOST), false)
  const other = start()
  await other.calls('up', 51)
  await other.calls('down', 50)
  assert.equal(other.breaker.isOpen(HOST), false)
  await other.calls('down', 1)
  assert.equal(other.breaker.isOpen(HOST), true)
})

test('counts only the calls of the last 10 seconds', async () => {
  const { clock, breaker, calls } = start()
  await calls('down', 19)
  clock.advance(BREAKER.windowMs)
  await calls('up', 1)
  assert.equal(breaker.isOpen(HOST), true, 'calls from exactly 10 seconds ago count')

  const later = start()
  await later.calls('down', 19)
  later.clock.advance(BREAKER.windowMs + 1)
  await later.calls('up', 10)
  await later.calls('down', 9)
  assert.equal(later.breaker.isOpen(HOST), false)
  await later.calls('up', 1)
  assert.equal(later.breaker.isOpen(HOST), false, 'older calls are forgotten, failures included')
  await later.calls('down', 2)
  assert.equal(later.breaker.isOpen(HOST), true)
})

test('while open, sends no call and reports when to retry', async () => {
  const { clock, breaker, calls } = start()
  await calls('down', 20)
  clock.advance(1_500)
  let made = 0
  const attempt = breaker.run(
    HOST,
    async () => {
      made += 1
    },
    () => 'up',
  )
  await assert.rejects(attempt, (error) => isApiError(error, 'platform_error') && error.retryAfterSeconds === 4)
  assert.equal(made, 0)
})

test('stays open for a time that varies by 20 % either way', async () => {
  for (const [random, openMs] of [
    [0, 4_000],
    [0.5, 5_000],
    [0.999999, 6_000],
  ] as const) {
    const { clock, call, calls } = start(() => random)
    await calls('down', 20)
    clock.advance(openMs - 1)
    await assert.rejects(call('up'), isRefused)
    clock.advance(1)
    assert.equal(await call('up'), 'up')
  }
})

test('lets exactly one of many callers through as the probe', async () => {
  const { clock, breaker, calls, begin } = start()
  await calls('down', 20)
  clock.advance(5_000)
  const attempts = Array.from({ length: 100 }, () => begin())
  for (const { end } of attempts) end('up')
  const outcomes = await Promise.allSettled(attempts.map(({ ended }) => ended))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.ok(outcomes.every((outcome) => outcome.status === 'fulfilled' || isRefused(outcome.reason)))
  assert.equal(breaker.isOpen(HOST), false)
})

test('a failed probe opens it again, and a successful one starts from zero', async () => {
  const { clock, breaker, call, calls } = start()
  await calls('down', 20)
  clock.advance(5_000)
  await call('down')
  await assert.rejects(call('up'), isRefused)
  clock.advance(5_000)
  await call('up')
  await calls('down', 19)
  assert.equal(breaker.isOpen(HOST), false)
  await calls('down', 1)
  assert.equal(breaker.isOpen(HOST), true)
})

test('a cancelled probe neither closes it nor blocks the next one', async () => {
  const { clock, breaker, call, calls, begin } = start()
  await calls('down', 20)
  clock.advance(5_000)
  const probe = begin()
  await assert.rejects(call('up'), isRefused)
  probe.end(undefined)
  await probe.ended
  assert.equal(breaker.isOpen(HOST), true)
  assert.equal(await call('up'), 'up')
  assert.equal(breaker.isOpen(HOST), false)
})

test('calls that began before it opened do not count as the probe', async () => {
  const { clock, breaker, call, calls, begin } = start()
  const [early, late] = [begin(), begin()]
  await calls('down', 20)
  early.end('up')
  await early.ended
  assert.equal(breaker.isOpen(HOST), true)
  clock.advance(5_000)
  const probe = begin()
  late.end('up')
  await late.ended
  assert.equal(breaker.isOpen(HOST), true)
  await assert.rejects(call('up'), isRefused, 'the probe is still in flight')
  probe.end('down')
  await probe.ended
  await assert.rejects(call('up'), isRefused)
})

test('late failures do not keep it open for longer', async () => {
  const { clock, call, calls, begin } = start()
  const late = Array.from({ length: 20 }, () => begin())
  await calls('down', 20)
  clock.advance(4_000)
  for (const { end } of late) end('down')
  await Promise.all(late.map(({ ended }) => ended))
  clock.advance(1_000)
  assert.equal(await call('up'), 'up')
})

test('inconclusive calls count neither way', async () => {
  const { breaker, calls } = start()
  await calls(undefined, 100)
  await calls('down', 19)
  assert.equal(breaker.isOpen(HOST), false)
  await calls('down', 1)
  assert.equal(breaker.isOpen(HOST), true)
})

test('each host has its own breaker', async () => {
  const { breaker, call, calls } = start()
  await calls('down', 20, 'one')
  assert.deepEqual([breaker.isOpen('one'), breaker.isOpen('other'), breaker.isOpen('unseen')], [true, false, false])
  assert.equal(await call('up', 'other'), 'up')
})

test('passes a thrown error to the judge and to the caller', async () => {
  const { clock, breaker } = start()
  const thrown = new Error('broken')
  const outcomes: unknown[] = []
  for (let n = 0; n < 20; n += 1) {
    const attempt = breaker.run(
      HOST,
      () => Promise.reject(thrown),
      (outcome) => {
        outcomes.push(outcome)
        return 'down'
      },
    )
    await assert.rejects(attempt, thrown)
  }
  assert.deepEqual(outcomes, Array(20).fill({ error: thrown }))
  clock.advance(4_999)
  await assert.rejects(
    breaker.run(
      HOST,
      async () => 1,
      () => 'up',
    ),
    isRefused,
  )
})

test('lists open breakers with how long they have been open, until an hour has passed without a call', async () => {
  const { clock, breaker, call, calls } = start()
  await calls('up', 20)
  await calls('down', 20, 'stub other.example')
  clock.advance(5_000)
  await call('down', 'stub other.example')
  assert.deepEqual(breaker.open(), [{ name: 'stub other.example', openMs: 5_000 }])
  clock.advance(5_000 + BREAKER.toldMs - 1)
  assert.equal(breaker.open().length, 1)
  clock.advance(1)
  assert.deepEqual(breaker.open(), [])
  await call('up', 'stub other.example')
  await calls('down', 20, 'stub other.example')
  assert.deepEqual(breaker.open(), [{ name: 'stub other.example', openMs: 0 }])
})
