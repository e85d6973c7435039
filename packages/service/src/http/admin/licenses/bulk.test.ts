import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { HOUR_MS, SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'

const start = async (context: TestContext) => {
  const service = await startOperator(context, { environment: { EGRESS_ALLOW: 'shop.example:443' } })
  const { licenses, store } = service.parts
  const make = async (name: string, values: Readonly<Record<string, unknown>> = {}) =>
    (await service.create({ name, ...values })).id
  const statusOf = async (id: string) => (await store.licenses.find(id))?.status
  return { ...service, make, statusOf, licenses, store }
}

test('suspends and resumes licenses by id, and reports why others are unchanged', async (context) => {
  const { get, make, statusOf, licenses, clock, store } = await start(context)
  const expiresAt = new Date(clock.at + HOUR_MS).toISOString()
  const [one, two, expired, revoked] = [
    await make('1'),
    await make('2'),
    await make('3', { expiresAt }),
    await make('4'),
  ]
  await licenses.revoke(revoked, OPERATOR)
  await licenses.suspend(two, OPERATOR)
  clock.at += HOUR_MS
  const ids = [one, two, expired, revoked, 'lic_none', one]
  const unchanged = [
    { id: two, reason: 'already' },
    { id: expired, reason: 'expired' },
    { id: revoked, reason: 'revoked' },
    { id: 'lic_none', reason: 'not_found' },
  ]
  const outcome = { dryRun: true, matched: 5, changed: 1, unchanged, nextCursor: null }
  const [newest] = await store.audit.list({ limit: 1 })
  assert.deepEqual(await get('POST', '/licenses/suspend', { ids, dryRun: true }), outcome)
  assert.equal(await statusOf(one), 'active')
  assert.deepEqual(await store.audit.list({ limit: 1 }), [newest])
  assert.deepEqual(await get('POST', '/licenses/suspend', { ids }), { ...outcome, dryRun: false })
  assert.equal(await statusOf(one), 'suspended')
  assert.equal(await statusOf(revoked), 'revoked')
  const { changed } = await get('POST', '/licenses/resume', { ids: [one, two, expired] })
  assert.equal(changed, 2)
  assert.equal(await statusOf(two), 'active')
})

test('takes effect with the next request, with an entry and an event for each license', async (context) => {
  const { get, create, authorize, post, store, parts } = await start(context)
  const webhook = await get('POST', '/webhooks', { url: 'https://shop.example/', types: ['license.suspended'] })
  const made = [await create({ name: 'Blog 1' }), await create({ name: 'Blog 2' })]
  const headers = await Promise.all(made.map(({ key }) => authorize(key)))
  for (const header of headers) assert.notEqual((await post('/scan-profile', SCAN, header)).status, 401)
  await get('POST', '/licenses/suspend', { filter: { name: 'Blog' } })
  for (const header of headers) assertError(await post('/scan-profile', SCAN, header), { code: 'license_suspended' })
  for (const { id } of made) {
    const [entry, ...more] = await store.audit.list({ limit: 9, subject: id, action: 'license.suspend' })
    assert.deepEqual([entry?.before, entry?.after], [{ status: 'active' }, { status: 'suspended' }])
    assert.equal(entry?.actor.name, 'ADMIN_TOKEN')
    assert.deepEqual(more, [])
  }
  const reported = await parts.webhooks.deliveries(String(webhook.id), { limit: 9 })
  assert.deepEqual(reported.map(({ event }) => event.licenseId).sort(), made.map(({ id }) => id).sort())
})

test('changes all licenses that match a filter, in several transactions, and no others', async (context) => {
  const { get, licenses, store, make } = await start(context)
  const of = (count: number, name: string) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => licenses.create({ plan: 'starter', name: `${name} ${n}` }, OPERATOR)),
    )
  const many = await of(450, 'Many')
  const [one = many[0]] = many
  await licenses.change(String(one?.license.id), { plan: 'agency' }, OPERATOR)
  const other = await make('Other', { plan: 'starter' })
  const body = { plan: 'agency', filter: { name: 'many' } }
  const unchanged = [{ id: one?.license.id, reason: 'already' }]
  const outcome = { dryRun: true, matched: 450, changed: 449, unchanged, nextCursor: null }
  assert.deepEqual(await get('POST', '/licenses/change-plan', { ...body, dryRun: true }), outcome)
  assert.deepEqual(await get('POST', '/licenses/change-plan', body), { ...outcome, dryRun: false })
  const plans = await Promise.all(many.map(({ license }) => store.licenses.find(license.id)))
  assert.ok(plans.every((license) => license?.plan === 'agency'))
  assert.equal((await store.licenses.find(other))?.plan, 'starter')
  // Licenses that no longer match after their change are counted once, like the others.
  const { matched, changed } = await get('POST', '/licenses/change-plan', { plan: 'pro', filter: { plan: 'agency' } })
  assert.deepEqual([matched, changed], [450, 450])
})

test('a call that takes long ends with a cursor to continue from', async (context) => {
  const { get, request, licenses, store, clock, statusOf } = await start(context)
  const made = await Promise.all(
    Array.from({ length: 401 }, () => licenses.create({ plan: 'pro', name: 'Many' }, OPERATOR)),
  )
  const { list } = store.licenses
  context.mock.method(store.licenses, 'list', (query: Parameters<typeof list>[0]) => {
    clock.at += 8_001
    return list(query)
  })
  const filter = { name: 'Many' }
  let cursor: unknown
  const matched: unknown[] = []
  do {
    const data = await get('POST', '/licenses/suspend', { filter, ...(cursor !== undefined && { cursor }) })
    matched.push(data.matched)
    cursor = data.nextCursor
  } while (cursor !== null)
  assert.deepEqual(matched, [...Array.from({ length: 8 }, () => 50), 1])
  for (const { license } of made) assert.equal(await statusOf(license.id), 'suspended')
  const wrong = await request('POST', '/licenses/suspend', { filter, cursor: 'nowhere' })
  assertError(wrong, {
    code: 'invalid_request',
    details: [{ field: 'cursor', message: 'is not a cursor of this list' }],
  })
})

test('changes nothing if a filter matches more licenses than expected', async (context) => {
  const { get, request, make, statusOf } = await start(context)
  const ids = await Promise.all(['Many 1', 'Many 2', 'Many 3'].map((name) => make(name)))
  const suspend = (body: Readonly<Record<string, unknown>>) => request('POST', '/licenses/suspend', body)
  const filter = { name: 'Many' }
  for (const expect of [0, 2]) {
    for (const dryRun of [true, false]) {
      assertError(await suspend({ filter, expect, dryRun }), { code: 'conflict' })
      for (const id of ids) assert.equal(await statusOf(id), 'active')
    }
  }
  for (const expect of [-1, 1.5, '3']) {
    assert.equal((await suspend({ filter, expect })).body.error?.code, 'invalid_request')
  }
  const nobody = { dryRun: false, matched: 0, changed: 0, unchanged: [], nextCursor: null }
  assert.deepEqual(await get('POST', '/licenses/suspend', { filter: { name: 'Nobody' }, expect: 0 }), nobody)
  // Fewer than expected are fine.
  const { matched, changed } = await get('POST', '/licenses/suspend', { filter, expect: 4 })
  assert.deepEqual([matched, changed], [3, 3])
})

test('licenses that start to match while a filter is processed are left alone', async (context) => {
  const { request, make, statusOf, store, clock } = await start(context)
  await Promise.all(Array.from({ length: 60 }, (_, n) => make(`Many ${n}`)))
  const { list } = store.licenses
  let [calls, late] = [0, '']
  context.mock.method(store.licenses, 'list', async (query: Parameters<typeof list>[0]) => {
    calls += 1
    // The first call counts, the second starts to change.
    clock.at += 1
    if (calls === 2) late = await make('Many more')
    return list(query)
  })
  const { body } = await request('POST', '/licenses/suspend', { filter: { name: 'Many' }, expect: 60 })
  assert.deepEqual([body.data?.matched, body.data?.changed], [60, 60])
  const rest = { filter: { name: 'Many' }, expect: 0, cursor: body.data?.nextCursor }
  assertError(await request('POST', '/licenses/suspend', rest), { code: 'conflict' })
  assert.equal(await statusOf(late), 'active')
})

test('refuses a selection that is empty, too large or malformed, and changes nothing', async (context) => {
  const { wrong, make, statusOf } = await start(context)
  const id = await make('One')
  const suspend = (body: unknown, field: string, message: RegExp) =>
    wrong('POST', '/licenses/suspend', body, field, message)
  await suspend({}, 'body', /ids or a filter/)
  await suspend({ ids: [id], filter: { name: 'One' } }, 'body', /not both/)
  await suspend({ filter: {} }, 'filter', /is empty and would match every license/)
  await suspend({ filter: { name: ' ', search: '' } }, 'filter', /is empty and would match every license/)
  await suspend({ filter: { nmae: 'One' } }, 'filter.nmae', /is not known here/)
  await suspend({ ids: [] }, 'ids', /./)
  await suspend({ ids: Array.from({ length: 501 }, () => 'l') }, 'ids', /./)
  await suspend({ ids: [id], cursor: 'x' }, 'cursor', /only with a filter/)
  await suspend({ ids: [id], expect: 1 }, 'expect', /only with a filter/)
  await suspend({ filter: { name: 'One' }, plan: 'pro' }, 'plan', /not known here/)
  await wrong('POST', '/licenses/change-plan', { plan: 'none', ids: [id] }, 'plan', /no plan "none"/)
  assert.equal(await statusOf(id), 'active')
})
