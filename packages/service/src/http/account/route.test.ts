import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError, assertEveryResponse, quotaOf } from '@central-api/testing/assert-response.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { DEMO } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import { Compile } from 'typebox/compile'
import { requireLicense } from '../../licensing/licenses/require-license.ts'
import { mastodon } from '../../platforms/mastodon/mastodon.ts'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { AccountData } from './schema.ts'

const isData = Compile(AccountData)

const setUp = async (
  context: TestContext,
  license: Parameters<Awaited<ReturnType<typeof startService>>['license']>[0],
) => {
  const service = await startService(context, { platforms: [mastodon, sandbox] })
  const made = await service.license(license)
  const headers = await service.authorize(made.key)
  const request = (body: unknown = {}, more: Readonly<Record<string, string>> = headers) =>
    service.post('/account', body, more)
  const dataOf = async (body?: unknown) => {
    const response = await request(body)
    const { data } = response.body
    assert.ok(isData.Check(data), response.text)
    return data
  }
  return { ...service, licenseId: made.license.id, headers, request, dataOf }
}

const sitesOf = ({ sites }: AccountData) => sites.map(({ site }) => site)

test('returns the license, its limits, its usage, its sites and its platforms, free of charge', async (context) => {
  const { request, post, headers, licenseId } = await setUp(context, {
    ...{ mode: 'live', name: 'A blog' },
    // Not shown to users of the license.
    ...{ externalId: 'order-1', email: 'bea@example.com', notes: 'Pays late', metadata: { shop: 'north' } },
  })
  await post('/scan-profile', { ...DEMO, siteId: 'https://www.blog.example/' }, headers)
  for (const _ of [1, 2]) {
    const response = await request()
    assert.equal(response.status, 200)
    assertEveryResponse(response)
    assert.deepEqual(quotaOf(response), {})
    const { platforms, ...data } = response.body.data as AccountData
    assert.deepEqual(data, {
      license: { id: licenseId, name: 'A blog', plan: 'pro', mode: 'live', status: 'active', expiresAt: null },
      usage: {
        scans: { limit: 10_000, used: 1, until: '2030-02-01T00:00:00.000Z' },
        validations: { limit: 10_000, used: 0, until: '2030-02-01T00:00:00.000Z' },
        burst: { limit: 120, used: 1, until: '2030-01-15T12:01:00.000Z' },
        sites: { limit: 5, used: 1 },
        connections: { limit: 15, used: 0 },
        media: { mode: 'none', limit: null, used: 0, until: '2030-02-01T00:00:00.000Z' },
      },
      connections: [],
      sites: [{ site: 'blog.example', firstSeenAt: '2030-01-15T12:00:00.000Z' }],
    })
    assert.deepEqual(
      platforms.map(({ id }) => id),
      ['mastodon', 'sandbox'],
    )
    assert.deepEqual(platforms[1]?.handles, sandbox.handles)
    assert.ok(isData.Check(response.body.data))
  }
})

test('a test license has no limits and only the sandbox, and a plan may exclude platforms', async (context) => {
  const service = await setUp(context, { mode: 'test' })
  const { usage, platforms } = await service.dataOf()
  assert.deepEqual([usage.scans.limit, usage.validations.limit, usage.burst.limit], [null, null, 120])
  assert.deepEqual(
    platforms.map(({ id }) => id),
    ['sandbox'],
  )
  await service.setPlan({ name: 'few', platforms: ['rss'] })
  const { key } = await service.license({ plan: 'few', mode: 'live' })
  const response = await service.request({}, await service.authorize(key))
  assert.deepEqual(
    (response.body.data as AccountData).platforms.map(({ id }) => id),
    ['sandbox'],
  )
})

test('refuses a request without a token and a suspended license', async (context) => {
  const { request, parts, licenseId } = await setUp(context, {})
  assertError(await request({}, {}), { code: 'token_missing' })
  await parts.licenses.suspend(licenseId, OPERATOR)
  assertError(await request(), { code: 'license_suspended' })
})

test('allows sixty calls a minute for each license', async (context) => {
  const { request, clock } = await setUp(context, {})
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await request()).status))
  assert.equal(statuses.filter((status) => status === 200).length, 60)
  assertError(await request(), { code: 'rate_limited', retryAfter: 60 })
  clock.at += 60_000
  assert.equal((await request()).status, 200)
})

test('a released site makes room for another, and counts again when it uses the license again', async (context) => {
  const { dataOf, post, headers } = await setUp(context, { plan: 'starter' })
  const scanAs = async (siteId: string) => (await post('/scan-profile', { ...DEMO, siteId }, headers)).body.error?.code
  assert.equal(await scanAs('old.example'), undefined)
  assert.equal(await scanAs('new.example'), 'site_limit_reached')
  assert.deepEqual(sitesOf(await dataOf({ release: 'https://www.Old.example/' })), [])
  assert.equal(await scanAs('new.example'), undefined)
  assert.equal(await scanAs('old.example'), 'site_limit_reached')
})

test('as many sites may be released a day as the plan has, and releasing an unknown site costs nothing', async (context) => {
  const { request, dataOf, post, headers, clock } = await setUp(context, { plan: 'starter' })
  const scanAs = (siteId: string) => post('/scan-profile', { ...DEMO, siteId }, headers)
  await scanAs('one.example')
  for (const release of ['two.example', 'localhost'])
    assert.deepEqual(sitesOf(await dataOf({ release })), ['one.example'])
  assert.deepEqual(sitesOf(await dataOf({ release: 'one.example' })), [])
  await scanAs('two.example')
  assertError(await request({ release: 'two.example' }), { code: 'rate_limited', retryAfter: 43_200 })
  assert.deepEqual(sitesOf(await dataOf()), ['two.example'])
  clock.at += 12 * 3_600_000
  const response = await request({ release: 'two.example' })
  assert.equal(response.body.error?.code, 'token_expired')
})

test('a plan without a site limit may release a hundred sites a day', async (context) => {
  const { request, parts, licenseId, clock } = await setUp(context, { plan: 'agency' })
  const license = await requireLicense(parts.store, licenseId)
  for (let at = 0; at < 101; at += 1) await parts.sites.admit(license, { sites: null }, `site-${at}`)
  const codes: (string | undefined)[] = []
  for (let at = 0; at < 101; at += 1) {
    if (at === 50) clock.at += 60_000
    codes.push((await request({ release: `site-${at}` })).body.error?.code)
  }
  assert.deepEqual(codes, [...Array.from({ length: 100 }, () => undefined), 'rate_limited'])
})

test('refuses a value that names no site, by its field', async (context) => {
  const { request } = await setUp(context, {})
  const details = [{ field: 'release', message: 'must name a site' }]
  assertError(await request({ release: ' ' }), { code: 'invalid_request', details })
  assert.equal((await request({ release: 5 })).body.error?.code, 'invalid_request')
})
