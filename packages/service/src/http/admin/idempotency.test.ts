import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { ADMIN_TOKEN, HOUR_MS, onlyWebhook, startOperator } from '@central-api/testing/http/admin/fixture.ts'
import { createFixture, NEW_SECRET, OLD_SECRET, OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { isApiError } from '../../errors.ts'
import { parsePeppers } from '../../licensing/keys/pepper.ts'
import { createLicenses } from '../../licensing/licenses/licenses.ts'
import { copiedTables } from '../../storage/copied-tables.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'
import { createIdempotency, readIdempotencyKey } from './idempotency.ts'

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'

const start = async (context: TestContext) => {
  const service = await startOperator(context, { environment: { EGRESS_ALLOW: 'shop.example:443' } })
  const request = (path: string, body: unknown, key: string, { token = ADMIN_TOKEN, method = 'POST' } = {}) =>
    service.send({
      ...{ method, path: `/admin/v1${path}`, body },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    })
  return { ...service, request }
}

for (const { method, path, example } of ADMIN_ROUTES.filter(({ isMaking }) => isMaking)) {
  test(`${method} ${path} with a key creates one resource, however often it is sent`, async (context) => {
    const { request, parts, license } = await start(context)
    const { store } = parts
    const [{ license: there }, webhook] = [await license(), await onlyWebhook(parts)]
    const url = example.path.replace('$ID', there.id).replace('$WEBHOOK', webhook.id)
    const first = await request(url, example.body, KEY, { method })
    assert.equal(first.status, 200, first.text)
    const entries = await store.audit.list({ limit: 100 })
    for (const key of [KEY, `"${KEY}"`]) {
      const again = await request(url, example.body, key, { method })
      assert.deepEqual([again.status, again.text], [200, first.text])
    }
    assert.deepEqual(await store.audit.list({ limit: 100 }), entries)
    const other = await request(url, { ...(example.body as object), name: 'Other', scans: 1 }, KEY, { method })
    // An unknown field is refused before the key is checked.
    assert.ok(['invalid_request', 'idempotency_key_reused'].includes(String(other.body.error?.code)), other.text)
    assert.deepEqual(await store.audit.list({ limit: 100 }), entries)
  })
}

test('a secret rotated again after a lost response keeps the one before as the old secret, which still signs', async (context) => {
  const { request, parts } = await start(context)
  const webhook = await parts.webhooks.require((await onlyWebhook(parts)).id)
  const rotate = (key: string) => request(`/webhooks/${webhook.id}/rotate-secret`, { overlapHours: 24 }, key)
  const first = await rotate(KEY)
  assert.equal((await rotate(KEY)).text, first.text)
  const { sealedOldSecret } = await parts.webhooks.require(webhook.id)
  assert.equal(sealedOldSecret, webhook.sealedSecret)
})

test('refuses the same key with another body or another URL', async (context) => {
  const { request, parts } = await start(context)
  const body = { plan: 'pro', name: 'One' }
  assert.equal((await request('/licenses', body, KEY)).status, 200)
  const count = await parts.store.licenses.count()
  assertError(await request('/licenses', { ...body, name: 'Two' }, KEY), { code: 'idempotency_key_reused' })
  assertError(await request('/operators', { name: 'One', role: 'read' }, KEY), { code: 'idempotency_key_reused' })
  assert.equal(await parts.store.licenses.count(), count)
  // With the first body the key still works.
  assert.equal((await request('/licenses', body, KEY)).status, 200)
  assert.equal(await parts.store.licenses.count(), count)
})

test('keys are separate for each operator', async (context) => {
  const { request, parts } = await start(context)
  const { token } = await parts.operators.create('Second', 'admin', OPERATOR)
  const body = { plan: 'pro' }
  const [one, two] = [await request('/licenses', body, KEY), await request('/licenses', body, KEY, { token })]
  assert.notEqual(one.body.data?.id, two.body.data?.id)
  assert.equal((await request('/licenses', body, KEY, { token })).text, two.text)
})

test('a second request is told to retry while the first with its key is in progress, and then gets its response', async (context) => {
  const { request, parts } = await start(context)
  const count = await parts.store.licenses.count()
  const body = { plan: 'pro' }
  const responses = await Promise.all(Array.from({ length: 10 }, () => request('/licenses', body, KEY)))
  const [made, ...more] = responses.filter(({ status }) => status === 200)
  assert.deepEqual(more, [])
  for (const response of responses) {
    if (response !== made) assertError(response, { code: 'idempotency_key_in_use', retryAfter: 1 })
  }
  assert.equal((await request('/licenses', body, KEY)).text, made?.text)
  assert.equal(await parts.store.licenses.count(), count + 1)
})

test('refusals are not stored, and successful responses are stored for a day', async (context) => {
  const { request, clock } = await start(context)
  const refused = await request('/licenses', { plan: 'none' }, KEY)
  assert.equal(refused.body.error?.code, 'invalid_request')
  const first = await request('/licenses', { plan: 'pro' }, KEY)
  assert.equal(first.status, 200)
  clock.at += 24 * HOUR_MS - 1
  assert.equal((await request('/licenses', { plan: 'pro' }, KEY)).text, first.text)
  clock.at += 1
  const second = await request('/licenses', { plan: 'pro' }, KEY)
  assert.equal(second.status, 200)
  assert.notEqual(second.body.data?.id, first.body.data?.id)
})

test('deleting a license deletes its stored responses', async (context) => {
  const { request, get } = await start(context)
  const first = await request('/licenses', { plan: 'pro' }, KEY)
  await get('DELETE', `/licenses/${String(first.body.data?.id)}`)
  const second = await request('/licenses', { plan: 'pro' }, KEY)
  assert.notEqual(second.body.data?.id, first.body.data?.id)
})

test('refuses an invalid key and creates nothing', async (context) => {
  const { request, parts } = await start(context)
  const count = await parts.store.licenses.count()
  for (const key of ['', ' ', '"', '""', 'a b', '"a', 'a"b', 'a\\b', '"a", "b"', 'x'.repeat(256), 'é']) {
    const response = await request('/licenses', { plan: 'pro' }, key)
    const details = [
      {
        field: 'Idempotency-Key',
        message: 'must be 1 to 255 printable ASCII characters without quotation marks and backslashes',
      },
    ]
    assertError(response, { code: 'invalid_request', details })
  }
  assert.equal(await parts.store.licenses.count(), count)
  assert.equal(readIdempotencyKey('"a b"'), 'a b')
  assert.equal(readIdempotencyKey('x'.repeat(255)), 'x'.repeat(255))
  assert.equal(readIdempotencyKey(undefined), undefined)
})

test('neither the response nor its key can be read from the store, and neither is logged', async (context) => {
  const { request, parts, log } = await start(context)
  const { body } = await request('/licenses', { plan: 'pro', email: 'whose@example.com' }, KEY)
  await request('/licenses', { plan: 'pro', email: 'whose@example.com' }, KEY)
  const [key, rows] = [String(body.data?.key), []] as [string, string[]]
  for (const table of copiedTables) {
    for await (const part of parts.store.copies.read(table)) rows.push(...part.map((row) => JSON.stringify(row)))
  }
  assert.ok(rows.some((row) => row.includes('"sealed"')))
  for (const text of [...rows, ...log]) assert.ok(!text.includes(key) && !text.includes(KEY), text)
})

test('one of two processes creates it and both return the same, also with the next pepper and never without the first', async (context) => {
  const fixture = await createFixture(context)
  const { store, now } = fixture
  const licenses = createLicenses(fixture)
  const processWith = (secrets: string) =>
    createIdempotency({ responses: store.responses, peppers: parsePeppers(secrets), now, randomBytes })
  const request = { key: KEY, operator: 'anna', method: 'POST', url: '/admin/v1/licenses', body: { plan: 'pro' } }
  const create = (secrets: string, changed: Partial<typeof request> = {}) =>
    processWith(secrets).once<{ key: string }>({ ...request, ...changed }, async (toResponse) => {
      const made = await licenses.create({ plan: 'pro', externalId: 'order-1' }, OPERATOR, ({ key }) =>
        toResponse({ key }),
      )
      return { key: made.key }
    })
  const [one, two] = await Promise.all([create(OLD_SECRET), create(OLD_SECRET)])
  assert.deepEqual(one, two)
  assert.equal(await store.licenses.count(), 1)
  assert.deepEqual(await create(`2:${NEW_SECRET},1:${OLD_SECRET}`), one)
  await assert.rejects(create(`2:${NEW_SECRET}`), (error) => isApiError(error, 'conflict'))
  assert.equal(await store.licenses.count(), 1)
})
