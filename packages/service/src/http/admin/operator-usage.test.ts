import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN, HOUR_MS, SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` }

const startUsed = async (context: Parameters<typeof startOperator>[0]) => {
  const service = await startOperator(context)
  const { create, post, authorize, clock } = service
  const { id, key } = await create({ name: '=HYPERLINK("http://x.example")' })
  const use = async (site: string, count: number, path = '/scan-profile', body: unknown = SCAN) => {
    const headers = await authorize(key, site)
    for (let n = 0; n < count; n += 1) await post(path, body, headers)
  }
  await use('www.a.example', 2)
  await use('b.example', 1, '/validate-post', { url: 'https://sandbox.example/@demo/1087' })
  await use('b.example', 1, '/scan-profile', { platform: 'sandbox', handle: 'error.profile_not_found' })
  clock.at += 24 * HOUR_MS
  await use('https://b.example/', 3)
  await use('b.example', 1, '/posts', { platform: 'sandbox', posts: ['1087', '1086', '1087'] })
  return { ...service, id }
}

test('the month of a license is reported by day, platform, endpoint and site, each with the same total as the meter', async (context) => {
  const { get, id } = await startUsed(context)
  const { months } = (await get('GET', `/licenses/${id}/usage`)) as {
    months: { scans: number; validations: number; month: string }[]
  }
  const rows = {
    day: [
      { name: '2030-01-15', scans: 2, validations: 1 },
      { name: '2030-01-16', scans: 5, validations: 0 },
    ],
    platform: [{ name: 'sandbox', scans: 7, validations: 1 }],
    endpoint: [
      { name: 'scan-profile', scans: 5, validations: 0 },
      { name: 'posts', scans: 2, validations: 0 },
      { name: 'validate-post', scans: 0, validations: 1 },
    ],
    site: [
      { name: 'b.example', scans: 5, validations: 1 },
      { name: 'a.example', scans: 2, validations: 0 },
    ],
  }
  const { month, ...total } = months.at(-1) ?? assert.fail()
  assert.equal(month, '2030-01')
  for (const [by, expected] of Object.entries(rows)) {
    const span = { by, from: '2030-01-01', to: '2030-01-16' }
    assert.deepEqual(await get('GET', `/licenses/${id}/usage/details?by=${by}`), { ...span, rows: expected, total })
  }
  const first = await get('GET', `/licenses/${id}/usage/details?from=2030-01-15&to=2030-01-15&by=site`)
  assert.deepEqual(first.rows, [
    { name: 'a.example', scans: 2, validations: 0 },
    { name: 'b.example', scans: 0, validations: 1 },
  ])
  assert.deepEqual((await get('GET', `/licenses/${id}/usage/details?from=2029-12-01&to=2029-12-31`)).rows, [])
})

test('refuses invalid days and months by name', async (context) => {
  const { create, wrong } = await startOperator(context)
  const { id } = await create()
  const details = (query: string) => `/licenses/${id}/usage/details?${query}`
  for (const day of ['2030-02-30', 'yesterday', '2030-1-1', '']) {
    await wrong('GET', details(`to=${day}`), undefined, 'to', /a day such as/)
    await wrong('GET', details(`from=${day}`), undefined, 'from', /a day such as/)
  }
  await wrong('GET', details('from=2030-01-02&to=2030-01-01'), undefined, 'to', /before/)
  await wrong('GET', details('from=2020-01-02&to=2030-01-01'), undefined, 'to', /1000 days/)
  await wrong('GET', details('by=color'), undefined, 'by', /./)
  for (const month of ['2030-13', '2030', ''])
    await wrong('GET', `/usage?month=${month}`, undefined, 'month', /month such as/)
  await wrong('GET', '/usage?limit=0', undefined, 'limit', /./)
})

test('a month of all licenses is reported by license, page by page, and by plan', async (context) => {
  const { get, id } = await startUsed(context)
  const { rows, nextCursor, month } = await get('GET', '/usage')
  assert.deepEqual([month, nextCursor], ['2030-01', null])
  const row = { license: id, name: '=HYPERLINK("http://x.example")', plan: 'pro', mode: 'live' }
  assert.deepEqual(rows, [{ ...row, licenses: 1, scans: 7, validations: 1, mediaBytes: 0 }])
  assert.deepEqual((await get('GET', '/usage?month=2029-12')).rows, [])
  assert.deepEqual((await get('GET', '/usage?by=plan')).rows, [
    { license: null, name: null, plan: 'pro', mode: null, licenses: 1, scans: 7, validations: 1, mediaBytes: 0 },
  ])
})

test('a page continues after its cursor', async (context) => {
  const { get, license, parts } = await startOperator(context)
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { license: made } = await license()
    ids.push(made.id)
    const windows = [{ meter: 'scans', startsAt: Date.UTC(2030, 0), limit: null }]
    await parts.store.usage.commit([{ licenseId: made.id, windows, count: n + 1 }], [])
  }
  const seen: string[] = []
  for (let cursor: unknown; cursor !== null; ) {
    const page = await get('GET', `/usage?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    seen.push(...(page.rows as { license: string }[]).map((row) => row.license))
    cursor = page.nextCursor
  }
  assert.deepEqual(seen, ids.toSorted())
})

test('returns the same as complete CSV, with formulas escaped', async (context) => {
  const { send, id, parts } = await startUsed(context)
  const { store } = parts
  const windows = [{ meter: 'scans', startsAt: Date.UTC(2030, 0), limit: null }]
  await store.usage.commit([{ licenseId: 'zz_deleted', windows, count: 9 }], [])
  const csv = async (path: string, headers: Record<string, string> = {}) => {
    const response = await send({ method: 'GET', path: `/admin/v1${path}`, headers: { ...BEARER, ...headers } })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8; header=present')
    assert.equal(response.headers['cache-control'], 'no-store')
    return [response.text, response.headers['content-disposition']]
  }
  assert.deepEqual(await csv('/usage?format=csv'), [
    `license,name,plan,mode,scans,validations,mediaBytes\r\n${id},"'=HYPERLINK(""http://x.example"")",pro,live,7,1,0\r\nzz_deleted,,,,9,0,0\r\n`,
    'attachment; filename="usage-by-license-2030-01.csv"',
  ])
  assert.deepEqual(await csv('/usage?by=plan&limit=1', { accept: 'text/csv' }), [
    'plan,licenses,scans,validations,mediaBytes\r\npro,1,7,1,0\r\n,1,9,0,0\r\n',
    'attachment; filename="usage-by-plan-2030-01.csv"',
  ])
  assert.deepEqual(await csv(`/licenses/${id}/usage/details?by=site`, { accept: 'text/csv, */*;q=0.1' }), [
    'site,scans,validations\r\nb.example,5,1\r\na.example,2,0\r\n',
    `attachment; filename="usage-${id}-by-site-2030-01-01-2030-01-16.csv"`,
  ])
  const json = await send({
    method: 'GET',
    path: '/admin/v1/usage?format=json',
    headers: { ...BEARER, accept: 'text/csv' },
  })
  assert.equal(json.body.ok, true)
  const nowhere = { method: 'GET', path: '/admin/v1/licenses/lic_none/usage/details?format=csv', headers: BEARER }
  assertError(await send(nowhere), { code: 'not_found' })
  assert.equal(parts.now(), START + 24 * HOUR_MS)
})

test('the usage of all licenses in a month is reported the same ways, and is the sum of the licenses', async (context) => {
  const { get, request, create, post, authorize, clock, wrong } = await startUsed(context)
  const { key } = await create()
  await post('/scan-profile', SCAN, await authorize(key, 'b.example'))
  const span = { from: '2030-01-01', to: '2030-01-16' }
  const total = { scans: 8, validations: 1 }
  const rows = {
    day: [
      { name: '2030-01-15', scans: 2, validations: 1 },
      { name: '2030-01-16', scans: 6, validations: 0 },
    ],
    platform: [{ name: 'sandbox', ...total }],
    endpoint: [
      { name: 'scan-profile', scans: 6, validations: 0 },
      { name: 'posts', scans: 2, validations: 0 },
      { name: 'validate-post', scans: 0, validations: 1 },
    ],
    site: [
      { name: 'b.example', scans: 6, validations: 1 },
      { name: 'a.example', scans: 2, validations: 0 },
    ],
  }
  for (const [by, expected] of Object.entries(rows))
    assert.deepEqual(await get('GET', `/usage/details?by=${by}`), { by, ...span, rows: expected, total })
  const csv = await request('GET', '/usage/details?by=platform&format=csv')
  assert.equal(csv.text, 'platform,scans,validations\r\nsandbox,8,1\r\n')
  assert.match(csv.headers['content-disposition'] ?? '', /filename="usage-by-platform-2030-01-01-2030-01-16\.csv"/)
  clock.at += 31 * 24 * HOUR_MS
  assert.deepEqual((await get('GET', '/usage/details')).rows, [])
  const january = await get('GET', '/usage/details?month=2030-01')
  assert.deepEqual(january, { by: 'day', from: '2030-01-01', to: '2030-01-31', rows: rows.day, total })
  await wrong('GET', '/usage/details?month=2030-13', undefined, 'month', /a month such as/)
})
