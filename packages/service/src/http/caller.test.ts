import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, quotaOf } from '@central-api/testing/assert-response.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { DEMO, MORE, quotaAfter, SCAN, startClient } from '@central-api/testing/start-client.ts'
import { START, startService } from '@central-api/testing/start-service.ts'

test('requires a token, and distinguishes a missing from an invalid one, with the challenge of RFC 6750', async (context) => {
  const { post, headers, clock } = await startClient(context)
  const [header = '', payload = '', signature = ''] = headers.authorization.slice('Bearer '.length).split('.')
  const invalid = 'Bearer error="invalid_token"'
  const forged = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  const cases = [
    [undefined, 'token_missing', 'Bearer'],
    ['', 'token_missing', 'Bearer'],
    ['Basic dXNlcjpwYXNz', 'token_missing', 'Bearer'],
    ['Bearer', 'token_malformed', invalid],
    ['Bearer ', 'token_malformed', invalid],
    ['Bearer a b', 'token_malformed', invalid],
    [`${headers.authorization} ${forged}`, 'token_malformed', invalid],
    [`${headers.authorization}, ${headers.authorization}`, 'token_malformed', invalid],
    [`${headers.authorization},`, 'token_malformed', invalid],
    ['Bearer a\tb', 'token_malformed', invalid],
    ['Bearer abc', 'token_malformed', invalid],
    ['Bearer a.b.c', 'token_malformed', invalid],
    [`Bearer ${header}.${payload}`, 'token_malformed', invalid],
    [`Bearer ${header}.${payload}.`, 'token_malformed', invalid],
    [`Bearer ${forged}`, 'token_invalid', invalid],
    [`Bearer ${'x'.repeat(2_049)}`, 'token_malformed', invalid],
  ] as const
  for (const path of [SCAN, MORE]) {
    for (const [authorization, code, challenge] of cases) {
      const response = await post(path, DEMO, authorization === undefined ? {} : { authorization })
      assertError(response, { code, challenge })
      assert.deepEqual(quotaOf(response), {})
    }
  }
  assert.equal(
    (await post(SCAN, DEMO, { authorization: headers.authorization.replace('Bearer', 'bearer') })).status,
    200,
  )
  clock.at = START + 3_600_000 + 4_999
  assert.equal((await post(SCAN, DEMO, headers)).status, 200)
  clock.at += 1
  assertError(await post(SCAN, DEMO, headers), { code: 'token_expired', challenge: invalid })
})

test('refuses an unusable license by its code, with its quota', async (context) => {
  const { scan, parts, licenseId } = await startClient(context)
  await scan(DEMO)
  await parts.licenses.suspend(licenseId, OPERATOR)
  const suspended = await scan(DEMO)
  assertError(suspended, { code: 'license_suspended' })
  assert.deepEqual(quotaOf(suspended), quotaAfter(1, { burstUsed: 2 }))
  await parts.licenses.resume(licenseId, OPERATOR)
  assert.equal((await scan(DEMO)).status, 200)
  await parts.licenses.revoke(licenseId, OPERATOR)
  const revoked = await scan(DEMO)
  assertError(revoked, { code: 'license_revoked' })
  assert.deepEqual(quotaOf(revoked), quotaAfter(2, { burstUsed: 4 }))
})

test('a license expires by the clock', async (context) => {
  const { scan, parts, licenseId, clock } = await startClient(context)
  await parts.licenses.renew(licenseId, START + 1_000, OPERATOR)
  assert.equal((await scan(DEMO)).status, 200)
  clock.at = START + 1_000
  const expired = await scan(DEMO)
  assertError(expired, { code: 'license_expired' })
  assert.equal(quotaOf(expired)['x-quota-used'], '1')
})

test('the site is that of the request, else of the token, and counts against the plan', async (context) => {
  const { license, authorize, post, parts } = await startService(context)
  const { license: made, key } = await license({ plan: 'starter' })
  const bound = await authorize(key, 'blog.example')
  const unbound = await authorize(key)
  assert.equal((await post(SCAN, DEMO, bound)).status, 200)
  assert.equal((await post(SCAN, DEMO, unbound)).status, 200)
  assert.equal((await post(SCAN, { ...DEMO, siteId: 'https://www.blog.example' }, unbound)).status, 200)
  const refused = await post(SCAN, { ...DEMO, siteId: 'second.example' }, bound)
  assertError(refused, { code: 'site_limit_reached' })
  assert.equal(quotaOf(refused)['x-quota-used'], '3')
  // Released: the site of the token is admitted again, into the free slot.
  await parts.sites.release(made.id, 'blog.example')
  assert.equal((await post(SCAN, { ...DEMO, siteId: 'second.example' }, unbound)).status, 200)
  assertError(await post(SCAN, DEMO, bound), { code: 'site_limit_reached' })
})
