import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { HOUR_MS, SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { START } from '@central-api/testing/start-service.ts'
import { NO_DETAILS } from '../../licensing/licenses/license-details.ts'

test('a new license works immediately, and its key is shown only once', async (context) => {
  const { get, post, authorize } = await startOperator(context)
  const made = await get('POST', '/licenses', { plan: 'starter', name: ' Blog ', expiresAt: '2030-02-01' })
  const { id, key, ...rest } = made
  assert.match(String(id), /^lic_[0-9A-Za-z]{20}$/)
  assert.match(String(key), /^ck_live_[0-9A-Za-z]{38}$/)
  const about = {
    ...{ plan: 'starter', mode: 'live', status: 'active', name: 'Blog' },
    ...{ expiresAt: '2030-02-01T00:00:00.000Z', createdAt: '2030-01-15T12:00:00.000Z' },
    ...NO_DETAILS,
  }
  assert.deepEqual(rest, about)
  const headers = await authorize(String(key), 'https://www.blog.example/')
  assert.equal((await post('/scan-profile', SCAN, headers)).status, 200)
  const usage = {
    ...{ from: '2030-01-01T00:00:00.000Z', until: '2030-02-01T00:00:00.000Z' },
    ...{ scans: { used: 1, limit: 1_000 }, validations: { used: 0, limit: 1_000 }, burst: { limit: 60 } },
    media: { used: 0, limit: null },
  }
  const shown = await get('GET', `/licenses/${id}`)
  assert.deepEqual(shown, {
    ...{ id, ...about },
    keys: [{ hint: String(key).slice(-4), createdAt: about.createdAt, expiresAt: null }],
    siteLimit: 1,
    sites: [{ site: 'blog.example', firstSeenAt: about.createdAt }],
    usage,
  })
  const { licenses } = await get('GET', '/licenses?search=blog.example')
  assert.deepEqual(licenses, [{ id, ...about, usage }])
})

test('status changes take effect immediately, also for live tokens', async (context) => {
  const { get, create, post, authorize, clock } = await startOperator(context)
  const { id, key } = await create({ expiresAt: '2030-01-15T12:30:00Z' })
  const headers = await authorize(key)
  const scan = async () => {
    const { body } = await post('/scan-profile', SCAN, headers)
    return body.error?.code ?? 'ok'
  }
  assert.equal(await scan(), 'ok')
  assert.equal((await get('POST', `/licenses/${id}/suspend`)).status, 'suspended')
  assert.equal(await scan(), 'license_suspended')
  assert.equal((await get('POST', `/licenses/${id}/suspend`)).status, 'suspended')
  assert.equal((await get('POST', `/licenses/${id}/resume`)).status, 'active')
  assert.equal(await scan(), 'ok')
  clock.at += HOUR_MS / 2
  assert.equal(await scan(), 'license_expired')
  assert.equal((await get('PATCH', `/licenses/${id}`, { expiresAt: null })).status, 'active')
  assert.equal(await scan(), 'ok')
  assert.equal((await get('POST', `/licenses/${id}/revoke`)).status, 'revoked')
  assert.equal(await scan(), 'license_revoked')
})

test('a change that the status does not allow is a conflict and changes nothing', async (context) => {
  const { request, get, create, clock } = await startOperator(context)
  const revoked = await create()
  await get('POST', `/licenses/${revoked.id}/revoke`)
  const before = await get('GET', `/licenses/${revoked.id}`)
  const steps = [
    ['POST', '/suspend', undefined],
    ['POST', '/resume', undefined],
    ['POST', '/rotate-key', { overlapHours: 0 }],
    ['PATCH', '', { name: 'Another' }],
  ] as const
  for (const [method, path, body] of steps) {
    const response = await request(method, `/licenses/${revoked.id}${path}`, body)
    assertError(response, { code: 'conflict' })
    assert.match(response.body.error?.message ?? '', /it is revoked, and that is final$/)
  }
  assert.deepEqual(await get('GET', `/licenses/${revoked.id}`), before)

  const expired = await create({ expiresAt: '2030-01-15T13:00:00Z' })
  clock.at += HOUR_MS
  const response = await request('POST', `/licenses/${expired.id}/resume`)
  assertError(response, { code: 'conflict' })
  assert.match(response.body.error?.message ?? '', /it is expired; renew it first$/)
})

test('another plan, name and expiry take effect with the next request', async (context) => {
  const { get, create, post, authorize, wrong } = await startOperator(context)
  const { id, key } = await create({ plan: 'starter', name: 'Before' })
  const headers = await authorize(key)
  const limit = async () => (await post('/scan-profile', SCAN, headers)).headers['x-quota-limit']
  assert.equal(await limit(), '1000')
  const changed = await get('PATCH', `/licenses/${id}`, { plan: 'agency', name: null, expiresAt: '2031-12-31' })
  assert.deepEqual(
    [changed.plan, changed.name, changed.expiresAt, changed.status],
    ['agency', null, '2031-12-31T00:00:00.000Z', 'active'],
  )
  assert.equal(await limit(), '100000')
  await wrong('PATCH', `/licenses/${id}`, {}, 'body', /Nothing to change/)
  await wrong('PATCH', `/licenses/${id}`, { expiresat: null }, 'expiresat', /did you mean expiresAt\?$/)
  await wrong('PATCH', `/licenses/${id}`, { name: 'x', plan: 'gold' }, 'plan', /no plan "gold"/)
  assert.equal((await get('GET', `/licenses/${id}`)).name, null)
})

test('an invalid license field is reported by its name', async (context) => {
  const { wrong, get } = await startOperator(context)
  const { licenses: before } = await get('GET', '/licenses')
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, string, RegExp])[] = [
    [{}, 'plan', /is required/],
    [{ plan: 7 }, 'plan', /must be text/],
    [{ plan: '' }, 'plan', /must not be empty/],
    [{ plan: 'gold' }, 'plan', /no plan "gold"/],
    [{ plan: 'pro', mode: 'demo' }, 'mode', /must be one of live, test/],
    [{ plan: 'pro', name: 'x'.repeat(201) }, 'name', /longer than 200/],
    [{ plan: 'pro', name: 5 }, 'name', /must be text or null/],
    [{ plan: 'pro', expiresAt: 1_893_456_000 }, 'expiresAt', /must be text or null/],
    [{ plan: 'pro', expiresAt: 'soon' }, 'expiresAt', /a day such as/],
    [{ plan: 'pro', expiresAt: '2030-02-31' }, 'expiresAt', /a day such as/],
    [{ plan: 'pro', expiresAt: '2030-01-15' }, 'expiresAt', /in the past/],
  ]
  for (const [body, field, message] of cases) await wrong('POST', '/licenses', body, field, message)
  assert.deepEqual((await get('GET', '/licenses')).licenses, before)
})

test('a new key is shown once, and the old one works for the overlap', async (context) => {
  const { get, create, send, clock, wrong } = await startOperator(context)
  const { id, key } = await create()
  const exchange = async (licenseKey: string) => {
    clock.at += 1
    return (await send({ path: '/api/v1/auth/token', body: { licenseKey } })).body.error?.code ?? 'ok'
  }
  const rotated = await get('POST', `/licenses/${id}/rotate-key`, { overlapHours: 2 })
  assert.equal(rotated.oldKeyExpiresAt, '2030-01-15T14:00:00.000Z')
  assert.equal(rotated.status, 'active')
  const second = String(rotated.key)
  assert.deepEqual([await exchange(key), await exchange(second)], ['ok', 'ok'])
  clock.at = START + 2 * HOUR_MS
  assert.deepEqual([await exchange(key), await exchange(second)], ['license_unknown', 'ok'])
  const third = String((await get('POST', `/licenses/${id}/rotate-key`, { overlapHours: 0 })).key)
  assert.deepEqual([await exchange(second), await exchange(third)], ['license_unknown', 'ok'])
  for (const overlapHours of [-1, 0.5, 8_785, '24', null]) {
    await wrong('POST', `/licenses/${id}/rotate-key`, { overlapHours }, 'overlapHours', /must be/)
  }
  await wrong('POST', `/licenses/${id}/rotate-key`, {}, 'overlapHours', /is required/)
})

test('releasing a site makes room for another immediately', async (context) => {
  const { get, create, send, request, wrong } = await startOperator(context)
  const { id, key } = await create({ plan: 'starter' })
  const use = async (siteId: string) =>
    (await send({ path: '/api/v1/auth/token', body: { licenseKey: key, siteId } })).body.error?.code ?? 'ok'
  assert.equal(await use('https://one.example/blog'), 'ok')
  assert.equal(await use('https://two.example'), 'site_limit_reached')
  assert.deepEqual(await get('GET', `/licenses/${id}/sites`), {
    siteLimit: 1,
    sites: [{ site: 'one.example/blog', firstSeenAt: '2030-01-15T12:00:00.000Z' }],
  })
  const path = `/licenses/${id}/sites?siteId=${encodeURIComponent('HTTPS://www.One.example/blog/')}`
  assert.deepEqual(await get('DELETE', path), { id, site: 'one.example/blog', released: true })
  assert.equal(await use('https://two.example'), 'ok')
  const again = await request('DELETE', path)
  assertError(again, { code: 'not_found' })
  await wrong('DELETE', `/licenses/${id}/sites`, undefined, 'siteId', /is required/)
  await wrong('DELETE', `/licenses/${id}/sites?siteId=`, undefined, 'siteId', /must not be empty/)
})

test('licenses are listed page by page, newest first, and searched', async (context) => {
  const { get, create, clock, wrong, firstLicense } = await startOperator(context)
  const made: { id: string; key: string }[] = []
  for (const name of ['Alpha', 'Beta', 'Alphabet']) {
    clock.at += 1_000
    made.push(await create({ name }))
  }
  const idsOf = async (query: string) => {
    const { licenses, nextCursor } = await get('GET', `/licenses?${query}`)
    return { ids: (licenses as { id: string }[]).map(({ id }) => id), nextCursor }
  }
  const [alpha, beta, alphabet] = made.map(({ id }) => id)
  assert.deepEqual(await idsOf(''), { ids: [alphabet, beta, alpha, firstLicense?.id], nextCursor: null })
  const first = await idsOf('limit=2')
  assert.deepEqual(first.ids, [alphabet, beta])
  const rest = await idsOf(`limit=2&cursor=${first.nextCursor}`)
  assert.deepEqual(rest, { ids: [alpha, firstLicense?.id], nextCursor: null })
  assert.deepEqual(await idsOf('search=alpha'), { ids: [alphabet, alpha], nextCursor: null })
  const one = await idsOf('search=alpha&limit=1')
  assert.deepEqual(one.ids, [alphabet])
  const two = await idsOf(`search=alpha&limit=1&cursor=${one.nextCursor}`)
  assert.deepEqual(two, { ids: [alpha], nextCursor: null })
  assert.deepEqual(await idsOf(`search=${made[1]?.key.slice(-4)}`), { ids: [beta], nextCursor: null })
  assert.deepEqual(await idsOf('search=nobody'), { ids: [], nextCursor: null })
  for (const limit of ['0', '201', '-1', '1.5', 'x', '', '1e2']) {
    await wrong('GET', `/licenses?limit=${limit}`, undefined, 'limit', /from 1 to 200/)
  }
})

test('usage is listed by month, the current one last', async (context) => {
  const { get, create, parts, clock } = await startOperator(context)
  clock.at = Date.parse('2030-03-01T00:00:00Z')
  const { id } = await create()
  const use = (startsAt: number, meter: string, count: number) =>
    parts.store.usage.commit([{ licenseId: id, windows: [{ meter, startsAt, limit: null }], count }], [])
  await use(Date.UTC(2030, 2), 'scans', 4)
  await use(Date.UTC(2029, 11), 'validations', 2)
  await use(Date.UTC(2029, 2), 'scans', 9)
  const { months } = await get('GET', `/licenses/${id}/usage`)
  const empty = ['2029-04', '2029-05', '2029-06', '2029-07', '2029-08', '2029-09', '2029-10', '2029-11']
  assert.deepEqual(months, [
    ...empty.map((month) => ({ month, scans: 0, validations: 0 })),
    { month: '2029-12', scans: 0, validations: 2 },
    { month: '2030-01', scans: 0, validations: 0 },
    { month: '2030-02', scans: 0, validations: 0 },
    { month: '2030-03', scans: 4, validations: 0 },
  ])
})
