import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '@central-api/testing/assert-response.ts'
import { SCAN, startOperator } from '@central-api/testing/http/admin/fixture.ts'

test('a deleted license is gone with its sites and its key, and its tokens stop immediately', async (context) => {
  const { get, request, create, post, send, authorize, parts, log } = await startOperator(context)
  const { id, key } = await create({ name: 'Bea of Blog', email: 'bea@example.com', externalId: 'order-1' })
  const headers = await authorize(key, 'https://blog.example/')
  assert.equal((await post('/scan-profile', SCAN, headers)).status, 200)
  assert.deepEqual(await get('DELETE', `/licenses/${id}`), { id, deleted: true })
  assertError(await post('/scan-profile', SCAN, headers), {
    code: 'token_invalid',
    challenge: 'Bearer error="invalid_token"',
  })
  const exchange = await send({ path: '/api/v1/auth/token', body: { licenseKey: key } })
  assert.equal(exchange.body.error?.code, 'license_unknown')
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/sites'],
    ['GET', '/usage'],
    ['POST', '/resume'],
  ] as const) {
    assertError(await request(method, `/licenses/${id}${path}`), { code: 'not_found' })
  }
  for (const query of ['search=Bea', 'externalId=order-1', 'site=blog.example', 'email=bea@example.com']) {
    assert.deepEqual((await get('GET', `/licenses?${query}`)).licenses, [], query)
  }
  const used = await parts.store.usage.read('deleted', 'scans', Date.UTC(2030, 0))
  assert.equal(used, 1)
  assert.ok(!log.some((line) => /Bea|order-1/.test(line)))
  // Its external id is free again.
  await create({ externalId: 'order-1' })
})
