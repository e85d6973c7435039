import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGatedPlatform } from '../../../test/gated-platform.ts'
import { startClient } from '../../../test/start-client.ts'
import { START, type TestService } from '../../../test/start-service.ts'
import { ApiError } from '../../errors.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { startUpstream } from '../../platforms/suite/simulator.ts'

/** The samples of one metric: labels → value. */
const samplesOf = (text: string, name: string): Record<string, number> => {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value = ''] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      return [labels.replaceAll('"', ''), Number(value)]
    }),
  )
}

const scrape = async ({ send }: Pick<TestService, 'send'>): Promise<string> => {
  const { status, headers, text } = await send({ method: 'GET', path: '/metrics' })
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  return text
}

test('requests are counted by route and status, never by what was asked for', async (context) => {
  const service = await startClient(context)
  await service.scan({ platform: 'sandbox', handle: 'demo' })
  await service.scan({ platform: 'sandbox', handle: 'error.profile_not_found' })
  await service.scan('{')
  await service.post('/somewhere/private', {})
  await service.send({ method: 'GET', path: '/healthz' })
  assert.deepEqual(samplesOf(await scrape(service), 'central_requests_total'), {
    'route=/api/v1/auth/token,status=200': 1,
    'route=/api/v1/scan-profile,status=200': 1,
    'route=/api/v1/scan-profile,status=404': 1,
    'route=/api/v1/scan-profile,status=400': 1,
    'route=unknown,status=404': 1,
    'route=/healthz,status=200': 1,
  })
})

test('scans are counted by platform and where the page came from, and fetches by their outcome', async (context) => {
  const gated = createGatedPlatform()
  const service = await startClient(context, { platforms: [gated.platform] })
  const scan = (handle: string) => service.scan({ platform: 'gated', handle })
  await scan('a')
  await scan('a')
  service.clock.at = START + 400_000
  await scan('a')
  await service.parts.pages.idle()
  gated.failWith(new ApiError('platform_error'))
  await scan('b')
  const text = await scrape(service)
  assert.deepEqual(samplesOf(text, 'central_scans_total'), {
    'platform=gated,cache=miss': 1,
    'platform=gated,cache=hit': 1,
    'platform=gated,cache=stale': 1,
  })
  assert.deepEqual(samplesOf(text, 'central_fetches_total'), {
    'platform=gated,outcome=ok': 2,
    'platform=gated,outcome=platform_error': 1,
  })
})

test('what a quota or a rate refused is counted by its code', async (context) => {
  const service = await startClient(context)
  await service.setPlan({ name: 'pro', scans: 1, burst: 2 })
  for (let at = 0; at < 3; at += 1) await service.scan({ platform: 'sandbox', handle: 'demo' })
  await service.setPlan({ name: 'pro', scans: 9, burst: 1 })
  await service.scan({ platform: 'sandbox', handle: 'demo' })
  assert.deepEqual(samplesOf(await scrape(service), 'central_quota_refusals_total'), {
    'code=quota_exceeded': 2,
    'code=rate_limited': 1,
  })
})

test('calls to platforms are timed by their outcome', async (context) => {
  const upstream = await startUpstream(() => ({ status: 404, body: {} }))
  context.after(() => upstream.close())
  const environment = { MASTODON_BASE_URL: upstream.origin, EGRESS_ALLOW: new URL(upstream.origin).host }
  const service = await startClient(context, { environment, platforms: [mastodon] })
  await service.scan({ platform: 'mastodon', handle: '@nobody@social.example' })
  const counts = samplesOf(await scrape(service), 'central_upstream_seconds_count')
  assert.deepEqual(counts, { 'platform=mastodon,outcome=404': upstream.calls() })
  assert.ok(upstream.calls() > 0)
})

test('what the store is asked is timed by its outcome', async (context) => {
  const service = await startClient(context)
  await service.scan({ platform: 'sandbox', handle: 'demo' })
  const text = await scrape(service)
  const counts = samplesOf(text, 'central_store_seconds_count')
  for (const operation of ['settle', 'find_page', 'turn']) {
    assert.ok((counts[`operation=${operation},outcome=ok`] ?? 0) > 0, operation)
  }
  assert.ok((samplesOf(text, 'central_store_seconds_sum')['operation=settle,outcome=ok'] ?? 0) > 0)
})

test('the process is there, too: its memory, its time, the delay of its event loop', async (context) => {
  const text = await scrape(await startClient(context))
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'central_event_loop_delay_seconds',
  ]) {
    const [value] = Object.values(samplesOf(text, name))
    assert.ok(value !== undefined && value >= 0, name)
  }
})

test('the time of requests is taken of one in sixteen', async () => {
  const metrics = createMetrics()
  for (let at = 0; at < 160; at += 1) metrics.countRequest('/a', 200, 0.002)
  const counts = samplesOf(await metrics.text(), 'central_request_seconds_count')
  metrics.stop()
  assert.deepEqual(counts, { 'route=/a': 10 })
})
