// The request log end to end: every kind of request through two services on one store, on both backends.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { ADMIN_TOKEN } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startService, type TestService } from '@central-api/testing/start-service.ts'
import type { Environment } from '../src/config/read-config.ts'
import type { LoggedRequest, TrafficData } from '../src/http/admin/traffic/schemas.ts'
import { API_PREFIX, ENDPOINTS } from '../src/http/endpoints.ts'
import { mastodon } from '../src/platforms/mastodon/mastodon.ts'
import { rss } from '../src/platforms/rss/rss.ts'
import { sandbox } from '../src/platforms/sandbox/sandbox.ts'
import { ENDPOINT_NAMES } from '../src/traffic/endpoint-names.ts'
import { createGatedPlatform } from './gated-platform.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const KEPT_MS = 24 * 3_600_000
const DEMO = { platform: 'sandbox', handle: 'demo' }

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

const STORES: Readonly<Record<string, (context: TestContext) => Promise<string>>> = {
  async SQLite(context) {
    const folder = await mkdtemp(join(tmpdir(), 'central-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    return `sqlite:${join(folder, 'central.db')}`
  },
  PostgreSQL: () => server.createDatabase(),
}

const adminOf = (service: TestService) => {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const response = await service.send({ method: 'GET', path: `/admin/v1${path}`, headers })
    assert.equal(response.status, 200, response.text)
    return response.body.data ?? {}
  }
  return {
    /** What it has written, newest first. */
    async requests(query = '') {
      await service.parts.requestLog.flush()
      return (await get(`/requests?limit=200&${query}`)).requests as LoggedRequest[]
    },
    page: async (query: string) =>
      (await get(`/requests?${query}`)) as unknown as { requests: LoggedRequest[]; nextCursor: string | null },
    async traffic(range = '1h') {
      for (let n = 0; n < 5; n += 1) await service.parts.requestLog.flush()
      return (await get(`/traffic?range=${range}`)) as unknown as TrafficData
    },
  }
}

for (const [backend, newStore] of Object.entries(STORES)) {
  describe(`the request log on ${backend}`, () => {
    const startTwo = async (context: TestContext, environment: Environment = {}) => {
      const gated = createGatedPlatform()
      const url = await newStore(context)
      const start = () =>
        startService(context, {
          platforms: [sandbox, mastodon, rss, gated.platform],
          environment: { DATABASE_URL: url, ADMIN_TOKEN, ...environment },
          listens: true,
        })
      const one = await start()
      const two = await start()
      return { one, two, gated, start, adminOne: adminOf(one), adminTwo: adminOf(two) }
    }

    test('shows the requests of both processes, with what each was', async (context) => {
      const { one, two, adminOne, adminTwo } = await startTwo(context)
      const { license, key } = await one.license()
      const headers = await one.authorize(key, 'https://www.Blog.example/')
      const scan = (service: TestService, body: unknown, id: string) =>
        service.post('/scan-profile', body, { ...headers, 'x-request-id': id })
      one.clock.at += 1_000
      two.clock.at += 1_000
      await scan(one, DEMO, 'first')
      one.clock.at += 1_000
      two.clock.at += 1_000
      await scan(two, { ...DEMO, siteId: 'other.example' }, 'second')
      await scan(two, DEMO, 'third')
      await scan(two, { platform: 'sandbox', handle: 'error.platform_timeout' }, 'fourth')
      await adminTwo.requests()
      const found = await adminOne.requests(`license=${license.id}`)
      const about = found.map(({ id: _, at: __, replica: ___, durationMs, ...rest }) => ({
        ...rest,
        isTimed: durationMs >= 0,
      }))
      const same = { license: license.id, isTimed: true }
      const fields = { site: 'blog.example', endpoint: 'scan-profile', status: 200, code: null }
      assert.deepEqual(
        new Set(about),
        new Set([
          { ...same, ...fields, ...DEMO, cache: 'miss', requestId: 'first' },
          {
            ...same,
            ...fields,
            ...DEMO,
            cache: about.find(({ requestId }) => requestId === 'second')?.cache,
            requestId: 'second',
            site: 'other.example',
          },
          { ...same, ...fields, ...DEMO, cache: 'hit', requestId: 'third' },
          {
            ...same,
            ...fields,
            platform: 'sandbox',
            handle: 'error.platform_timeout',
            status: 504,
            code: 'platform_timeout',
            cache: null,
            requestId: 'fourth',
          },
          {
            ...same,
            ...fields,
            endpoint: 'auth-token',
            platform: null,
            handle: null,
            cache: null,
            requestId: about.find(({ endpoint }) => endpoint === 'auth-token')?.requestId,
          },
        ]),
      )
      assert.deepEqual(
        found.map(({ at }) => at),
        found
          .map(({ at }) => at)
          .toSorted()
          .reverse(),
      )
      assert.equal(found.at(-1)?.endpoint, 'auth-token')
    })

    test('shows failed authentications without a license, and those of a license that may not be used with it', async (context) => {
      const { one, adminOne } = await startTwo(context)
      const { license, key } = await one.license()
      const headers = await one.authorize(key)
      await one.parts.licenses.suspend(license.id, OPERATOR)
      await one.post('/auth/token', { licenseKey: key })
      await one.post('/scan-profile', DEMO, headers)
      await one.post('/scan-profile', DEMO, {})
      await one.post('/scan-profile', DEMO, { authorization: 'Bearer wrong' })
      await one.post('/auth/token', { licenseKey: 'ck_live_wrong' })
      await one.send({ method: 'GET', path: '/api/v1/scan-profile?key=secret' })
      await one.post('/nowhere/secret', {}, {})
      await one.send({ method: 'OPTIONS', path: '/api/v1/scan-profile' })
      await one.send({ method: 'GET', path: '/healthz' })
      const codes = async (query: string) =>
        (await adminOne.requests(query)).map(({ code, endpoint }) => `${endpoint} ${code}`).sort()
      assert.deepEqual(await codes(`license=${license.id}&status=error`), [
        'auth-token license_suspended',
        'scan-profile license_suspended',
      ])
      assert.deepEqual(await codes('license=none'), [
        'auth-token license_malformed',
        'null not_found',
        'scan-profile method_not_allowed',
        'scan-profile token_malformed',
        'scan-profile token_missing',
      ])
    })

    test('shows what a client sent as an unknown platform and path, without keys', async (context) => {
      const { one, adminOne } = await startTwo(context)
      const { key } = await one.license()
      const headers = await one.authorize(key)
      await one.post('/scan-profile', { platform: 'twitter', handle: 'nasa' }, headers)
      await one.post('/scan-profile', { platform: key, handle: 'nasa' }, headers)
      await one.post(`/scans/${key}?key=secret`, {}, {})
      const about = (await adminOne.requests()).map(({ platform, handle }) => [platform, handle])
      const end = `…${key.slice(-4)}`
      const sent = about.filter(([platform, handle]) => platform !== null || handle !== null)
      assert.deepEqual(new Set(sent.map(String)), new Set(['twitter,nasa', `${end},nasa`, `,/api/v1/scans/${end}`]))
    })

    test('a client that hangs up is shown as such, and counts neither as an error nor as a success', async (context) => {
      const { one, gated, adminOne } = await startTwo(context)
      const { license, key } = await one.license()
      const headers = { ...(await one.authorize(key)), 'content-type': 'application/json' }
      const release = gated.hold()
      const call = httpRequest(`${one.origin}/api/v1/scan-profile`, { method: 'POST', headers })
      call.on('error', () => {})
      call.end(JSON.stringify({ platform: 'gated', handle: 'slow' }))
      await gated.askedFor(1)
      call.destroy()
      let found: LoggedRequest[] = []
      while (found.length === 0) found = await adminOne.requests(`license=${license.id}&status=aborted`)
      release()
      const [aborted] = found
      assert.ok(aborted)
      const { endpoint, status, code, platform, handle, cache } = aborted
      assert.deepEqual(
        [endpoint, status, code, platform, handle, cache],
        ['scan-profile', null, null, 'gated', 'slow', null],
      )
      const { totals } = await adminOne.traffic()
      assert.deepEqual([totals.aborted, totals.errors, totals.requests], [1, 0, 2])
    })

    test('pages with its own cursor, with and without the filters, while requests arrive', async (context) => {
      const { one, adminOne } = await startTwo(context)
      const { key } = await one.license()
      const headers = await one.authorize(key)
      const scan = (id: string) => one.post('/scan-profile', DEMO, { ...headers, 'x-request-id': id })
      for (let n = 0; n < 7; n += 1) {
        one.clock.at += n % 2
        await scan(`r-${n}`)
      }
      await adminOne.requests()
      for (const filter of ['', 'platform=sandbox&', 'handle=DEM&status=2xx&']) {
        const seen: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: { requests: LoggedRequest[]; nextCursor: string | null } = await adminOne.page(
            `${filter}limit=2${cursor && `&cursor=${cursor}`}`,
          )
          seen.push(...page.requests.filter(({ endpoint }) => endpoint === 'scan-profile').map(({ id }) => id))
          cursor = page.nextCursor
          one.clock.at += 1
          await scan('new')
          await one.parts.requestLog.flush()
        }
        assert.equal(new Set(seen).size, seen.length, filter)
        assert.ok(seen.length >= 7, filter)
      }
    })

    test('nothing that was sent and may be a secret is in the log', async (context) => {
      const { one, adminOne } = await startTwo(context)
      const { key, license } = await one.license({ plan: 'agency' })
      const { authorization } = await one.authorize(key, 'ann@secret-mail.example')
      const token = authorization.slice('Bearer '.length)
      const pasted = [key, token, 'ann@secret-mail.example', '8f3c2b1a-77d0-4e1b-9c7f-2a5d1e0b9c3d']
      // Parts of the URLs and addresses below.
      const secrets = [...pasted, 'ann.smith', 'S3cr3tV4lu3']
      const handles = [
        ...pasted,
        `https://ann.smith:S3cr3tV4lu3@blog.example/feed?token=S3cr3tV4lu3`,
        `https://blog.example/S3cr3tV4lu3S3cr3tV4lu3/feed#S3cr3tV4lu3`,
        'ann.smith@secret-mail.example',
        `nul\u0000 ${key}`,
        `lone \ud800 ${key}`,
      ]
      for (const value of handles) {
        for (const platform of ['sandbox', 'mastodon', 'rss', 'gated', value]) {
          await one.post('/scan-profile', { platform, handle: value, variant: value, cursor: value }, { authorization })
          await one.post('/posts', { platform, posts: [value] }, { authorization })
        }
        const url = `https://ann.smith:S3cr3tV4lu3@blog.example/${value}?q=${value}`
        for (const each of [value, url])
          await one.post('/validate-link', { url: each, siteId: value }, { authorization })
        await one.post('/auth/token', { licenseKey: value, siteId: value })
        await one.post('/scan-profile', DEMO, { authorization: `Bearer ${value.replace(/[^!-~]/g, '')}` })
        await one.send({ path: `/api/v1/scan-profile?key=${encodeURIComponent(value.toWellFormed())}`, body: DEMO })
      }
      await one.post('/scan-profile', DEMO, { authorization, 'x-request-id': key })
      const found = await adminOne.requests()
      const { requests } = await one.parts.store.requests.list({ limit: 1_000 })
      assert.ok(found.length > 100 && requests.length > 120, String(requests.length))
      assert.ok(requests.some(({ licenseId }) => licenseId === license.id))
      const text = JSON.stringify(requests).toLowerCase()
      for (const secret of secrets)
        assert.ok(
          !text.includes(secret.toLowerCase()),
          `${secret} in ${text.slice(text.indexOf(secret.toLowerCase()) - 200).slice(0, 400)}`,
        )
    })

    test('a flood of failed authentications removes no request of a customer, and both are bounded', async (context) => {
      const { one, adminOne } = await startTwo(context, { REQUEST_LOG_ROWS: '100' })
      const { license, key } = await one.license()
      const headers = await one.authorize(key)
      await one.post('/scan-profile', DEMO, headers)
      for (let round = 0; round < 3; round += 1) {
        for (let n = 0; n < 150; n += 1) await one.post('/scan-profile', DEMO, { authorization: 'Bearer wrong' })
        await one.parts.requestLog.flush()
      }
      await one.parts.requestLog.sweep()
      assert.equal((await adminOne.requests(`license=${license.id}`)).length, 2)
      assert.equal((await adminOne.requests('license=none')).length, 10)
      for (let n = 0; n < 130; n += 1) await one.post('/account', {}, headers)
      await one.parts.requestLog.flush()
      await one.parts.requestLog.sweep()
      assert.equal((await adminOne.requests(`license=${license.id}`)).length, 100)
    })

    test('requests are deleted after their time, with their license, and when the log is turned off', async (context) => {
      const { one, start, adminOne } = await startTwo(context)
      const { license, key } = await one.license({ email: 'ann@example.com' })
      const { key: other } = await one.license()
      const scanAs = async (each: string) => one.post('/scan-profile', DEMO, await one.authorize(each))
      await scanAs(key)
      await scanAs(other)
      assert.equal((await adminOne.requests()).length, 4)
      // In memory when the license is deleted.
      await scanAs(key)
      await one.parts.store.licenses.remove(license.id, one.parts.act('license.delete', OPERATOR))
      assert.deepEqual(await adminOne.requests(`license=${license.id}`), [])
      assert.equal((await adminOne.requests()).length, 2)
      one.clock.at += KEPT_MS - 1
      await one.parts.requestLog.sweep()
      assert.equal((await adminOne.requests()).length, 2)
      one.clock.at += 2
      await one.parts.requestLog.sweep()
      assert.equal((await adminOne.requests()).length, 0)
      await scanAs(other)
      assert.equal((await adminOne.requests()).length, 2)
      assert.ok(start)
    })

    test('a log that is off stays empty, deletes what was there, and leaves the counts', async (context) => {
      const { one, adminOne } = await startTwo(context, { REQUEST_LOG_HOURS: 'off' })
      const { key } = await one.license()
      await one.post('/scan-profile', DEMO, await one.authorize(key))
      await one.parts.store.requests.add([
        {
          ...{ id: 'old', at: one.clock.at + 60_000, licenseId: null, site: null, endpoint: null, status: 200 },
          ...{ code: null, platform: null, handle: null, durationUs: 1, cache: null, requestId: 'r', replica: 'old' },
        },
      ])
      assert.equal((await adminOne.requests()).length, 1)
      await one.parts.requestLog.sweep()
      assert.deepEqual(await adminOne.page(''), {
        ...{ isOn: false, keptHours: 0, maxRows: 100_000, requests: [], nextCursor: null },
      } as object)
      assert.equal((await adminOne.traffic()).totals.requests, 2)
    })

    test('what was not written yet is written when the service stops, and survives a restart', async (context) => {
      const { one, two, adminTwo } = await startTwo(context)
      const { key, license } = await one.license()
      await one.post('/scan-profile', DEMO, await one.authorize(key))
      assert.equal((await adminTwo.requests(`license=${license.id}`)).length, 0)
      await one.stop()
      const found = await adminTwo.requests(`license=${license.id}`)
      assert.deepEqual(found.map(({ endpoint }) => endpoint).sort(), ['auth-token', 'scan-profile'])
      assert.equal((await adminTwo.traffic()).totals.requests, 2)
      assert.ok(two.origin)
    })

    test('the series add up the requests of both processes', async (context) => {
      const { one, two, adminOne, adminTwo } = await startTwo(context)
      const { key } = await one.license()
      const headers = await one.authorize(key)
      for (const service of [one, two]) {
        await service.post('/scan-profile', DEMO, headers)
        await service.post('/scan-profile', DEMO, headers)
        await service.post('/posts', { platform: 'sandbox', posts: ['1087', '1004'] }, headers)
        await service.post('/scan-profile', { platform: 'sandbox', handle: 'error.platform_timeout' }, headers)
        await service.post('/scan-profile', DEMO, {})
        service.clock.at += 60_000
      }
      await adminTwo.traffic()
      for (const range of ['1h', '24h', '7d']) {
        const traffic = await adminOne.traffic(range)
        const { totals, errorClasses, errorCodes, platforms, times, requests, stepSeconds } = traffic
        assert.equal(times.length, requests.length)
        assert.equal(Date.parse(times[1] ?? '') - Date.parse(times[0] ?? ''), stepSeconds * 1000)
        assert.deepEqual([totals.requests, totals.errors, totals.quota], [11, 4, { scans: 8, validations: 0 }])
        assert.equal(totals.cache.hit + totals.cache.stale + totals.cache.miss, 6)
        assert.ok(totals.coldScans.count >= 1 && totals.coldScans.p50Ms !== null)
        assert.deepEqual(errorClasses.map(({ class: name, total }) => [name, total]).sort(), [
          ['platform', 2],
          ['token', 2],
        ])
        assert.deepEqual(errorCodes.map(({ code, class: name, total }) => [code, name, total]).sort(), [
          ['platform_timeout', 'platform', 2],
          ['token_missing', 'token', 2],
        ])
        assert.deepEqual(
          platforms.map(({ platform, totalRequests, totalErrors }) => [platform, totalRequests, totalErrors]),
          [['sandbox', 8, 2]],
        )
      }
      const { requests, errors } = await adminOne.traffic('1h')
      assert.deepEqual([requests.at(-1), requests.at(-2)], [0, 11])
      assert.deepEqual([errors.at(-1), errors.at(-2)], [0, 4])
    })
  })
}

test('the names of the endpoints are those of the API', () => {
  assert.deepEqual(
    ENDPOINT_NAMES,
    ENDPOINTS.map(({ path }) => path.slice(1).replaceAll('/', '-')),
  )
  assert.equal(API_PREFIX, '/api/v1')
})
