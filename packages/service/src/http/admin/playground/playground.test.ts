import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { sandbox } from '../../../platforms/sandbox/sandbox.ts'
import { youtube } from '../../../platforms/youtube/youtube.ts'
import type { LicenseRecord } from '../../../storage/store.ts'
import { ENDPOINTS } from '../../endpoints.ts'
import { PLAYED_NAMES } from './playground.ts'

const LINK = 'https://central.example/sandbox/news/1004'
const POST = 'https://central.example/sandbox/@demo/1002'

/** A request for each endpoint, sent by a license and tried in the playground. */
const REQUESTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'scan-profile': SCAN,
  'load-more-posts': { ...SCAN, cursor: 'made up' },
  posts: { platform: 'sandbox', posts: ['1001', 'nowhere'] },
  'validate-link': { url: LINK, withBody: false },
  'validate-post': { url: POST },
}

type Tried = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

describe('a request tried as a license', () => {
  let service: Awaited<ReturnType<typeof startOperator>>
  const stops: (() => unknown)[] = []
  before(async () => {
    service = await startOperator(
      { after: (stop) => stops.push(stop as () => unknown) },
      { platforms: [sandbox, youtube], environment: { YOUTUBE_API_KEY: 'key-of-the-tests' } },
    )
  })
  after(() => Promise.all(stops.map((stop) => stop())))

  const attempt = async ({ id }: Pick<LicenseRecord, 'id'>, endpoint: string, body: object) => {
    const tried = (await service.get('POST', `/licenses/${id}/try`, { endpoint, request: body })) as Tried
    return { ...tried, answer: JSON.parse(tried.body) }
  }
  const usageOf = async ({ id }: Pick<LicenseRecord, 'id'>) => {
    const { usage, sites } = await service.get('GET', `/licenses/${id}`)
    return { usage, sites, daily: await service.get('GET', `/licenses/${id}/usage/details`) }
  }

  for (const endpoint of PLAYED_NAMES) {
    test(`of ${endpoint} gets byte for byte what the license gets, and is not counted`, async () => {
      const { license, key } = await service.license()
      const headers = await service.authorize(key, 'https://blog.example.com')
      const body = REQUESTS[endpoint] ?? {}
      // From here on the response is cached for both.
      await service.post(`/${endpoint}`, body, headers)
      const before = await usageOf(license)
      const tried = await attempt(license, endpoint, body)
      assert.deepEqual(await usageOf(license), before)
      const real = await service.post(`/${endpoint}`, body, headers)
      const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
      assert.deepEqual([tried.status, withoutId(tried.body)], [real.status, withoutId(real.text)])
      assert.equal(tried.headers['x-cache'], real.headers['x-cache'])
      assert.match(String(tried.headers['x-request-id']), /./)
    })
  }

  test('covers all metered endpoints and no others', () => {
    assert.deepEqual(Object.keys(REQUESTS).sort(), [...PLAYED_NAMES].sort())
    assert.deepEqual(
      ENDPOINTS.flatMap(({ path, meter }) => (meter ? [path.slice(1)] : [])),
      PLAYED_NAMES,
    )
  })

  test('continues with the cursor of the previous page', async () => {
    const { license } = await service.license()
    const first = await attempt(license, 'scan-profile', SCAN)
    const second = await attempt(license, 'load-more-posts', { ...SCAN, cursor: first.answer.data.nextCursor })
    assert.equal(second.status, 200)
    assert.notEqual(second.answer.data.body.posts[0].id, first.answer.data.body.posts[0].id)
  })

  test('succeeds when the quota, the burst limit and the sites are used up', async () => {
    await service.setPlan({ name: 'used-up', scans: 0, validations: 0, burst: 1, sites: 1 })
    const { license } = await service.license({ plan: 'used-up' })
    const site = { licenseId: license.id, site: 'one.example', firstSeenAt: START }
    await service.parts.store.sites.activate(site, 1)
    for (let n = 0; n < 3; n += 1) {
      const { status } = await attempt(license, 'scan-profile', { ...SCAN, siteId: 'https://two.example' })
      assert.equal(status, 200)
    }
    const { sites, usage } = await usageOf(license)
    assert.equal((sites as unknown[]).length, 1)
    assert.equal((usage as { scans: { used: number } }).scans.used, 0)
  })

  test('is refused like the license: for its status, its mode, its plan, or an invalid request', async () => {
    const { license: suspended } = await service.license()
    await service.parts.licenses.suspend(suspended.id, OPERATOR)
    const { license: made } = await service.license({ mode: 'test' })
    await service.setPlan({ name: 'sandbox-only', platforms: ['sandbox'] })
    const { license: small } = await service.license({ plan: 'sandbox-only' })
    const { license } = await service.license()
    const tube = { platform: 'youtube', handle: '@one' }
    const codes: unknown[] = []
    for (const [whose, body] of [
      [suspended, SCAN],
      [made, tube],
      [small, tube],
      [license, { platform: 'sandbox' }],
      [license, { platform: 'sandbox', handle: 'error.platform_error' }],
      [license, { platform: 'sandbox', handle: 'error.token_expired' }],
    ] as const) {
      const { status, answer: response } = await attempt(whose, 'scan-profile', body)
      codes.push([status, response.error.code])
    }
    assert.deepEqual(codes, [
      [403, 'license_suspended'],
      [403, 'platform_not_in_plan'],
      [403, 'platform_not_in_plan'],
      [400, 'invalid_request'],
      [502, 'platform_error'],
      [401, 'token_expired'],
    ])
  })

  test('is recorded before it is made, with only the host of a URL', async () => {
    const { license } = await service.license()
    const url = 'https://user.example/path?token=a-secret#more'
    for (const [endpoint, body] of [
      ['validate-link', { url }],
      ['scan-profile', { platform: 'sandbox', handle: url }],
      ['scan-profile', { platform: 7, handle: 'x'.repeat(500) }],
    ] as const) {
      await attempt(license, endpoint, body)
    }
    const entries = await service.parts.store.audit.list({ limit: 10, subject: license.id, action: 'license.try' })
    const reported = entries.map(({ actor, before, after }) => JSON.stringify([actor.name, before, after]))
    assert.deepEqual(
      reported.sort(),
      [
        { endpoint: 'scan-profile', handle: 'x'.repeat(200) },
        { endpoint: 'scan-profile', platform: 'sandbox', handle: 'user.example' },
        { endpoint: 'validate-link', host: 'user.example' },
      ].map((after) => JSON.stringify(['ADMIN_TOKEN', null, after])),
    )
  })

  test('is not made if it cannot be recorded', async (context) => {
    const { license } = await service.license()
    context.mock.method(service.parts.store.licenses, 'note', () => Promise.reject(new Error('full')))
    const peek = context.mock.method(service.parts.licenses, 'get')
    const response = await service.request('POST', `/licenses/${license.id}/try`, {
      endpoint: 'scan-profile',
      request: SCAN,
    })
    assertError(response, { code: 'internal_error' })
    assert.equal(peek.mock.callCount(), 0)
  })

  test('a text is recognized as by the license, without counting or recording it', async () => {
    const { license, key } = await service.license()
    const headers = await service.authorize(key)
    const before = await usageOf(license)
    const text = 'https://www.youtube.com/playlist?list=PL0123456789abcdef'
    const { body } = await service.post('/recognize', { text }, headers)
    const found = await service.get('POST', `/licenses/${license.id}/recognize`, { text })
    assert.deepEqual(found, body.data)
    assert.deepEqual(await usageOf(license), before)
    const { license: made } = await service.license({ mode: 'test' })
    const { matches } = (await service.get('POST', `/licenses/${made.id}/recognize`, { text })) as typeof found & {
      matches: readonly { platform: string; state: string }[]
    }
    assert.deepEqual(
      matches.map(({ platform, state }) => [platform, state]),
      [['youtube', 'not_in_plan']],
    )
    assert.equal(
      (await service.parts.store.audit.list({ limit: 1, subject: made.id, action: 'license.try' })).length,
      0,
    )
    const response = await service.request('POST', '/licenses/lic_none/recognize', { text })
    assertError(response, { code: 'not_found' })
  })

  test('works only for metered endpoints', async () => {
    const { license } = await service.license()
    for (const endpoint of ['auth/token', 'account', '../admin/v1/me', '']) {
      await service.wrong('POST', `/licenses/${license.id}/try`, { endpoint, request: {} }, 'endpoint', /./)
    }
  })
})
