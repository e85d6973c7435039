// OpenTelemetry end to end: the exported traces and metrics, and that no request waits for the receiver.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ADMIN_TOKEN } from '@central-api/testing/http/admin/fixture.ts'
import { startUpstream } from '@central-api/testing/platforms/suite/simulator.ts'
import { START, type StartOptions, startService } from '@central-api/testing/start-service.ts'
import { attributesIn, type SentSpan, startOtlpReceiver } from '@central-api/testing/telemetry/fixture.ts'
import { bluesky } from '../src/platforms/bluesky/bluesky.ts'
import { mastodon } from '../src/platforms/mastodon/mastodon.ts'
import { rss } from '../src/platforms/rss/rss.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { telegram } from '../src/platforms/telegram/telegram.ts'
import { youtube } from '../src/platforms/youtube/youtube.ts'
import { SPAN_QUEUE } from '../src/telemetry/span-queue.ts'
import { beginningsOfToken } from './beginnings-of-token.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT_ID = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_ID}-01`
const SCAN = { platform: 'sandbox', handle: 'demo' }

const start = async (context: TestContext, { environment, ...options }: StartOptions = {}) => {
  const receiver = await startOtlpReceiver(context)
  const service = await startService(context, {
    environment: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.origin}/v1/traces`, ...environment },
    ...options,
  })
  await service.setPlan({ name: 'pro', scans: 100_000, burst: 100_000 })
  const { key, license } = await service.license()
  const authorization = await service.authorize(key)
  return { ...service, receiver, key, license, authorization }
}

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const [found, ...others] = spans.filter((span) => span.name === name)
  assert.ok(found && others.length === 0, `${others.length + (found ? 1 : 0)} spans are named ${name}`)
  return found
}

test('a request is a span of the client’s trace, and contains spans for store operations and platform calls', async (context) => {
  const upstream = await startUpstream(() => ({ status: 500, body: 'no' }))
  context.after(() => upstream.close())
  const { receiver, post, stop, authorization, license } = await start(context, {
    platforms: [bluesky, sandbox],
    environment: { BLUESKY_BASE_URL: upstream.origin, EGRESS_ALLOW: new URL(upstream.origin).host },
  })
  const headers = { ...authorization, traceparent: TRACEPARENT, tracestate: 'shop=1', 'x-request-id': 'mine' }
  const response = await post('/scan-profile', { platform: 'bluesky', handle: 'somebody.bsky.social' }, headers)
  assert.equal(response.status, 502)
  await stop()

  const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE_ID)
  const request = named(spans, 'POST /api/v1/scan-profile')
  assert.deepEqual([request.kind, request.parentSpanId, request.flags], [2, PARENT_ID, 0x301])
  assert.deepEqual(request.status, { code: 2 })
  assert.deepEqual(attributesIn(request), {
    'http.request.method': 'POST',
    'http.route': '/api/v1/scan-profile',
    'url.path': '/api/v1/scan-profile',
    'url.scheme': 'http',
    'http.response.status_code': '502',
    'error.type': '502',
    'central.request.id': 'mine',
    'central.license.id': license.id,
    'central.error.code': 'platform_error',
  })
  assert.equal(BigInt(request.startTimeUnixNano), BigInt(START) * 1_000_000n)

  const calls = spans.filter(({ name }) => name === 'GET')
  assert.ok(calls.length >= 1)
  for (const call of calls) {
    assert.deepEqual([call.kind, call.parentSpanId, call.status], [3, request.spanId, { code: 2 }])
    assert.deepEqual(attributesIn(call), {
      'http.request.method': 'GET',
      'http.response.status_code': '500',
      'error.type': '500',
      'central.platform': 'bluesky',
      'central.source': 'api',
      'server.address': '127.0.0.1',
      'server.port': new URL(upstream.origin).port,
    })
  }
  const settle = spans.find(({ name }) => name === 'settle')
  assert.ok(settle)
  assert.deepEqual([settle.kind, settle.parentSpanId, settle.status], [3, request.spanId, {}])
  assert.deepEqual(attributesIn(settle), { 'db.system.name': 'sqlite', 'db.operation.name': 'settle' })
})

test('no trace context is sent to other hosts', async (context) => {
  const upstream = await startUpstream(() => ({ status: 500, body: 'no' }))
  context.after(() => upstream.close())
  const { post, authorization } = await start(context, {
    platforms: [rss, bluesky, sandbox],
    environment: { BLUESKY_BASE_URL: upstream.origin, EGRESS_ALLOW: new URL(upstream.origin).host },
  })
  const headers = { ...authorization, traceparent: TRACEPARENT, tracestate: 'shop=1', baggage: 'a=1', b3: '1' }
  await post('/scan-profile', { platform: 'bluesky', handle: 'somebody.bsky.social' }, headers)
  await post('/scan-profile', { platform: 'rss', handle: `${upstream.origin}/feed` }, headers)
  await post('/validate-link', { url: `${upstream.origin}/page` }, headers)
  assert.ok(upstream.requests().length >= 3)
  for (const { headers: sent } of upstream.requests()) {
    assert.deepEqual(
      Object.keys(sent).filter((name) => /^(?:trace|baggage|b3|x-b3|uber|x-request-id)/.test(name)),
      [],
    )
    assert.ok(!JSON.stringify(sent).includes(TRACE_ID))
  }
})

test('a request without trace context starts a trace; health checks and scrapes have none', async (context) => {
  const { receiver, send, post, stop, authorization } = await start(context)
  await post('/scan-profile', SCAN, { ...authorization, traceparent: '00-nonsense' })
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal((await send({ method: 'GET', path, headers: { traceparent: TRACEPARENT } })).status, 200)
  }
  await stop()
  const scan = named(receiver.spans(), 'POST /api/v1/scan-profile')
  assert.match(scan.traceId, /^[\da-f]{32}$/)
  assert.equal(scan.parentSpanId, undefined)
  assert.equal(scan.flags, 0x101)
  assert.deepEqual(scan.status, {})
  assert.deepEqual(
    receiver.spans().filter(({ traceId, name }) => traceId === TRACE_ID || /healthz|readyz|metrics/.test(name)),
    [],
  )
})

test('unsampled requests are not traced: by the client’s flag, or by the sampling ratio', async (context) => {
  const { receiver, post, stop, authorization } = await start(context, {
    environment: { OTEL_TRACES_SAMPLER: 'parentbased_always_off' },
  })
  await post('/scan-profile', SCAN, authorization)
  await post('/scan-profile', SCAN, { ...authorization, traceparent: TRACEPARENT.replace(/01$/, '00') })
  await post('/scan-profile', SCAN, { ...authorization, traceparent: TRACEPARENT })
  await stop()
  assert.deepEqual([...new Set(receiver.spans().map(({ traceId }) => traceId))], [TRACE_ID])
})

const HANDLE = 'somebodys.own.name'
const SECRET = 'the-secret-of-the-tests'

test('no span contains a key, a token, a query, a handle, or the address or user agent of a client', async (context) => {
  const upstream = await startUpstream(() => ({ status: 200, body: `<p>${HANDLE}` }))
  context.after(() => upstream.close())
  const stands = { YOUTUBE_BASE_URL: upstream.origin, TELEGRAM_BASE_URL: upstream.origin }
  const { receiver, post, send, stop, authorization, key, log } = await start(context, {
    platforms: [mastodon, rss, youtube, telegram, sandbox],
    environment: {
      ...stands,
      ...{ ADMIN_TOKEN, YOUTUBE_API_KEY: SECRET, EGRESS_ALLOW: new URL(upstream.origin).host },
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
    },
  })
  const headers = { ...authorization, 'user-agent': HANDLE }
  const handles = {
    mastodon: `@${HANDLE}@${HANDLE}.example`,
    rss: `https://${HANDLE}.example/${SECRET}`,
    youtube: HANDLE,
  }
  for (const [platform, handle] of Object.entries({ ...handles, telegram: HANDLE.replaceAll('.', '_') })) {
    const ask = { path: '/api/v1/scan-profile', body: { platform, handle }, headers, from: '198.51.100.77' }
    await send(ask)
  }
  await post('/validate-link', { url: `https://${HANDLE}.example/?token=${SECRET}` }, headers)
  await post('/validate-link', { url: `${upstream.origin}/${HANDLE}?token=${SECRET}` }, headers)
  await post('/auth/token', { licenseKey: `${key}x` })
  await send({ path: `/api/v1/${HANDLE}?key=${key}`, body: {} })
  await send({ method: 'GET', path: `/sandbox/${HANDLE}/x?key=${key}` })
  const operator = { authorization: `Bearer ${ADMIN_TOKEN}` }
  await send({ method: 'GET', path: `/admin/v1/licenses?search=${HANDLE}`, headers: operator })
  await stop()

  assert.ok(upstream.requests().some(({ url }) => url.href.includes(SECRET)))
  const spans = receiver.spans()
  assert.ok(spans.length > 20, `${spans.length} spans`)
  const text = receiver.received.map(({ body }) => body).join('\n')
  const hidden = {
    ...{ key, HANDLE, SECRET, ADMIN_TOKEN, pepper: 'pepper-of-the-tests', caller: '198.51.100.77' },
    ...beginningsOfToken(authorization.authorization),
  }
  for (const [name, secret] of Object.entries(hidden)) assert.ok(!text.includes(secret), `${name} is in a span`)
  assert.doesNotMatch(text, /\?|somebodys/)
  assert.ok(receiver.received.every(({ headers: sent }) => sent.authorization === `Bearer ${SECRET}`))
  assert.ok(!log.join('').includes(SECRET))
})

test('a receiver that hangs delays no request; the queue is limited, and further spans are dropped and counted', async (context) => {
  const { receiver, post, parts, authorization, log } = await start(context, {
    environment: { OTEL_EXPORTER_OTLP_TIMEOUT: '600000' },
  })
  receiver.answerWith(() => {})
  const COUNT = (SPAN_QUEUE.most + 2 * SPAN_QUEUE.atOnce) / 2
  for (let n = 0; n < COUNT; n += 1) assert.equal((await post('/scan-profile', SCAN, authorization)).status, 200)
  const { values } = (await parts.metrics.report()).find(({ name }) => name === 'central_trace_spans_total') ?? {}
  const dropped = values?.find(({ labels }) => labels.outcome === 'dropped')?.value ?? 0
  // Two for each: the request and its store operation.
  assert.ok(dropped >= 2 * COUNT - SPAN_QUEUE.most - SPAN_QUEUE.atOnce, `${dropped} dropped`)
  assert.equal(receiver.received.length, 1)
  assert.deepEqual(
    log.filter((line) => line.includes('OTLP')),
    [],
  )
})

test('an unreachable receiver is logged once, and does not delay shutdown', async (context) => {
  const { post, stop, authorization, log } = await start(context, {
    environment: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' },
  })
  for (let n = 0; n < 900; n += 1) await post('/scan-profile', SCAN, authorization)
  const before = performance.now()
  await stop()
  // The pauses between its attempts alone take longer.
  assert.ok(performance.now() - before < 7_000)
  const reported = log
    .filter((line) => line.includes('OTLP'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    reported.map(({ level, signal, msg }) => [level, signal, msg]),
    [['warn', 'traces', 'The OTLP receiver does not accept the data']],
  )
})

test('without a receiver, no code runs for a request', async (context) => {
  const { parts, app } = await startService(context)
  assert.equal(parts.tracer, undefined)
  assert.equal(app.hasRequestDecorator('span'), false)
})
