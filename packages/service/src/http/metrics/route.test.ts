import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startUpstream } from '@central-api/testing/platforms/suite/simulator.ts'
import { startClient } from '@central-api/testing/start-client.ts'
import { START, type TestService } from '@central-api/testing/start-service.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { createGatedPlatform } from '../../../test/gated-platform.ts'
import { ApiError } from '../../errors.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { Type } from '../../parsing/type.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { youtube } from '../../platforms/youtube/youtube.ts'
import { UNNAMED_BUCKET } from '../../upstream/budgets/governor.ts'
import type { CredentialKind } from '../../upstream/contract/credential.ts'
import { platform, source } from '../../upstream/contract/platform.ts'

const never = () => Promise.reject(new Error('not called'))

/** A platform with a key that it exchanges for a token as the test says. */
const keyedWith = (id: string, exchange: Pick<CredentialKind<unknown>, 'obtain' | 'renew'>) => {
  const name = `${id.toUpperCase()}_KEY`
  return platform({
    ...{ id, name: id, handles: ['name'], variants: { posts: 'posts' }, canonicalize: (input: string) => input },
    settings: Type.Object({ [name]: Type.String({ default: '', description: 'The key.' }) }),
    credentials: [
      {
        id: 'key',
        settings: [name],
        read: (settings) => [{ secrets: { key: settings[name] ?? '' } }],
        sign: () => ({}),
        steps: ['Ask for a key.'],
        ...exchange,
      },
    ],
    sources: [source({ id: 'api', provenance: 'official_api', credential: 'key', account: never, posts: never })],
  })
}

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

test('requests are counted by route and status, never by their content', async (context) => {
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

test('scans are counted by platform and cache result, and fetches by outcome', async (context) => {
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

test('quota and rate refusals are counted by code', async (context) => {
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

test('calls to platforms are timed by outcome', async (context) => {
  const upstream = await startUpstream(() => ({ status: 404, body: {} }))
  context.after(() => upstream.close())
  const environment = { MASTODON_BASE_URL: upstream.origin, EGRESS_ALLOW: new URL(upstream.origin).host }
  const service = await startClient(context, { environment, platforms: [mastodon] })
  await service.scan({ platform: 'mastodon', handle: '@nobody@social.example' })
  await service.scan({ platform: 'mastodon', handle: 'https://social.example/ap/users/11' })
  const counts = samplesOf(await scrape(service), 'central_upstream_seconds_count')
  // A domain may have no API, no WebFinger and no host metadata. An account that a server does not have is absent.
  const labels = 'platform=mastodon,source=api'
  assert.deepEqual(counts, { [`${labels},outcome=ok`]: 3, [`${labels},outcome=absent`]: 1 })
  assert.equal(upstream.calls(), 4)
  assert.deepEqual(samplesOf(await scrape(service), 'central_platform_answers_total'), {
    'platform=mastodon,source=api,meaning=ok': 3,
    'platform=mastodon,source=api,meaning=absent': 1,
  })
})

test('credentials are counted by state, including states without any', async (context) => {
  const environment = { YOUTUBE_API_KEY: 'first-secret-key,second-secret-key' }
  const service = await startClient(context, { environment, platforms: [youtube] })
  const { pool } = service.parts.upstreams
  const [first, second] = pool.list('youtube')
  assert.ok(first && second)
  const count = async () => samplesOf(await scrape(service), 'central_platform_credentials')
  const states = { working: 2, limited: 0, expired: 0, refused: 0, paused: 0 }
  const samples = (changes: Partial<typeof states>) =>
    Object.fromEntries(
      Object.entries({ ...states, ...changes }).map(([state, value]) => [`platform=youtube,state=${state}`, value]),
    )
  assert.deepEqual(await count(), samples({}))
  pool.report(first, { is: 'refused', error: 'credential_refused' })
  await pool.command(second.id, 'pause', act())
  assert.deepEqual(await count(), samples({ working: 0, refused: 1, paused: 1 }))
  assert.doesNotMatch(await scrape(service), /secret-key/)
})

test('the remaining budget is the sum of all credentials, until it resets', async (context) => {
  const environment = { YOUTUBE_API_KEY: 'first-secret-key,second-secret-key' }
  const service = await startClient(context, { environment, platforms: [youtube] })
  const { pool, governor } = service.parts.upstreams
  const reported = { 'x-ratelimit-remaining': '20', 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '90' }
  const response = { status: 200, url: '', headers: reported, text: () => '', json: () => null }
  for (const { id: who } of pool.list('youtube')) {
    const payer = { platform: 'youtube', source: 'api', host: 'youtube.example', who, isShared: true }
    for (const bucket of [UNNAMED_BUCKET, 'users']) governor.learn(payer, bucket, response, undefined)
  }
  service.clock.at += 30_000
  const text = await scrape(service)
  const both = (value: number) => ({
    'platform=youtube,bucket=api': value,
    'platform=youtube,bucket=api/users': value,
  })
  assert.deepEqual(samplesOf(text, 'central_platform_budget_left'), both(40))
  assert.deepEqual(samplesOf(text, 'central_platform_budget_limit'), both(200))
  assert.deepEqual(samplesOf(text, 'central_platform_budget_resets_seconds'), both(60))
  service.clock.at += 60_000
  assert.deepEqual(samplesOf(await scrape(service), 'central_platform_budget_left'), {})
})

test('an expiring credential is reported by its hint, and one that renews itself is not', async (context) => {
  const { renews, obtains } = { renews: { renew: never }, obtains: { obtain: never } }
  const platforms = [keyedWith('renewed', renews), keyedWith('obtained', obtains), keyedWith('given', {})]
  const environment = { RENEWED_KEY: 'the-key-aaaa', OBTAINED_KEY: 'the-key-bbbb', GIVEN_KEY: 'the-key-cccc' }
  const service = await startClient(context, { environment, platforms })
  const { pool } = service.parts.upstreams
  for (const credential of pool.list()) await pool.keepToken(credential, { token: 'a' }, 60 * 86_400)
  const ends = async () => samplesOf(await scrape(service), 'central_credential_ends_seconds')
  assert.deepEqual(await ends(), { 'platform=given,hint=cccc': 60 * 86_400 })
  service.clock.at += 50 * 86_400_000
  assert.deepEqual(await ends(), {
    'platform=given,hint=cccc': 10 * 86_400,
    'platform=renewed,hint=aaaa': 10 * 86_400,
  })
})

test('store calls are timed by outcome', async (context) => {
  const service = await startClient(context)
  await service.scan({ platform: 'sandbox', handle: 'demo' })
  const text = await scrape(service)
  const counts = samplesOf(text, 'central_store_seconds_count')
  for (const operation of ['settle', 'turn']) {
    assert.ok((counts[`operation=${operation},outcome=ok`] ?? 0) > 0, operation)
  }
  assert.ok((samplesOf(text, 'central_store_seconds_sum')['operation=settle,outcome=ok'] ?? 0) > 0)
})

test('reports the process: its memory, its CPU time, the delay of its event loop', async (context) => {
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

test('one in sixteen requests is timed', async () => {
  const metrics = createMetrics()
  for (let at = 0; at < 160; at += 1) metrics.countRequest('/a', 200, 0.002)
  const counts = samplesOf(await metrics.text(), 'central_request_seconds_count')
  metrics.stop()
  assert.deepEqual(counts, { 'route=/a': 10 })
})
