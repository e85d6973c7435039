import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { NO_CONNECTIONS } from '@central-api/testing/platforms/suite/no-connections.ts'
import { createTestStore } from '@central-api/testing/platforms/suite/test-store.ts'
import {
  createClock,
  createStubEgress,
  DEADLINE_MS,
  FRESH_MS,
  jsonResponse,
  type StubEgress,
  statusResponse,
  stub,
} from '@central-api/testing/scanning/fixture.ts'
import type { CompressedBody, EgressRequest } from '../../egress/egress.ts'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { Response, Send } from '../contract/call.ts'
import { PUBLIC } from '../contract/reach.ts'
import { isRefused, type Meaning } from '../contract/refusal.ts'
import { createUpstreams } from '../create-upstreams.ts'
import { createRegistry } from '../registry.ts'
import type { Fetch } from './create-client.ts'
import { sourceOfResponse } from './receive-response.ts'
import { LIGHT } from './weight-of.ts'

const CALL_URL = 'https://api.stub.example/name'

/** A client with an egress that returns `response`; waiting moves the clock. */
const start = (response: StubEgress['response'], random = () => 0.5) => {
  const clock = createClock()
  const { now } = clock
  const egress = createStubEgress()
  egress.response = response
  const waits: number[] = []
  const reported: string[] = []
  const { client, governor } = createUpstreams({
    ...{ egress, registry: createRegistry([stub], {}), store: createTestStore(), owner: 'process' },
    ...{
      keys: [Buffer.alloc(32)],
      connected: NO_CONNECTIONS,
      freshMs: FRESH_MS,
      sharedHostPerMinute: 600,
      now,
      elapsed: now,
      random,
      randomBytes,
    },
    async wait(milliseconds, signal) {
      waits.push(milliseconds)
      signal.throwIfAborted()
      clock.advance(milliseconds)
    },
    onCall: ({ outcome }) => reported.push(outcome),
    onStoreError: assert.ifError,
  })
  const [source = assert.fail()] = stub.sources
  /** The calls of one fetch. */
  const requestWithin = (more: Partial<Fetch> = {}): Send =>
    client({
      ...{ platform: stub, source, baseUrl: undefined, handle: undefined, isClientHost: () => true, isLater: false },
      ...{
        licenseId: undefined,
        access: PUBLIC,
        signal: new AbortController().signal,
        deadline: clock.now() + DEADLINE_MS,
      },
      ...more,
    })
  /** Each call is a fetch of its own: within one fetch, equal calls are sent once. */
  const requestFor =
    (signal = new AbortController().signal, deadlineMs = DEADLINE_MS, more: Partial<Fetch> = {}) =>
    (url: string): Promise<Response> =>
      requestWithin({ signal, deadline: clock.now() + deadlineMs, ...more })({ url })
  const calls = () => egress.requests.length
  return { clock, egress, waits, reported, governor, requestWithin, requestFor, calls }
}

const throwing = (code: ErrorCode) => () => {
  throw new ApiError(code)
}
const outcomeOf = (attempt: Promise<Response>): Promise<number | Meaning | ErrorCode | unknown> =>
  attempt.then(
    ({ status }) => status,
    (error) => (isRefused(error) ? error.meaning : isApiError(error) ? error.code : error),
  )

test('retries a passing failure twice, after growing pauses with jitter', async () => {
  for (const [random, pauses] of [
    [0, [75, 225]],
    [0.5, [150, 450]],
    [0.999, [224, 674]],
  ] as const) {
    for (const response of [() => statusResponse(503), () => statusResponse(502), throwing('link_unreachable')]) {
      const { waits, requestFor, calls } = start(response, () => random)
      await outcomeOf(requestFor()(CALL_URL))
      assert.equal(calls(), 3)
      assert.deepEqual(waits.map(Math.floor), pauses)
    }
  }
})

test('returns the response of a successful retry', async () => {
  let calls = 0
  const { reported, requestFor } = start(() => {
    calls += 1
    if (calls < 3) throw new ApiError('link_unreachable')
    return jsonResponse({ text: 'at last' })
  })
  assert.deepEqual((await requestFor()(CALL_URL)).json(), { text: 'at last' })
  assert.deepEqual(reported, ['platform_error', 'platform_error', 'ok'])
})

test('an unchanged response is read again from its compressed cached body, which is not sent to threads', async () => {
  const unpacked: Buffer[] = []
  const compressed: CompressedBody = {
    bytes: Buffer.from('compressed'),
    async unpack(bytes) {
      unpacked.push(bytes)
      return copyBytes(Buffer.from('{"text":"again"}'))
    },
  }
  const { egress, requestWithin } = start(({ headers }) =>
    headers?.['if-none-match'] === undefined
      ? { ...jsonResponse({ text: 'first' }), headers: { etag: '"1"' }, compressed }
      : statusResponse(304),
  )
  const bodies = egress.bodies.open(undefined)
  const texts: unknown[] = []
  for (const isLater of [false, false, true]) {
    const send = requestWithin({ bodies, isLater })
    const call = { url: CALL_URL, revalidate: true }
    const [response, same] = await Promise.all([send(call), send(call)])
    assert.equal(response, same)
    texts.push(structuredClone(sourceOfResponse(response))?.received.body.length, response.json())
  }
  assert.deepEqual(texts, [16, { text: 'first' }, 16, { text: 'again' }, 16, { text: 'again' }])
  assert.deepEqual(
    egress.requests.map(({ keepsCompressed }) => keepsCompressed),
    [true, true],
  )
  assert.deepEqual(unpacked, [compressed.bytes, compressed.bytes])
  assert.ok(unpacked.every((bytes) => bytes !== compressed.bytes))
  assert.equal(egress.bodies.figures().bytes, 32)
})

test('leaves heavy bodies in gzip when they are read on a thread, unless the response determines its price', async () => {
  const { egress, requestWithin } = start(() => jsonResponse({}))
  for (const isReadOnThread of [undefined, false, true]) {
    const send = requestWithin({ isReadOnThread })
    await send({ url: CALL_URL })
    await send({ url: `${CALL_URL}/priced`, cost: () => 1 })
  }
  assert.deepEqual(
    egress.requests.map(({ leavesGzipOver }) => leavesGzipOver),
    [undefined, undefined, undefined, undefined, LIGHT.bytes, undefined],
  )
})

test('does not retry what would fail again', async () => {
  const answers: readonly [StubEgress['response'], Meaning | ErrorCode][] = [
    [() => statusResponse(500), 'failing'],
    [() => statusResponse(400), 'broken'],
    [() => statusResponse(401), 'broken'],
    [() => statusResponse(404, { 'retry-after': '1' }), 'absent'],
    [() => statusResponse(429), 'limited'],
    [throwing('link_tls_error'), 'platform_error'],
    [throwing('link_too_large'), 'platform_error'],
    [throwing('link_redirects'), 'platform_error'],
    [throwing('link_timeout'), 'platform_timeout'],
    [throwing('link_blocked'), 'link_blocked'],
    [throwing('rate_limited'), 'rate_limited'],
    [throwing('link_malformed'), 'handle_malformed'],
  ]
  for (const [response, expected] of answers) {
    const { requestFor, calls } = start(response)
    assert.equal(await outcomeOf(requestFor()(CALL_URL)), expected)
    assert.equal(calls(), 1, String(expected))
  }
})

test('waits for Retry-After, and never less, if the deadline allows', async () => {
  for (const [status, meaning] of [
    [429, 'limited'],
    [503, 'passing'],
  ] as const) {
    const { waits, requestFor, calls } = start(() => statusResponse(status, { 'retry-after': '3' }))
    assert.equal(await outcomeOf(requestFor()(CALL_URL)), meaning)
    assert.equal(calls(), 3)
    assert.deepEqual(waits, [3_075, 3_225])
  }
  const { waits, requestFor, calls } = start(() => statusResponse(503, { 'retry-after': '10' }))
  assert.equal(await outcomeOf(requestFor()(CALL_URL)), 'passing')
  assert.deepEqual([calls(), waits], [1, []])
})

test('begins nothing after the deadline, and does not pause so long that a retry would be pointless', async () => {
  const { clock, waits, requestFor, calls } = start(() => statusResponse(503))
  const deadline = clock.now() + 400
  const send = () => requestFor(undefined, 0, { deadline })(CALL_URL)
  assert.equal(await outcomeOf(send()), 'passing')
  assert.deepEqual([calls(), waits], [1, []], '150 ms of pause and 250 ms for the call use up all 400 ms')
  clock.advance(400)
  assert.equal(await outcomeOf(send()), 'platform_timeout')
  assert.equal(calls(), 1)
})

test('gives every call the time left until the deadline', async () => {
  const { clock, egress, requestFor } = start(() => {
    clock.advance(1_000)
    return statusResponse(503)
  })
  await outcomeOf(requestFor()(CALL_URL))
  assert.deepEqual(
    egress.requests.map(({ timeoutMs }) => timeoutMs),
    [10_000, 8_850, 7_400],
  )
})

test('retries at most 105 of 1,000 calls when all hosts fail', async () => {
  const { requestFor, calls } = start(() => statusResponse(503))
  for (let n = 0; n < 1_000; n += 1) {
    assert.equal(await outcomeOf(requestFor()(`https://host-${n}.example/`)), 'passing')
  }
  assert.ok(calls() > 1_000 && calls() <= 1_105, String(calls()))
})

test('calls that a breaker refuses earn no retries', async () => {
  let isBroken = true
  const { requestFor, calls } = start(() => statusResponse(isBroken ? 500 : 503))
  for (let n = 0; n < 1_000; n += 1) await outcomeOf(requestFor()(CALL_URL))
  assert.equal(calls(), 20)
  isBroken = false
  for (let n = 0; n < 19; n += 1) await outcomeOf(requestFor()(`https://host-${n}.example/`))
  // Five at the start, two for the 20 calls, one for the next ten.
  assert.equal(calls() - 20 - 19, 8)
})

test('an open breaker refuses immediately, without a retry', async () => {
  const { waits, reported, requestFor, calls } = start(() => statusResponse(500))
  for (let n = 0; n < 20; n += 1) await outcomeOf(requestFor()(CALL_URL))
  reported.length = 0
  await assert.rejects(
    requestFor()(CALL_URL),
    (error) => isApiError(error, 'platform_error') && error.retryAfterSeconds === 5,
  )
  assert.deepEqual([calls(), waits, reported], [20, [], ['platform_error']])
  assert.equal(await outcomeOf(requestFor()('https://other.example/')), 'failing')
})

test('only failures open a breaker, not refusals', async () => {
  const harmless = [
    () => statusResponse(404),
    () => statusResponse(410),
    () => statusResponse(401),
    () => statusResponse(403),
    throwing('link_too_large'),
    throwing('link_redirects'),
    throwing('link_blocked'),
    throwing('link_malformed'),
    throwing('rate_limited'),
  ]
  for (const response of harmless) {
    const { requestFor, calls } = start(response)
    for (let n = 0; n < 50; n += 1) await outcomeOf(requestFor()(CALL_URL))
    assert.equal(calls(), 50, String(response))
  }
  const failures = [() => statusResponse(500), throwing('link_timeout'), throwing('link_tls_error')]
  for (const response of failures) {
    const { requestFor, calls } = start(response)
    for (let n = 0; n < 50; n += 1) await outcomeOf(requestFor()(CALL_URL))
    assert.equal(calls(), 20, String(response))
  }
})

test('cancelled calls do not count against the host', async () => {
  const { reported, requestFor, calls } = start(({ signal }: EgressRequest) => Promise.reject(signal?.reason))
  const impatient = new DOMException('gone', 'TimeoutError')
  for (let n = 0; n < 50; n += 1) {
    await assert.rejects(requestFor(AbortSignal.abort(new Error('gone')))(CALL_URL), /gone/)
    assert.equal(await outcomeOf(requestFor(AbortSignal.abort(impatient))(CALL_URL)), 'platform_timeout')
  }
  assert.deepEqual([calls(), reported], [100, []])
})

test('a cancelled probe lets the next call be the probe', async () => {
  const { clock, egress, requestFor, calls } = start(() => statusResponse(500))
  for (let n = 0; n < 20; n += 1) await outcomeOf(requestFor()(CALL_URL))
  clock.advance(5_000)
  egress.response = ({ signal }) => Promise.reject(signal?.reason)
  await assert.rejects(requestFor(AbortSignal.abort(new Error('gone')))(CALL_URL), /gone/)
  egress.response = () => jsonResponse({})
  assert.equal(await outcomeOf(requestFor()(CALL_URL)), 200)
  assert.equal(await outcomeOf(requestFor()(CALL_URL)), 200)
  assert.equal(calls(), 23)
})

test('describes a missing response as such, and whether a retry may help', async () => {
  const said: Partial<Record<ErrorCode, readonly [message: string, retryable: boolean]>> = {
    link_unresolvable: ['The platform’s host name does not resolve', true],
    link_unreachable: ['The platform could not be reached', true],
    link_tls_error: ['The platform’s certificate could not be verified', false],
    link_redirects: ['The platform redirects too often', false],
    link_too_large: ['The platform’s response is larger than is allowed', false],
  }
  for (const [code, [message, retryable]] of Object.entries(said)) {
    const { requestFor } = start(throwing(code as ErrorCode))
    await assert.rejects(requestFor()(CALL_URL), { code: 'platform_error', message, retryable })
  }
})

test('does not retry for a client that has disconnected', async () => {
  const controller = new AbortController()
  const { requestFor, calls, waits } = start(() => {
    controller.abort(new Error('gone'))
    throw new ApiError('link_unreachable')
  })
  await assert.rejects(requestFor(controller.signal)(CALL_URL))
  assert.deepEqual([calls(), waits], [1, []])
})

test('the base URL receives the calls of every host, with one breaker', async () => {
  const { egress, requestFor, calls } = start(() => statusResponse(500))
  const send = requestFor(undefined, DEADLINE_MS, { baseUrl: 'https://proxy.example' })
  for (let n = 0; n < 30; n += 1) await outcomeOf(send(`https://host-${n}.example//OTHER/x?y`))
  assert.equal(calls(), 20)
  assert.equal(egress.requests[0]?.url, 'https://proxy.example//OTHER/x?y')
  assert.equal(egress.requests[0]?.headers?.['x-forwarded-host'], 'host-0.example')
})

test('the base URL applies at every hop, and learns the intended host', async () => {
  const { egress, requestFor } = start((request) => {
    const hop = request.redirectTo?.(new URL('https://elsewhere.example//evil.example/feed?a=1'))
    assert.deepEqual(hop, {
      url: 'https://proxy.example//evil.example/feed?a=1',
      headers: { 'x-forwarded-host': 'elsewhere.example' },
      isElsewhere: true,
    })
    assert.equal(
      request.redirectTo?.(new URL('https://proxy.example/home'))?.headers?.['x-forwarded-host'],
      'elsewhere.example',
    )
    return { ...jsonResponse({}), url: 'https://proxy.example/home' }
  })
  const response = await requestFor(undefined, DEADLINE_MS, { baseUrl: 'https://proxy.example' })(CALL_URL)
  assert.equal(response.url, 'https://elsewhere.example/home')
  assert.equal(egress.requests.length, 1)
})

test('a blocked URL of an upstream is a broken response, and the client’s own keeps its code', async () => {
  for (const [code, ofCallers] of [
    ['link_blocked', 'link_blocked'],
    ['link_malformed', 'handle_malformed'],
  ] as const) {
    const { requestFor } = start(throwing(code))
    assert.equal(await outcomeOf(requestFor()(CALL_URL)), ofCallers)
    const ofUpstream = requestFor(undefined, DEADLINE_MS, { isClientHost: () => false })
    assert.equal(await outcomeOf(ofUpstream('https://other.stub.example/')), 'platform_error')
  }
  const { requestFor, calls } = start(() => jsonResponse({}))
  await assert.rejects(
    async () => requestFor()('no url'),
    (error) => isRefused(error, 'broken'),
  )
  assert.equal(calls(), 0)
})

test('passes on the license, and reports the outcome', async () => {
  const { egress, requestFor, reported } = start(() => jsonResponse({ text: 'ü' }))
  await requestFor(undefined, DEADLINE_MS, { licenseId: 'lic_1' })(CALL_URL)
  assert.deepEqual([egress.requests[0]?.licenseId, reported], ['lic_1', ['ok']])
})

test('a limited host is not called before its reset, which every caller receives', async () => {
  const { clock, requestFor, calls } = start(() => statusResponse(429, { 'retry-after': '3600' }))
  const secondsReported = (path: string) =>
    requestFor()(`https://api.stub.example/${path}`).then(
      () => assert.fail('no refusal'),
      (error) => (isRefused(error, 'limited') ? error.retryAfterSeconds : assert.fail(String(error))),
    )
  assert.equal(await secondsReported('a'), 3_600)
  clock.advance(20_000)
  assert.deepEqual(
    [await secondsReported('b'), await secondsReported('c'), await secondsReported('d')],
    [3_580, 3_580, 3_580],
  )
  assert.equal(calls(), 1)
  // After five minutes, one call probes the limit.
  clock.advance(280_000)
  assert.deepEqual([await secondsReported('e'), await secondsReported('f')], [3_600, 3_600])
  assert.equal(calls(), 2)
})

test('reads a date in Retry-After', async () => {
  const { clock, requestFor } = start(() =>
    statusResponse(429, { 'retry-after': new Date(clock.now() + 90_000).toUTCString() }),
  )
  await assert.rejects(requestFor()(CALL_URL), (error) => isRefused(error, 'limited') && error.retryAfterSeconds === 90)
})

test('after a response with nothing left, makes no call until the reset', async () => {
  const headers = { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '240.5' }
  const { clock, requestFor, calls } = start(() => ({ ...jsonResponse({}), headers }))
  await requestFor()(CALL_URL)
  await assert.rejects(
    requestFor()(`${CALL_URL}/2`),
    (error) => isRefused(error, 'limited') && error.retryAfterSeconds === 241,
  )
  assert.equal(calls(), 1)
  clock.advance(241_000)
  await requestFor()(`${CALL_URL}/2`)
  assert.equal(calls(), 2)
})

test('sends equal calls within one fetch once', async () => {
  const { requestWithin, calls } = start(() => jsonResponse({}))
  const send = requestWithin()
  const [one, other] = await Promise.all([send({ url: CALL_URL, query: { a: 1 } }), send({ url: `${CALL_URL}?a=1` })])
  assert.equal(one, other)
  await send({ url: CALL_URL, query: { a: 2 } })
  await send({ url: CALL_URL, query: { a: 1 }, body: { json: {} } })
  assert.equal(calls(), 3)
})
