// Webhooks end to end: a receiver gets each event once, whichever of two processes detects it.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { START, type StartOptions, startService, type TestService } from '@central-api/testing/start-service.ts'
import { signaturesBy, startReceiver } from '@central-api/testing/webhooks/fixture.ts'
import { Check } from 'typebox/value'
import { EVENT_TYPES, type EventType } from '../src/events/event-types.ts'
import { MAX_REFUSED_SITES } from '../src/licensing/sites/refused-sites.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { youtube } from '../src/platforms/youtube/youtube.ts'
import { QUIET_MS } from '../src/upstream/health/watch-alarms.ts'
import { startTwo } from './start-two.ts'

const DAY_MS = 86_400_000
const SCAN = { platform: 'sandbox', handle: 'demo' }

type Reported = { readonly type: EventType; readonly timestamp: string; readonly data: Record<string, unknown> }

const start = async (context: TestContext, options: StartOptions = {}) => {
  const receiver = await startReceiver(context)
  const environment = { ADMIN_TOKEN, EGRESS_ALLOW: receiver.allow, EGRESS_HOST_PER_MINUTE: '1000' }
  const whole = { ...options, environment: { ...environment, ...options.environment } }
  const reported = (): Reported[] => receiver.received.map(({ body }) => JSON.parse(body) as Reported)
  const types = () => reported().map(({ type }) => type)
  return { receiver, whole, reported, types }
}

const operatorOf = (service: TestService) => ({
  request: (method: string, path: string, body?: unknown) =>
    service.send({ method, path: `/admin/v1${path}`, body, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } }),
})

const startOne = async (context: TestContext, options: StartOptions = {}) => {
  const { whole, ...parts } = await start(context, options)
  const service = await startService(context, whole)
  const { request } = operatorOf(service)
  const get = async (method: string, path: string, body?: unknown) => {
    const response = await request(method, path, body)
    assert.equal(response.status, 200, response.text)
    return response.body.data ?? {}
  }
  const hook = (path = '/taken', types: readonly string[] | null = null) =>
    get('POST', '/webhooks', { url: parts.receiver.origin + path, types })
  const send = async () => {
    await service.sender.look()
    await service.sender.idle()
  }
  return { ...service, ...parts, request, get, hook, send }
}

/** Checks every event against the schema of its type. */
const assertSound = (reported: readonly Reported[]) => {
  for (const { type, timestamp, data } of reported) {
    assert.ok(Check(EVENT_TYPES[type].data, data), `${type} ${JSON.stringify(data)}`)
    assert.equal(new Date(timestamp).toISOString(), timestamp)
  }
}

test('a webhook can be created, tested, viewed, resent, rotated, turned off and deleted', async (context) => {
  const { receiver, request, get, hook, send, reported, log } = await startOne(context)
  const made = await hook('/fails', ['quota.80'])
  const secret = String(made.secret)
  const path = `/webhooks/${String(made.id)}`
  assert.deepEqual([made.state, made.types, made.dropped], ['on', ['quota.80'], 0])
  const test1 = await get('POST', `${path}/test`)
  await send()
  assert.deepEqual(
    reported().map(({ type, data }) => [type, data]),
    [['webhook.test', { webhook: made.id }]],
  )
  const [got] = receiver.received
  assert.ok(got)
  assert.deepEqual(await signaturesBy(secret, got), [true])
  const list = await get('GET', `${path}/deliveries?state=waiting`)
  const [delivery] = list.deliveries as Record<string, unknown>[]
  assert.deepEqual(
    [delivery?.id, delivery?.attempts, delivery?.status, delivery?.error, delivery?.payload],
    [test1.id, 1, 500, 'status', got.body],
  )
  assertError(await request('POST', `${path}/deliveries/${String(test1.id)}/resend`), { code: 'conflict' })
  await get('PATCH', path, { url: `${receiver.origin}/taken`, description: ' The shop ' })
  await get('PATCH', path, { state: 'off' })
  assertError(await request('POST', `${path}/test`), { code: 'conflict' })
  assert.deepEqual((await get('GET', `${path}/deliveries`)).deliveries, [
    { ...delivery, state: 'failed', error: 'switched_off', nextAt: null },
  ])
  await get('PATCH', path, { state: 'on' })
  const rotated = await get('POST', `${path}/rotate-secret`, {})
  await get('POST', `${path}/deliveries/${String(test1.id)}/resend`)
  await send()
  const again = receiver.received.at(-1)
  assert.ok(again && receiver.received.length === 2)
  assert.equal(again.headers['webhook-id'], test1.id)
  assert.deepEqual(await signaturesBy(String(rotated.secret), again), [true, false])
  assert.deepEqual(await signaturesBy(secret, again), [false, true])
  const { secret: _, ...shown } = rotated
  assert.deepEqual((await get('GET', '/webhooks')).webhooks, [shown])
  assert.deepEqual([shown.description, shown.state], ['The shop', 'on'])
  assert.deepEqual(await get('DELETE', path), { id: made.id, deleted: true })
  assertError(await request('GET', path), { code: 'not_found' })
  // Each secret appears only in the response that created it.
  const others = [...log, JSON.stringify(shown), JSON.stringify(list), ...receiver.received.map(({ body }) => body)]
  for (const each of [secret, String(rotated.secret)]) {
    assert.match(each, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.ok(!others.join('\n').includes(each.slice('whsec_'.length)))
  }
})

test('an invalid webhook returns its errors and creates nothing', async (context) => {
  const { request, get } = await startOne(context)
  const wrong: readonly (readonly [object, string])[] = [
    [{ url: 'http://shop.example.com/hooks' }, 'url'],
    [{ url: 'https://10.0.0.1/hooks' }, 'url'],
    [{ url: 'https://localhost/hooks' }, 'url'],
    [{ url: 'ftp://shop.example.com' }, 'url'],
    [{ url: 'https://user:pass@shop.example.com/' }, 'url'],
    [{ url: 'https://shop.example.com/', types: [] }, 'types'],
    [{ url: 'https://shop.example.com/', types: ['license.gone'] }, 'types'],
    [{ url: 'https://shop.example.com/', types: ['webhook.test'] }, 'types'],
    [{ url: 'https://shop.example.com/', description: 'x'.repeat(201) }, 'description'],
  ]
  for (const [body, field] of wrong) {
    const response = await request('POST', '/webhooks', body)
    const details = response.body.error?.details as { field: string }[]
    assert.deepEqual([response.status, details.map((problem) => problem.field)], [400, [field]], JSON.stringify(body))
  }
  assert.deepEqual(await get('GET', '/webhooks'), { webhooks: [] })
  for (let n = 0; n < 25; n += 1) await get('POST', '/webhooks', { url: `https://shop-${n}.example.com/` })
  assertError(await request('POST', '/webhooks', { url: 'https://shop.example.com/' }), { code: 'conflict' })
})

test('a change of a license sends an event with its state at that time, from any interface', async (context) => {
  const { get, hook, send, reported, types, parts, clock } = await startOne(context)
  const silent = await get('POST', '/licenses', { plan: 'pro' })
  await hook()
  const { id, key } = await get('POST', '/licenses', { plan: 'pro', name: 'Garden blog' })
  const path = `/licenses/${String(id)}`
  for (const step of ['suspend', 'suspend', 'resume', 'resume']) await get('POST', `${path}/${step}`)
  const rotated = await get('POST', `${path}/rotate-key`, { overlapHours: 1 })
  await parts.licenses.revoke(String(id), OPERATOR)
  await parts.licenses.revoke(String(id), OPERATOR)
  await get('POST', `/licenses/${String(silent.id)}/suspend`)
  await send()
  await send()
  const done = ['license.created', 'license.key_rotated', 'license.resumed', 'license.revoked', 'license.suspended']
  assert.deepEqual(types().toSorted(), [...done, 'license.suspended'])
  assertSound(reported())
  const of = (type: string) =>
    reported().filter((each) => each.type === type && (each.data.license as { id: string }).id === id)
  const [created] = of('license.created')
  assert.deepEqual(created?.data, {
    license: {
      ...{ id, plan: 'pro', mode: 'live', status: 'active', name: 'Garden blog', expiresAt: null },
      createdAt: new Date(START).toISOString(),
    },
  })
  const statusOf = (type: string) => of(type).map(({ data }) => (data.license as { status: string }).status)
  assert.deepEqual(
    [statusOf('license.suspended'), statusOf('license.resumed'), statusOf('license.revoked')],
    [['suspended'], ['active'], ['revoked']],
  )
  const [rotation] = of('license.key_rotated')
  assert.deepEqual(
    [rotation?.data.hint, rotation?.data.oldKeysUntil],
    [String(rotated.key).slice(-4), new Date(clock.at + 3_600_000).toISOString()],
  )
  for (const secret of [key, rotated.key]) assert.ok(!JSON.stringify(reported()).includes(String(secret)))
})

test('changes of webhooks are audited without their secrets and URL paths', async (context) => {
  const { receiver, get: getNow, hook, parts, send, clock } = await startOne(context)
  const get = (...request: Parameters<typeof getNow>) => {
    clock.at += 1
    return getNow(...request)
  }
  const made = await hook('/gone', ['quota.80'])
  const path = `/webhooks/${String(made.id)}`
  const rotated = await get('POST', `${path}/rotate-secret`, {})
  await get('POST', `${path}/test`)
  clock.at += 1
  await send()
  await get('PATCH', path, { state: 'on', types: null })
  await get('DELETE', path)
  const entries = (await parts.store.audit.list({ limit: 20, subject: String(made.id) })).toReversed()
  assert.deepEqual(
    entries.map(({ action, actor }) => [action, actor.kind]),
    [
      ['webhook.create', 'operator'],
      ['webhook.rotate_secret', 'operator'],
      ['webhook.change', 'service'],
      ['webhook.change', 'operator'],
      ['webhook.delete', 'operator'],
    ],
  )
  assert.equal(entries[0]?.after?.origin, receiver.origin)
  assert.deepEqual([entries[2]?.before, entries[2]?.after], [{ state: 'on' }, { state: 'gone' }])
  const text = JSON.stringify(entries)
  for (const secret of [made.secret, rotated.secret]) assert.ok(!text.includes(String(secret).slice(6, 30)))
  assert.ok(!text.includes('/gone'))
})

test('admitted sites send events, and so do rejected ones: a few per hour, each once a day', async (context) => {
  const { license, authorize, hook, send, reported, types, setPlan, clock, post } = await startOne(context)
  await setPlan({ name: 'one', sites: 1 })
  const { key, license: record } = await license({ plan: 'one' })
  await hook('/taken', ['license.site_admitted', 'license.site_refused'])
  await authorize(key, 'https://www.Blog.example/')
  await authorize(key, 'blog.example')
  await send()
  const refuse = async (site: string) =>
    assertError(await post('/auth/token', { licenseKey: key, siteId: site }), { code: 'site_limit_reached' })
  for (let n = 0; n < MAX_REFUSED_SITES + 3; n += 1) await refuse(`s${n}.example`)
  await refuse('s0.example')
  await send()
  assert.deepEqual(types(), [
    'license.site_admitted',
    ...Array.from({ length: MAX_REFUSED_SITES }, () => 'license.site_refused'),
  ])
  assertSound(reported())
  const sites = reported().map(({ data }) => data.site)
  assert.deepEqual(
    [sites[0], ...sites.slice(1).toSorted()],
    ['blog.example', ...Array.from({ length: MAX_REFUSED_SITES }, (_, n) => `s${n}.example`)],
  )
  assert.deepEqual(new Set(reported().map(({ data }) => (data.license as { id: string }).id)), new Set([record.id]))
  clock.at += 3_600_000
  await refuse('s0.example')
  await refuse('s9.example')
  await send()
  assert.equal(reported().length, 1 + MAX_REFUSED_SITES + 1)
})

test('a quota sends one event at 80 % and one at 100 %, also with two processes', async (context) => {
  const { receiver, whole, reported, types } = await start(context)
  const { here, there } = await startTwo(context, whole)
  await here.setPlan({ name: 'ten', scans: 10 })
  const { key, license } = await here.license({ plan: 'ten' })
  const { request } = operatorOf(here)
  await request('POST', '/webhooks', { url: `${receiver.origin}/taken`, types: ['quota.80', 'quota.100'] })
  await there.parts.catchUp()
  const headers = await here.authorize(key)
  const scan = (service: TestService) => service.post('/scan-profile', SCAN, headers)
  const settle = async () => {
    for (const each of [here, there]) {
      await each.sender.look()
      await each.sender.idle()
    }
  }
  for (let n = 0; n < 7; n += 1) await scan(n % 2 ? here : there)
  await settle()
  assert.deepEqual(types(), [])
  await Promise.all([here, there, here, there, here, there].map(scan))
  await receiver.until(2)
  for (const each of [here, there]) await scan(each)
  await settle()
  assert.deepEqual(types().toSorted(), ['quota.100', 'quota.80'])
  assertSound(reported())
  const [full] = reported().filter(({ type }) => type === 'quota.100')
  const { license: of, ...rest } = full?.data ?? {}
  assert.equal((of as { id: string }).id, license.id)
  assert.deepEqual(rest, { meter: 'scans', used: 10, limit: 10, resetsAt: '2030-02-01T00:00:00.000Z' })
  for (const each of [here, there]) each.clock.at += 31 * DAY_MS
  const again = await here.authorize(key)
  for (let n = 0; n < 8; n += 1) await here.post('/scan-profile', SCAN, again)
  await receiver.until(3)
  assert.equal(types().at(-1), 'quota.80')
})

test('test licenses and quotas without subscribers send no events; a later webhook receives the event of the next request', async (context) => {
  const { hook, license, authorize, setPlan, send, types, post, parts } = await startOne(context)
  await setPlan({ name: 'ten', scans: 10 })
  const [endless, live] = [await license({ plan: 'ten', mode: 'test' }), await license({ plan: 'ten' })]
  const scan = async (key: string, count: number) => {
    const headers = await authorize(key)
    for (let n = 0; n < count; n += 1) await post('/scan-profile', SCAN, headers)
  }
  await hook('/taken', ['license.expired'])
  await scan(live.key, 9)
  await hook('/taken', ['quota.80', 'quota.100'])
  await scan(endless.key, 12)
  await send()
  assert.deepEqual(types(), [])
  await scan(live.key, 1)
  await parts.meter.idle()
  await parts.store.ping()
  await send()
  assert.deepEqual(types().toSorted(), ['quota.100', 'quota.80'])
})

test('the expiry of a license sends one event from any process, and another one when it expires again', async (context) => {
  const { receiver, whole, reported, types } = await start(context)
  const { here, there } = await startTwo(context, whole)
  const both = [here, there]
  const { request } = operatorOf(here)
  const early = await here.license({ expiresAt: START + 1_000 })
  for (const each of both) each.clock.at += 2_000
  await request('POST', '/webhooks', { url: `${receiver.origin}/taken`, types: ['license.expired'] })
  await there.parts.catchUp()
  const { license } = await here.license({ expiresAt: START + 60_000 })
  const { license: revoked } = await here.license({ expiresAt: START + 60_000 })
  await request('POST', `/licenses/${revoked.id}/revoke`)
  await here.license({ expiresAt: START + 90_000 })
  const look = async () => {
    await Promise.all(both.map((each) => each.runChecks()))
    await here.sender.look()
    await here.sender.idle()
  }
  await look()
  assert.deepEqual(types(), [])
  for (const each of both) each.clock.at = START + 60_000
  for (let n = 0; n < 3; n += 1) await look()
  assert.deepEqual(types(), ['license.expired'])
  assertSound(reported())
  const [{ timestamp, data } = assert.fail()] = reported()
  const { id, status } = data.license as { id: string; status: string }
  assert.deepEqual([timestamp, id, status], [new Date(START + 60_000).toISOString(), license.id, 'expired'])
  // It expired before there was a subscriber.
  assert.notEqual(id, early.license.id)
  await request('PATCH', `/licenses/${license.id}`, { expiresAt: new Date(START + 70_000).toISOString() })
  // The service was down for two days.
  for (const each of both) each.clock.at = START + 2 * DAY_MS
  await look()
  assert.equal(types().length, 3)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 3)
})

test('a rejected credential sends one event while it stays rejected', async (context) => {
  const environment = { YOUTUBE_API_KEY: 'first-secret-key,second-secret-key' }
  const { parts, hook, send, reported, log, clock } = await startOne(context, {
    environment,
    platforms: [sandbox, youtube],
  })
  await hook()
  const { pool } = parts.upstreams
  const [one] = pool.list('youtube')
  assert.ok(one)
  const refuse = async () => {
    pool.report(one, { is: 'refused', error: 'credential_refused' })
    await pool.idle()
  }
  await refuse()
  await refuse()
  await send()
  assertSound(reported())
  assert.deepEqual(
    reported().map(({ type, data }) => [type, data]),
    [
      [
        'credential.refused',
        {
          ...{ platform: 'youtube', kind: one.kind.id, hint: '-key', state: 'refused', error: 'credential_refused' },
          retryAt: new Date(clock.at + 15 * 60_000).toISOString(),
        },
      ],
    ],
  )
  pool.report(one, { is: 'working' })
  await pool.idle()
  await refuse()
  await send()
  assert.equal(reported().length, 2)
  assert.ok(!log.join('').includes('secret-key'))
})

test('a failing platform sends one event, and one when it has recovered, from any process', async (context) => {
  const { receiver, whole, reported, types } = await start(context)
  const { here, there } = await startTwo(context, whole)
  const both = [here, there]
  const { request } = operatorOf(here)
  await request('POST', '/webhooks', {
    url: `${receiver.origin}/taken`,
    types: ['platform.failing', 'platform.recovered'],
  })
  await there.parts.catchUp()
  const pass = (ms: number) => {
    for (const each of both) each.clock.at += ms
  }
  const fetched = (of: TestService, outcome: string) => {
    for (const handle of ['a', 'b', 'c', 'd'])
      of.parts.upstreams.outcomes.countFetch({ platform: 'sandbox', handle, outcome })
  }
  const look = async () => {
    await Promise.all(both.map((each) => each.runChecks()))
    await here.sender.look()
    await here.sender.idle()
  }
  await look()
  for (const each of both) fetched(each, 'platform_error')
  pass(30_000)
  for (let n = 0; n < 3; n += 1) await look()
  assert.deepEqual(types(), ['platform.failing'])
  // One of them works again; the other one has sent no request since.
  pass(30_000)
  fetched(here, 'ok')
  await look()
  pass(QUIET_MS)
  await look()
  assert.deepEqual(types(), ['platform.failing'])
  fetched(there, 'ok')
  pass(30_000)
  await look()
  assert.deepEqual(types(), ['platform.failing'])
  pass(QUIET_MS)
  fetched(here, 'ok')
  pass(1)
  for (let n = 0; n < 3; n += 1) await look()
  assert.deepEqual(types(), ['platform.failing', 'platform.recovered'])
  assertSound(reported())
  assert.deepEqual(reported()[1]?.data, {
    platform: 'sandbox',
    failedSince: reported()[0]?.data.since,
  })
})

test('metrics count waiting deliveries and attempts, and the log contains no URL', async (context) => {
  const { hook, get, send, runChecks, clock, parts, log, receiver } = await startOne(context)
  const [fails, gone] = [await hook('/fails'), await hook('/gone')]
  for (const { id } of [fails, gone]) await get('POST', `/webhooks/${String(id)}/test`)
  await send()
  clock.at += 90_000
  await runChecks()
  const text = await parts.metrics.text()
  const sample = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  assert.equal(sample('central_webhook_deliveries_waiting'), 1)
  assert.equal(sample('central_webhook_oldest_waiting_seconds'), 90)
  assert.equal(sample('central_webhook_events_dropped'), 0)
  assert.equal(sample('central_webhook_tries_total\\{outcome="retried"\\}'), 1)
  assert.equal(sample('central_webhook_tries_total\\{outcome="gone"\\}'), 1)
  const lines = log.map((line) => JSON.parse(line)).filter(({ webhook }) => webhook !== undefined)
  assert.deepEqual(lines.map(({ level, webhook, result, status }) => [level, webhook, result, status]).toSorted(), [
    ['info', fails.id, 'retried', 500],
    ['warn', gone.id, 'gone', 410],
  ])
  assert.ok(!log.join('').includes(receiver.origin))
  for (const { id } of [fails, gone]) await get('DELETE', `/webhooks/${String(id)}`)
  await send()
  await runChecks()
  assert.match(await parts.metrics.text(), /^central_webhook_deliveries_waiting 0$/m)
})
