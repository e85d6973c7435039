import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { type SimulatedFailure, startUpstream } from '@central-api/testing/platforms/suite/simulator.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { mastodon } from '../src/platforms/mastodon/mastodon.ts'
import { rss } from '../src/platforms/rss/rss.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { beginningsOfToken } from './beginnings-of-token.ts'
import { createGatedPlatform } from './gated-platform.ts'

const HANDLE = 'somebodys.own.name'
const CALLER = '198.51.100.77'
const FAILURES: readonly SimulatedFailure[] = [
  { status: 500, body: `No ${HANDLE} today` },
  { status: 404, body: { error: `No ${HANDLE}` } },
  { status: 403, body: { error: `${HANDLE} is not for you` } },
  { status: 429, body: '', headers: { 'retry-after': '7' } },
  { status: 302, headers: { location: `https://elsewhere.invalid/${HANDLE}` } },
  'reset',
  'garbage',
  'truncated',
]

test('no log line contains a key, a token, a handle, the address of a client or a secret', async (context) => {
  const upstream = await startUpstream(() => ({ status: 200, body: `<p>${HANDLE}` }))
  context.after(() => upstream.close())
  const gated = createGatedPlatform()
  const ADMIN_TOKEN = 'the-admin-token-of-the-tests'
  const service = await startService(context, {
    environment: {
      LOG_LEVEL: 'trace',
      ADMIN_TOKEN,
      MASTODON_BASE_URL: upstream.origin,
      RSS_BASE_URL: upstream.origin,
      EGRESS_ALLOW: new URL(upstream.origin).host,
    },
    platforms: [mastodon, rss, sandbox, gated.platform],
  })
  const { send, license, clock, parts } = service
  await service.setPlan({ name: 'pro' })
  const { license: made, key } = await license()
  const headers = await service.authorize(key, `https://${HANDLE}.example`)
  const post = (path: string, body: unknown) => send({ path: `/api/v1${path}`, body, headers, from: CALLER })

  const handles = [`@${HANDLE}@social.example`, `https://${HANDLE}.example/feed`, HANDLE, 'demo', `error.${HANDLE}`]
  for (const platform of ['mastodon', 'rss', 'sandbox', 'gated', HANDLE]) {
    for (const handle of handles) await post('/scan-profile', { platform, handle })
  }
  for (const failure of FAILURES) {
    clock.at += 400_000
    for (const platform of ['mastodon', 'rss']) {
      upstream.failNext(failure, 5)
      for (const handle of handles.slice(0, 2)) await post('/scan-profile', { platform, handle })
    }
  }
  gated.failWith(new Error('A fault'))
  await post('/scan-profile', { platform: 'gated', handle: `${HANDLE}.2` })
  await post('/scan-profile', { platform: 'sandbox', handle: 'demo', variant: HANDLE })
  await post('/load-more-posts', { platform: 'sandbox', handle: 'demo', cursor: HANDLE })
  await post('/validate-link', { url: `https://${HANDLE}.invalid/` })
  await send({ path: '/api/v1/auth/token', body: { licenseKey: `${key}x` }, from: CALLER })
  await send({ path: `/api/v1/${HANDLE}?key=${key}`, body: {}, from: CALLER })
  await send({
    method: 'GET',
    path: '/admin/v1/licenses',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    from: CALLER,
  })
  await parts.licenses.suspend(made.id, OPERATOR)
  await post('/scan-profile', { platform: 'sandbox', handle: 'demo' })
  await parts.store.close()
  await post('/scan-profile', { platform: 'sandbox', handle: 'demo' })

  assert.ok(service.log.length > 20, `${service.log.length} lines`)
  const secrets = {
    ...{ key, handle: HANDLE, caller: CALLER, admin: ADMIN_TOKEN, pepper: 'pepper-of-the-tests' },
    ...beginningsOfToken(headers.authorization),
  }
  for (const [name, secret] of Object.entries(secrets)) {
    const [line] = service.log.filter((each) => each.includes(secret))
    assert.equal(line, undefined, `${name} is in the log`)
  }
  for (const line of service.log) assert.deepEqual(Object.keys(JSON.parse(line)).slice(0, 2), ['level', 'time'])
})
