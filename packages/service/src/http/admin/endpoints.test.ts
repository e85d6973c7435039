import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN, onlyWebhook, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { connection } from '@central-api/testing/storage/connections-suite.ts'
import { Check } from 'typebox/value'
import { sandbox } from '../../platforms/sandbox/sandbox.ts'
import { youtube } from '../../platforms/youtube/youtube.ts'
import type { AdminRoute } from './admin-route.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` }
const WRONG = { authorization: `Bearer ${ADMIN_TOKEN}x` }
const INVALID = { code: 'token_invalid', challenge: 'Bearer error="invalid_token"' } as const

type Headers = Readonly<Record<string, string>>

describe('every endpoint of the admin API', () => {
  let service: Awaited<ReturnType<typeof startOperator>>
  const stops: (() => unknown)[] = []
  let serial = 0
  before(async () => {
    service = await startOperator(
      { after: (stop) => stops.push(stop as () => unknown) },
      {
        platforms: [sandbox, youtube],
        environment: { YOUTUBE_API_KEY: 'key-of-the-tests', EGRESS_ALLOW: 'shop.example:443' },
      },
    )
  })
  after(() => Promise.all(stops.map((stop) => stop())))

  const request = (method: string, path: string, body?: unknown, headers: Headers = BEARER) =>
    service.send({ method, path: `/admin/v1${path}`, body, headers })

  const exampleHook = () => onlyWebhook(service.parts)

  /** The example of the endpoint, with resources that exist. */
  const exampleOf = async ({ method, example }: AdminRoute) => {
    const { license } = await service.license({ name: 'One' })
    const site = { licenseId: license.id, site: 'blog.example.com', firstSeenAt: START }
    await service.parts.store.sites.activate(site, null)
    const [credential] = service.parts.upstreams.pool.list('youtube')
    const account = connection(license.id)
    await service.parts.store.connections.create(account, null)
    const { ownApps } = await service.parts.connector()
    const application = { platform: 'tiktok', clientId: 'one', clientSecret: 'its-secret', label: null }
    const { id: app } = await ownApps.put(null, application)
    const hook = await exampleHook()
    serial += 1
    const { operator } = await service.parts.operators.create(`Operator ${serial}`, 'read', OPERATOR)
    const path = example.path
      .replace('$ID', license.id)
      .replace('$CREDENTIAL', String(credential?.id))
      .replace('$OPERATOR', operator.id)
      .replace('$WEBHOOK', hook.id)
      .replace('$DELIVERY', hook.delivery)
      .replace('$CONNECTION', account.id)
      .replace('$APP', app)
    return [method, path, example.body] as const
  }

  for (const route of ADMIN_ROUTES) {
    test(`${route.method} ${route.path} responds to its example as documented, and refuses callers without a token`, async () => {
      // So many wrong tokens in a minute would be rate limited.
      service.clock.at += 60_000
      const [method, path, body] = await exampleOf(route)
      const before = await service.parts.store.changes.latest()
      assertError(await request(method, path, body, {}), { code: 'token_missing' })
      assertError(await request(method, path, body, WRONG), INVALID)
      assertError(await request(method, path, '{"broken', {}), { code: 'token_missing' })
      assert.equal(await service.parts.store.changes.latest(), before)
      const response = await request(method, path, body)
      assert.equal(response.status, 200, response.text)
      assert.equal(response.headers['cache-control'], 'no-store')
      assert.deepEqual(Object.keys(response.body), ['ok', 'data'])
      assert.ok(Check(route.data, response.body.data), response.text)
      assert.deepEqual(Object.keys(response.body.data ?? {}).sort(), Object.keys(route.data.properties).sort())
    })
  }

  for (const route of ADMIN_ROUTES.filter(({ path }) => path.includes('/:id'))) {
    test(`${route.method} ${route.path} returns not_found for an unknown license`, async () => {
      const { method, example } = route
      const response = await request(method, example.path.replace('$ID', 'lic_nowhere'), example.body)
      assertError(response, { code: 'not_found' })
      assert.equal(response.body.error?.message, 'There is no license "lic_nowhere"')
    })
  }

  for (const route of ADMIN_ROUTES.filter(({ path }) => path.includes('/:platform'))) {
    test(`${route.method} ${route.path} returns not_found for an unknown platform or credential`, async () => {
      const { method, example } = route
      const nowhere = await request(method, example.path.replace('youtube', 'nowhere'), example.body)
      assertError(nowhere, { code: 'not_found' })
      assert.equal(nowhere.body.error?.message, 'There is no platform "nowhere"')
      if (!route.path.includes('/:credential')) return
      // A credential that exists, but belongs to another platform.
      const [{ id = '' } = {}] = service.parts.upstreams.pool.list('youtube')
      const elsewhere = example.path.replace('youtube', 'sandbox').replace('$CREDENTIAL', id)
      assertError(await request(method, elsewhere), { code: 'not_found' })
      assertError(await request(method, example.path.replace('$CREDENTIAL', 'none')), { code: 'not_found' })
    })
  }

  for (const route of ADMIN_ROUTES.filter(({ path }) => path.includes('/:webhook'))) {
    test(`${route.method} ${route.path} returns not_found for an unknown webhook or delivery`, async () => {
      const { method, example } = route
      const response = await request(method, example.path.replace('$WEBHOOK', 'whk_none'), example.body)
      assertError(response, { code: 'not_found' })
      assert.equal(response.body.error?.message, 'There is no webhook "whk_none"')
      if (!route.path.includes('/:delivery')) return
      const { id } = await exampleHook()
      const elsewhere = example.path.replace('$WEBHOOK', id).replace('$DELIVERY', 'evt_none')
      assertError(await request(method, elsewhere), { code: 'not_found' })
    })
  }

  for (const route of ADMIN_ROUTES) {
    test(`${route.method} ${route.path} refuses unknown fields by name and changes nothing`, async () => {
      const [method, path, body] = await exampleOf(route)
      const before = await service.parts.store.changes.latest()
      const details = [{ field: 'nobody', message: 'is not known here' }]
      const url = `${path}${path.includes('?') ? '&' : '?'}nobody=1`
      assertError(await request(method, url, body), { code: 'invalid_request', details })
      if (method !== 'GET') {
        const response = await request(method, path, { ...(body as Record<string, unknown> | undefined), nobody: 1 })
        assertError(response, { code: 'invalid_request', details })
      }
      assert.equal(await service.parts.store.changes.latest(), before)
    })
  }

  for (const route of ADMIN_ROUTES.filter(({ body }) => body !== undefined)) {
    test(`${route.method} ${route.path} refuses a body that is not a JSON object and changes nothing`, async () => {
      const [method, path] = await exampleOf(route)
      const before = await service.parts.store.changes.latest()
      assertError(await request(method, path, '{"broken'), { code: 'invalid_json' })
      const details = [{ field: 'body', message: 'must be an object' }]
      for (const body of ['[]', 'null', '"text"']) {
        assertError(await request(method, path, body), { code: 'invalid_request', details })
      }
      const text = { ...BEARER, 'content-type': 'text/plain' }
      assertError(await request(method, path, 'text', text), { code: 'unsupported_media_type' })
      assertError(await request(method, path, ' '.repeat(20_000)), { code: 'payload_too_large' })
      assert.equal(await service.parts.store.changes.latest(), before)
    })

    test(`${route.method} ${route.path} treats an empty body, with or without a media type, as an empty object`, async () => {
      const [method, path] = await exampleOf(route)
      const empty = await request(method, path, '{}')
      for (const body of ['', undefined]) {
        const { status, body: said } = await request(method, path, body)
        assert.deepEqual([status, said.error], [empty.status, empty.body.error])
      }
    })
  }
})
