import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertError, quotaOf } from '@central-api/testing/assert-response.ts'
import { DEMO, SCAN } from '@central-api/testing/start-client.ts'
import { startService } from '@central-api/testing/start-service.ts'
import Sqlite from 'better-sqlite3'
import { makeFolder } from './process/start-process.ts'

const REFUSALS = 20_000
const AT_ONCE = 100

test('20,000 rejected requests of different sites create no row, and their minute ends', async (context) => {
  const file = join(await makeFolder(context), 'central.db')
  const service = await startService(context, { environment: { DATABASE_URL: `sqlite:${file}` } })
  await service.setPlan({ name: 'busy', scans: 1_000, burst: 600 })
  const { license, key } = await service.license({ plan: 'busy' })
  const headers = await service.authorize(key)
  const db = new Sqlite(file, { readonly: true })
  context.after(() => db.close())
  const rows = () =>
    db
      // The rows of a virtual table are in other tables.
      .prepare<[], { name: string }>(
        "select name from pragma_table_list where type <> 'virtual' and name not like 'sqlite%'",
      )
      .all()
      .map(({ name }) => [name, db.prepare(`select count(*) from "${name}"`).pluck().get()])
  // Every license has these: its windows of this month and this minute.
  await service.post(SCAN, { platform: 'nowhere', handle: 'a' }, headers)
  const before = rows()

  const counts = new Map<number, number>()
  for (let first = 1; first < REFUSALS; first += AT_ONCE) {
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        service.post(SCAN, { platform: 'nowhere', handle: 'a', siteId: `site-${first + n}.example` }, headers),
      ),
    )
    for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  assert.deepEqual(rows(), before)
  assert.deepEqual(await service.parts.sites.list(license.id), [])
  // An overloaded machine rejects some without processing them.
  assert.equal(counts.get(422), 599)
  assert.equal((counts.get(429) ?? 0) + (counts.get(503) ?? 0), REFUSALS - 599)
  assert.equal(await service.parts.store.usage.read(license.id, 'scans', Date.UTC(2030, 0)), 0)
})

test('every rejected request counts against the burst limit, and its response reports what is left', async (context) => {
  const service = await startService(context)
  await service.setPlan({ name: 'calm', burst: 4 })
  const { key } = await service.license({ plan: 'calm' })
  const headers = await service.authorize(key)
  const refused = [{ platform: 'nowhere', handle: 'a' }, { platform: 'sandbox' }, '{', { ...DEMO, variant: 'no' }]
  for (const [n, body] of refused.entries()) {
    const response = await service.post(SCAN, body, headers)
    assert.ok([400, 422].includes(response.status))
    assert.match(quotaOf(response).ratelimit ?? '', new RegExp(`"burst";r=${3 - n};`))
  }
  assertError(await service.post(SCAN, { platform: 'nowhere', handle: 'a' }, headers), {
    code: 'rate_limited',
    retryAfter: 60,
  })
  assertError(await service.post(SCAN, DEMO, headers), { code: 'rate_limited', retryAfter: 60 })
})

test('a site above the plan’s limit costs no quota, and counts against the burst limit', async (context) => {
  const service = await startService(context)
  await service.setPlan({ name: 'one', sites: 1 })
  const { license, key } = await service.license({ plan: 'one' })
  const headers = await service.authorize(key, 'shop.example')
  const response = await service.post(SCAN, { ...DEMO, siteId: 'other.example' }, headers)
  assertError(response, { code: 'site_limit_reached' })
  assert.equal(quotaOf(response)['x-quota-used'], '0')
  assert.match(quotaOf(response).ratelimit ?? '', /"burst";r=999;/)
  assert.equal(await service.parts.store.usage.read(license.id, 'scans', Date.UTC(2030, 0)), 0)
})

test('development sites get tokens up to their hourly limit', async (context) => {
  const service = await startService(context)
  const { key } = await service.license({ mode: 'test' })
  const exchange = (n: number) =>
    service.send({ path: '/api/v1/auth/token', body: { licenseKey: key, siteId: `dev.${n}` } })
  const counts = new Map<number, number>()
  for (let first = 0; first < 2_000; first += AT_ONCE) {
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => exchange(first + n)))
    for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  assert.deepEqual(
    counts,
    new Map([
      [200, 1_000],
      [403, 1_000],
    ]),
  )
})
