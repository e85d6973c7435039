import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EgressRequest } from '../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../errors.ts'
import { createBreaker } from './breaker.ts'
import { createClock, createStubEgress, DEADLINE_MS, jsonAnswer, type StubEgress, statusAnswer } from './fixture.ts'
import { createRetryBudget } from './retry-budget.ts'
import { createUpstream } from './upstream.ts'

const ADDRESS = 'https://api.stub.example/name'

/** The network around an egress that answers as told; waiting moves the clock. */
const start = (answer: StubEgress['answer'], random = () => 0.5) => {
  const clock = createClock()
  const egress = createStubEgress()
  egress.answer = answer
  const waits: number[] = []
  const told: string[] = []
  const upstream = createUpstream({
    egress,
    breaker: createBreaker({ elapsed: clock.now, random }),
    budget: createRetryBudget(),
    now: clock.now,
    random,
    async wait(milliseconds, signal) {
      waits.push(milliseconds)
      signal.throwIfAborted()
      clock.advance(milliseconds)
    },
    onCall: ({ outcome }) => told.push(outcome),
  })
  const httpFor = (signal = new AbortController().signal, deadlineMs = DEADLINE_MS) =>
    upstream({ platform: 'stub', signal, deadline: clock.now() + deadlineMs })
  const calls = () => egress.requests.length
  return { clock, egress, waits, told, upstream, httpFor, calls }
}

const throwing = (code: ErrorCode) => () => {
  throw new ApiError(code)
}
const outcomeOf = (attempt: Promise<{ readonly status: number }>) =>
  attempt.then(
    ({ status }) => status,
    (error) => (isApiError(error) ? error.code : error),
  )

test('what may pass is tried twice more, after pauses that grow and differ', async () => {
  for (const [random, pauses] of [
    [0, [75, 225]],
    [0.5, [150, 450]],
    [0.999, [224, 674]],
  ] as const) {
    for (const answer of [() => statusAnswer(503), () => statusAnswer(502), throwing('link_unreachable')]) {
      const { waits, httpFor, calls } = start(answer, () => random)
      await outcomeOf(httpFor().get(ADDRESS))
      assert.equal(calls(), 3)
      assert.deepEqual(waits.map(Math.floor), pauses)
    }
  }
})

test('a try that succeeds is the answer', async () => {
  let calls = 0
  const { told, httpFor } = start(() => {
    calls += 1
    if (calls < 3) throw new ApiError('link_unreachable')
    return jsonAnswer({ text: 'at last' })
  })
  assert.deepEqual((await httpFor().get(ADDRESS)).json(), { text: 'at last' })
  assert.deepEqual(told, ['platform_error', 'platform_error', '200'])
})

test('what will be the same in a moment is not tried again', async () => {
  const answers: readonly [StubEgress['answer'], number | ErrorCode][] = [
    [() => statusAnswer(500), 500],
    [() => statusAnswer(400), 400],
    [() => statusAnswer(401), 401],
    [() => statusAnswer(404, { 'retry-after': '1' }), 404],
    [() => statusAnswer(429), 429],
    [throwing('link_tls_error'), 'platform_error'],
    [throwing('link_too_large'), 'platform_error'],
    [throwing('link_redirects'), 'platform_error'],
    [throwing('link_timeout'), 'platform_timeout'],
    [throwing('link_blocked'), 'link_blocked'],
    [throwing('rate_limited'), 'platform_rate_limited'],
    [throwing('link_malformed'), 'handle_malformed'],
  ]
  for (const [answer, expected] of answers) {
    const { httpFor, calls } = start(answer)
    assert.equal(await outcomeOf(httpFor().get(ADDRESS)), expected)
    assert.equal(calls(), 1, String(expected))
  }
})

test('Retry-After is waited for, never less, where the deadline leaves room for it', async () => {
  for (const status of [429, 503]) {
    const { waits, httpFor, calls } = start(() => statusAnswer(status, { 'retry-after': '3' }))
    assert.equal(await outcomeOf(httpFor().get(ADDRESS)), status)
    assert.equal(calls(), 3)
    assert.deepEqual(waits, [3_075, 3_225])
  }
  const { waits, httpFor, calls } = start(() => statusAnswer(503, { 'retry-after': '10' }))
  assert.equal(await outcomeOf(httpFor().get(ADDRESS)), 503)
  assert.deepEqual([calls(), waits], [1, []])
})

test('nothing is begun behind the deadline, and no pause ends so near to it that a call were in vain', async () => {
  const { clock, waits, httpFor, calls } = start(() => statusAnswer(503))
  const http = httpFor(undefined, 400)
  assert.equal(await outcomeOf(http.get(ADDRESS)), 503)
  assert.deepEqual([calls(), waits], [1, []], '150 ms of pause and 250 for the call are no less than 400')
  clock.advance(400)
  assert.equal(await outcomeOf(http.get(ADDRESS)), 'platform_timeout')
  assert.equal(calls(), 1)
})

test('every call is given what is left of the deadline', async () => {
  const { clock, egress, httpFor } = start(() => {
    clock.advance(1_000)
    return statusAnswer(503)
  })
  await httpFor().get(ADDRESS)
  assert.deepEqual(
    egress.requests.map(({ timeoutMs }) => timeoutMs),
    [10_000, 8_850, 7_400],
  )
})

test('of 1,000 calls of hosts that all fail at most 105 are tried again', async () => {
  const { httpFor, calls } = start(() => statusAnswer(503))
  for (let n = 0; n < 1_000; n += 1) {
    assert.equal(await outcomeOf(httpFor().get(`https://host-${n}.example/`)), 503)
  }
  assert.ok(calls() > 1_000 && calls() <= 1_105, String(calls()))
})

test('calls that a breaker refuses earn no retries', async () => {
  let isBroken = true
  const { httpFor, calls } = start(() => statusAnswer(isBroken ? 500 : 503))
  for (let n = 0; n < 1_000; n += 1) await outcomeOf(httpFor().get(ADDRESS))
  assert.equal(calls(), 20)
  isBroken = false
  for (let n = 0; n < 19; n += 1) await outcomeOf(httpFor().get(`https://host-${n}.example/`))
  // Five at the start, two of the 20, one of the next ten.
  assert.equal(calls() - 20 - 19, 8)
})

test('a breaker that is open refuses at once, without a retry', async () => {
  const { waits, told, httpFor, calls } = start(() => statusAnswer(500))
  for (let n = 0; n < 20; n += 1) await httpFor().get(ADDRESS)
  told.length = 0
  await assert.rejects(
    httpFor().get(ADDRESS),
    (error) => isApiError(error, 'platform_error') && error.retryAfterSeconds === 5,
  )
  assert.deepEqual([calls(), waits, told], [20, [], ['platform_error']])
  assert.equal(await outcomeOf(httpFor().get('https://other.example/')), 500)
})

test('an answer is none the less an answer for what it says: only failures open a breaker', async () => {
  const harmless = [
    () => statusAnswer(404),
    () => statusAnswer(410),
    () => statusAnswer(401),
    () => statusAnswer(403),
    () => statusAnswer(429),
    throwing('link_too_large'),
    throwing('link_redirects'),
    throwing('link_blocked'),
    throwing('link_malformed'),
    throwing('rate_limited'),
  ]
  for (const answer of harmless) {
    const { httpFor, calls } = start(answer)
    for (let n = 0; n < 50; n += 1) await outcomeOf(httpFor().get(ADDRESS))
    assert.equal(calls(), 50, String(answer))
  }
  const failures = [() => statusAnswer(500), throwing('link_timeout'), throwing('link_tls_error')]
  for (const answer of failures) {
    const { httpFor, calls } = start(answer)
    for (let n = 0; n < 50; n += 1) await outcomeOf(httpFor().get(ADDRESS))
    assert.equal(calls(), 20, String(answer))
  }
})

test('callers that leave do not count against the host', async () => {
  const { told, httpFor, calls } = start(({ signal }: EgressRequest) => Promise.reject(signal?.reason))
  const impatient = new DOMException('gone', 'TimeoutError')
  for (let n = 0; n < 50; n += 1) {
    await assert.rejects(httpFor(AbortSignal.abort(new Error('gone'))).get(ADDRESS), /gone/)
    assert.equal(await outcomeOf(httpFor(AbortSignal.abort(impatient)).get(ADDRESS)), 'platform_timeout')
  }
  assert.deepEqual([calls(), told], [100, []])
})

test('a caller that leaves while its call is the probe leaves the host to the next one', async () => {
  const { clock, egress, httpFor, calls } = start(() => statusAnswer(500))
  for (let n = 0; n < 20; n += 1) await httpFor().get(ADDRESS)
  clock.advance(5_000)
  egress.answer = ({ signal }) => Promise.reject(signal?.reason)
  await assert.rejects(httpFor(AbortSignal.abort(new Error('gone'))).get(ADDRESS), /gone/)
  egress.answer = () => jsonAnswer({})
  assert.equal(await outcomeOf(httpFor().get(ADDRESS)), 200)
  assert.equal(await outcomeOf(httpFor().get(ADDRESS)), 200)
  assert.equal(calls(), 23)
})

test('nobody who has left is tried for again', async () => {
  const controller = new AbortController()
  const { httpFor, calls, waits } = start(() => {
    controller.abort(new Error('gone'))
    throw new ApiError('link_unreachable')
  })
  await assert.rejects(httpFor(controller.signal).get(ADDRESS))
  assert.deepEqual([calls(), waits], [1, []])
})

test('a stand-in takes the calls of every host, and one breaker watches it', async () => {
  const { clock, egress, upstream, calls } = start(() => statusAnswer(500))
  const { signal } = new AbortController()
  const http = upstream({
    platform: 'stub',
    baseUrl: 'https://proxy.example',
    signal,
    deadline: clock.now() + DEADLINE_MS,
  })
  for (let n = 0; n < 30; n += 1) await outcomeOf(http.get(`https://host-${n}.example/x?y`))
  assert.equal(calls(), 20)
  assert.equal(egress.requests[0]?.url, 'https://proxy.example/x?y')
  assert.equal(egress.requests[0]?.headers?.['x-forwarded-host'], 'host-0.example')
})

test('whose call it is, how large an answer was and what came of it is told', async () => {
  const { clock, egress, upstream, told } = start(() => jsonAnswer({ text: 'ü' }))
  let bytes = 0
  const http = upstream({
    platform: 'stub',
    licenseId: 'lic_1',
    signal: new AbortController().signal,
    deadline: clock.now() + DEADLINE_MS,
    onBytes: (count) => {
      bytes += count
    },
  })
  await http.get(ADDRESS)
  assert.deepEqual([egress.requests[0]?.licenseId, bytes, told], ['lic_1', 13, ['200']])
})
