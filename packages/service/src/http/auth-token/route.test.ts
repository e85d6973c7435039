import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertEveryResponse, quotaOf } from '@central-api/testing/assert-response.ts'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { START, startService } from '@central-api/testing/start-service.ts'

const PATH = '/auth/token'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const claimsOf = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString())

const isoAt = (time: number) => new Date(time).toISOString()

test('exchanges a key for a token of one hour, with the license for a settings page', async (context) => {
  const { post, license } = await startService(context)
  const { license: made, key } = await license({ plan: 'starter', name: 'Blog', expiresAt: START + 48 * HOUR_MS })
  const response = await post(PATH, { licenseKey: key })
  assert.equal(response.status, 200)
  assertEveryResponse(response)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(quotaOf(response), {})
  const token = response.body.data?.token
  assert.deepEqual(response.body, {
    ok: true,
    data: {
      token,
      tokenType: 'Bearer',
      expiresIn: 3600,
      expiresAt: isoAt(START + HOUR_MS),
      license: { id: made.id, plan: 'starter', status: 'active', mode: 'live', expiresAt: isoAt(START + 48 * HOUR_MS) },
    },
  })
  const { jti, ...claims } = claimsOf(token)
  assert.match(String(jti), /^[0-9A-Za-z]{20}$/)
  assert.deepEqual(claims, {
    iss: 'https://central.example',
    aud: 'https://central.example/api/v1',
    sub: made.id,
    iat: START / 1000,
    exp: START / 1000 + 3600,
  })
})

test('a license without an expiry has null, and a test license its mode', async (context) => {
  const { post, license } = await startService(context)
  const { license: made, key } = await license({ mode: 'test' })
  const { body } = await post(PATH, { licenseKey: key })
  assert.deepEqual(body.data?.license, { id: made.id, plan: 'pro', status: 'active', mode: 'test', expiresAt: null })
})

test('within the hour the response is the same token, byte for byte, with the remaining seconds', async (context) => {
  const { post, license, clock } = await startService(context)
  const { key } = await license()
  const exchange = async () => (await post(PATH, { licenseKey: key, siteId: 'blog.example' })).body.data ?? {}
  const first = await exchange()
  assert.equal(claimsOf(first.token).sid, 'blog.example')
  for (const passedMs of [1_000, 20 * MINUTE_MS, 59 * MINUTE_MS - 1_000]) {
    clock.at = START + passedMs
    assert.deepEqual(await exchange(), { ...first, expiresIn: 3600 - passedMs / 1_000 })
  }
  // A new one with 60 seconds or less to live.
  clock.at = START + 59 * MINUTE_MS
  const second = await exchange()
  assert.notEqual(second.token, first.token)
  assert.equal(second.expiresIn, 3600)
  assert.equal(second.expiresAt, isoAt(clock.at + HOUR_MS))
})

test('a hundred exchanges at the same time return one token', async (context) => {
  const { post, license } = await startService(context)
  const { key } = await license()
  const responses = await Promise.all(Array.from({ length: 100 }, () => post(PATH, { licenseKey: key })))
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
  assert.equal(responses[0]?.status, 200)
})

test('a client is the license at its site in any spelling, or at the caller’s IP address', async (context) => {
  const { send, license } = await startService(context)
  const { key } = await license()
  const tokenOf = async (siteId?: string, from = '192.0.2.1') =>
    (await send({ path: `/api/v1${PATH}`, body: { licenseKey: key, siteId }, from })).body.data?.token
  const atSite = await tokenOf('https://www.blog.example/')
  assert.equal(await tokenOf('blog.example', '192.0.2.2'), atSite)
  assert.equal(await tokenOf('HTTP://BLOG.example'), atSite)
  assert.notEqual(await tokenOf('other.example'), atSite)
  const atAddress = await tokenOf()
  assert.notEqual(atAddress, atSite)
  assert.equal(await tokenOf(), atAddress)
  assert.notEqual(await tokenOf(undefined, '192.0.2.2'), atAddress)
})

test('checks the type and length of fields, and reports all problems together', async (context) => {
  const { post, license } = await startService(context)
  const { key } = await license()
  const problems: readonly (readonly [unknown, readonly { field: string; message: string }[]])[] = [
    [{}, [{ field: 'licenseKey', message: 'is required' }]],
    [{ licenseKey: null }, [{ field: 'licenseKey', message: 'must be text' }]],
    [
      { licenseKey: 7, siteId: [] },
      [
        { field: 'licenseKey', message: 'must be text' },
        { field: 'siteId', message: 'must be text' },
      ],
    ],
    [{ licenseKey: '' }, [{ field: 'licenseKey', message: 'must not be empty' }]],
    [{ licenseKey: 'x'.repeat(1_025) }, [{ field: 'licenseKey', message: 'must have at most 1024 characters' }]],
    [
      { siteId: '' },
      [
        { field: 'licenseKey', message: 'is required' },
        { field: 'siteId', message: 'must not be empty' },
      ],
    ],
    [{ licenseKey: key, siteId: 'x'.repeat(256) }, [{ field: 'siteId', message: 'must have at most 255 characters' }]],
    [{ licenseKey: key, siteId: ' ' }, [{ field: 'siteId', message: 'must name a site' }]],
    [{ licenseKey: key, siteId: 'a\u0000b' }, [{ field: 'siteId', message: 'must be plain text' }]],
    [{ licenseKey: key, siteId: null }, [{ field: 'siteId', message: 'must be text' }]],
  ]
  for (const [body, details] of problems) {
    const response = await post(PATH, body)
    const sorted = [...details].sort((a, b) => a.field.localeCompare(b.field))
    const got = response.body.error?.details
    assert.deepEqual(Array.isArray(got) && got.toSorted((a, b) => a.field.localeCompare(b.field)), sorted)
    assertError(response, { code: 'invalid_request', details: got as typeof details })
  }
})

test('a mistyped key is license_malformed and an unknown one license_unknown, with a challenge', async (context) => {
  const { post, license } = await startService(context)
  const { key } = await license()
  const other = await startService(context)
  const { key: foreign } = await other.license()
  const typo = key.slice(0, 9) + (key[9] === 'a' ? 'b' : 'a') + key.slice(10)
  for (const licenseKey of [
    'x',
    typo,
    key.slice(1),
    `${key}x`,
    key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase(),
  ]) {
    assertError(await post(PATH, { licenseKey }), { code: 'license_malformed' })
  }
  assertError(await post(PATH, { licenseKey: foreign }), { code: 'license_unknown', challenge: 'Bearer' })
  assert.equal((await post(PATH, { licenseKey: `  ${key}\n` })).status, 200)
})

test('reports the status of a license by its code', async (context) => {
  const { post, license, clock, parts } = await startService(context)
  const { license: made, key } = await license({ expiresAt: START + HOUR_MS })
  const exchange = () => post(PATH, { licenseKey: key })
  await parts.licenses.suspend(made.id, OPERATOR)
  assertError(await exchange(), { code: 'license_suspended' })
  await parts.licenses.resume(made.id, OPERATOR)
  assert.equal((await exchange()).status, 200)
  clock.at = START + HOUR_MS
  assertError(await exchange(), { code: 'license_expired' })
  await parts.licenses.renew(made.id, START + 3 * HOUR_MS, OPERATOR)
  assert.equal((await exchange()).status, 200)
  await parts.licenses.revoke(made.id, OPERATOR)
  assertError(await exchange(), { code: 'license_revoked' })
})

test('a rotated key works until its overlap ends, the new one from the start', async (context) => {
  const { post, license, clock, parts } = await startService(context)
  const { license: made, key } = await license()
  const next = await parts.licenses.rotateKey(made.id, HOUR_MS, OPERATOR)
  assert.equal((await post(PATH, { licenseKey: key })).status, 200)
  assert.equal((await post(PATH, { licenseKey: next })).status, 200)
  clock.at += HOUR_MS
  assertError(await post(PATH, { licenseKey: key }), { code: 'license_unknown', challenge: 'Bearer' })
  assert.equal((await post(PATH, { licenseKey: next })).status, 200)
})

test('a site counts against the plan; other spellings of it and development sites do not', async (context) => {
  const { post, license, parts } = await startService(context)
  const { license: made, key } = await license({ plan: 'starter' })
  const status = async (siteId?: string) => (await post(PATH, { licenseKey: key, siteId })).status
  assert.equal(await status('https://blog.example'), 200)
  assertError(await post(PATH, { licenseKey: key, siteId: 'second.example' }), { code: 'site_limit_reached' })
  for (const same of ['http://www.blog.example/', 'BLOG.EXAMPLE', 'blog.example:443'])
    assert.equal(await status(same), 200)
  for (const free of [
    'localhost',
    'http://localhost:3000',
    'shop.test',
    'site.local',
    'staging.blog.example',
    'dev.blog.example',
    '127.0.0.1',
    'http://[::1]/',
  ]) {
    assert.equal(await status(free), 200, free)
  }
  assert.equal(await status(), 200)
  await parts.sites.release(made.id, 'blog.example')
  assert.equal(await status('second.example'), 200)
})

test('of many new sites at the same time only as many are admitted as the plan has', async (context) => {
  const { post, license } = await startService(context)
  const { key } = await license({ plan: 'pro' })
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, at) => post(PATH, { licenseKey: key, siteId: `site-${at}.example` })),
  )
  assert.equal(responses.filter(({ status }) => status === 200).length, 5)
  assert.equal(responses.filter(({ body }) => body.error?.code === 'site_limit_reached').length, 25)
})

test('after twenty wrong keys a minute from one IP address further ones are rate_limited, and a right key still works', async (context) => {
  const { send, license, clock } = await startService(context)
  const { key } = await license()
  const from = (address: string, licenseKey: string) =>
    send({ path: `/api/v1${PATH}`, body: { licenseKey }, from: address })
  const wrong = (guess: number) => `0123456789abcdef-wrong-${guess}-ZZ`
  for (let guess = 0; guess < 20; guess += 1) {
    assertError(await from('192.0.2.1', guess % 2 ? 'ck_live_x' : wrong(guess)), {
      ...(guess % 2 ? { code: 'license_malformed' } : { code: 'license_unknown', challenge: 'Bearer' }),
    })
  }
  for (const more of [wrong(20), 'ck_live_x']) {
    assertError(await from('192.0.2.1', more), { code: 'rate_limited', retryAfter: 60 })
  }
  clock.at += 18_500
  assertError(await from('192.0.2.1', wrong(21)), { code: 'rate_limited', retryAfter: 42 })
  assert.equal((await from('192.0.2.1', key)).status, 200)
  // An IPv6 network is one caller.
  for (let guess = 0; guess < 20; guess += 1) await from(`2001:db8::${guess + 1}`, wrong(guess))
  assertError(await from('2001:db8::ffff', wrong(22)), { code: 'rate_limited', retryAfter: 60 })
  assert.equal((await from('2001:db8::ffff', key)).status, 200)
  assertError(await from('2001:db8:0:1::1', wrong(23)), { code: 'license_unknown', challenge: 'Bearer' })
})

test('a flood of wrong keys from an IP address costs a bounded number of look-ups, and keys in use still work', async (context) => {
  const { post, license, clock, parts } = await startService(context)
  const [inUse, other] = [await license(), await license()]
  assert.equal((await post(PATH, { licenseKey: inUse.key })).status, 200)
  const { findByHash } = parts.store.keys
  let reads = 0
  context.mock.method(parts.store.keys, 'findByHash', (hash: string) => {
    reads += 1
    return findByHash(hash)
  })
  for (let guess = 0; guess < 1_300; guess += 1) await post(PATH, { licenseKey: `0123456789abcdef-wrong-${guess}-ZZ` })
  assert.equal(reads, 1_200)
  assertError(await post(PATH, { licenseKey: other.key }), { code: 'rate_limited', retryAfter: 60 })
  clock.at += 3_600_000 - 30_000
  for (let guess = 0; guess < 1_300; guess += 1) await post(PATH, { licenseKey: `0123456789abcdef-again-${guess}-ZZ` })
  assert.equal((await post(PATH, { licenseKey: inUse.key })).status, 200)
})

test('of a hundred wrong keys at the same time twenty are checked', async (context) => {
  const { post } = await startService(context)
  const responses = await Promise.all(Array.from({ length: 100 }, () => post(PATH, { licenseKey: 'wrong' })))
  const codes = responses.map(({ body }) => body.error?.code)
  assert.equal(codes.filter((code) => code === 'license_malformed').length, 20)
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 80)
})

const FORWARDED = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }

/** Wrong keys counted for an IP address, measured by using up the rest. */
const isLimited = async (
  service: Awaited<ReturnType<typeof startService>>,
  headers: Readonly<Record<string, string>>,
) => {
  const request = { path: `/api/v1${PATH}`, body: { licenseKey: 'wrong' }, from: '192.0.2.1', headers }
  return (await service.send(request)).body.error?.code === 'rate_limited'
}

const TRUSTED: Readonly<Record<string, { readonly address: string }>> = {
  false: { address: '192.0.2.1' },
  '0': { address: '192.0.2.1' },
  '1': { address: '203.0.113.9' },
  '2': { address: '198.51.100.7' },
  true: { address: '198.51.100.7' },
  '192.0.2.1': { address: '203.0.113.9' },
  '192.0.2.0/24, 203.0.113.9': { address: '198.51.100.7' },
  '192.0.2.77': { address: '192.0.2.1' },
}

test('believes X-Forwarded-For as TRUST_PROXY says', async (context) => {
  for (const [setting, { address }] of Object.entries(TRUSTED)) {
    const service = await startService(context, { environment: { TRUST_PROXY: setting } })
    for (let guess = 0; guess < 20; guess += 1) await isLimited(service, FORWARDED)
    assert.equal(await isLimited(service, FORWARDED), true, setting)
    // Another spelling of the same address is limited, too; any other address is not.
    const direct = async (from: string) =>
      (await service.send({ path: `/api/v1${PATH}`, body: { licenseKey: 'wrong' }, from })).body.error?.code
    const candidates = ['192.0.2.1', '203.0.113.9', '198.51.100.7']
    const limited = []
    for (const from of candidates) if ((await direct(from)) === 'rate_limited') limited.push(from)
    assert.deepEqual(limited, [address], setting)
  }
})
