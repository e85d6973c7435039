import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFixture, HOUR_MS, NEW_SECRET, OPERATOR, START } from '@central-api/testing/licensing/fixture.ts'
import type { GrantRecord, Store } from '../../storage/store.ts'
import { parsePeppers } from '../keys/pepper.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

const LICENSE = { id: 'lic_A' }
const SITE = 'shop.example'
const ADDRESS = '203.0.113.7'
const NAMES = { issuer: 'https://central.example', audience: 'central-api' }

const setUp = async (context: TestContext) => {
  const fixture = await createFixture(context)
  const start = async (change: { readonly store?: Store } = {}) => {
    const signingKeys = createSigningKeys({ ...fixture, ...change })
    await signingKeys.load()
    return { ...createTokens({ ...fixture, ...NAMES, signingKeys, ...change }), signingKeys }
  }
  return { ...fixture, start }
}

const partsOf = (token: string): unknown[] =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

test('a token contains its license and site, and is valid for exactly an hour', async (context) => {
  const { start, clock } = await setUp(context)
  const { mint, signingKeys } = await start()
  clock.advance(999)
  const { token, expiresIn, expiresAt } = await mint(LICENSE, 'https://www.Shop.example/', ADDRESS)
  const [header, claims] = partsOf(token)
  assert.deepEqual(header, { alg: 'EdDSA', typ: 'at+jwt', kid: signingKeys.current().kid })
  const { jti, ...others } = claims as { jti: string }
  assert.match(jti, /^[0-9A-Za-z]{20}$/)
  const iat = START / 1_000
  assert.deepEqual(others, { iss: NAMES.issuer, aud: NAMES.audience, sub: 'lic_A', sid: SITE, iat, exp: iat + 3_600 })
  assert.equal(expiresIn, 3_600)
  assert.equal(expiresAt, '2030-01-01T01:00:00.000Z')
})

test('a token without a site has no sid claim', async (context) => {
  const { mint } = await (await setUp(context)).start()
  const [, claims] = partsOf((await mint(LICENSE, undefined, ADDRESS)).token)
  assert.equal(Object.hasOwn(claims as object, 'sid'), false)
})

test('a client gets the same token again while it has more than a minute left', async (context) => {
  const { start, clock } = await setUp(context)
  const { mint } = await start()
  const first = await mint(LICENSE, SITE, ADDRESS)
  clock.advance(HOUR_MS - 60_001)
  const again = await mint(LICENSE, SITE, ADDRESS)
  assert.equal(again.token, first.token)
  assert.equal(again.expiresAt, first.expiresAt)
  assert.equal(again.expiresIn, 61)
  clock.advance(1)
  const next = await mint(LICENSE, SITE, ADDRESS)
  assert.notEqual(next.token, first.token)
  assert.equal(next.expiresIn, 3_600)
})

test('two processes on one store mint the same token, also concurrently', async (context) => {
  const { start } = await setUp(context)
  const [here, there] = [await start(), await start()]
  const minted = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there).mint(LICENSE, SITE, ADDRESS)),
  )
  assert.equal(new Set(minted.map(({ token }) => token)).size, 1)
})

test('a rotation of the signing key keeps existing tokens, and signs the next one', async (context) => {
  const { start, clock } = await setUp(context)
  const [here, there] = [await start(), await start()]
  const old = here.signingKeys.current().kid
  const first = await here.mint(LICENSE, SITE, ADDRESS)
  clock.advance(1_000)
  const { kid } = await here.signingKeys.rotate(OPERATOR)
  for (const tokens of [here, there, await start()]) {
    assert.equal((await tokens.mint(LICENSE, SITE, ADDRESS)).token, first.token)
  }
  const other = await here.mint({ id: 'lic_B' }, SITE, ADDRESS)
  assert.deepEqual(
    [first, other].map(({ token }) => (partsOf(token)[0] as { kid: string }).kid),
    [old, kid],
  )
  assert.equal((await there.mint({ id: 'lic_B' }, SITE, ADDRESS)).token, other.token)
})

test('mints a new token when the key of the existing grant is gone', async (context) => {
  const { start, store, clock, randomBytes } = await setUp(context)
  const first = await (await start()).mint(LICENSE, SITE, ADDRESS)
  clock.advance(1_000)
  const peppers = parsePeppers(`2:${NEW_SECRET}`)
  const signingKeys = createSigningKeys({ store, peppers, now: clock.now, elapsed: clock.elapsed })
  await signingKeys.rotate(OPERATOR)
  // One client in the store, whatever pepper its id is hashed under.
  const claim: Store['grants']['claim'] = (_, grant, renewBefore) => store.grants.claim('client', grant, renewBefore)
  const grant: GrantRecord = { jti: 'x', kid: (partsOf(first.token)[0] as { kid: string }).kid, issuedAt: START }
  await store.grants.claim('client', grant, 0)
  const tokens = createTokens({
    store: { grants: { ...store.grants, claim } },
    signingKeys,
    peppers,
    now: clock.now,
    randomBytes,
    ...NAMES,
  })
  const next = await tokens.mint(LICENSE, SITE, ADDRESS)
  assert.equal((partsOf(next.token)[0] as { kid: string }).kid, signingKeys.current().kid)
  assert.equal((await tokens.mint(LICENSE, SITE, ADDRESS)).token, next.token)
})

test('a client is a license at a site, in any spelling and from any address', async (context) => {
  const { mint } = await (await setUp(context)).start()
  const { token } = await mint(LICENSE, SITE, ADDRESS)
  assert.equal((await mint(LICENSE, 'https://www.SHOP.example/', '192.0.2.9')).token, token)
  assert.notEqual((await mint(LICENSE, 'other.example', ADDRESS)).token, token)
  assert.notEqual((await mint({ id: 'lic_B' }, SITE, ADDRESS)).token, token)
  assert.notEqual((await mint(LICENSE, undefined, ADDRESS)).token, token)
})

test('without a site a client is a license at an IP address, or an IPv6 network', async (context) => {
  const { mint } = await (await setUp(context)).start()
  const { token } = await mint(LICENSE, undefined, '2001:db8::1')
  assert.equal((await mint(LICENSE, undefined, '2001:db8::2')).token, token)
  assert.notEqual((await mint(LICENSE, undefined, '2001:db8:1::1')).token, token)
  assert.notEqual((await mint(LICENSE, '2001:db8::1', '2001:db8::1')).token, token)
})

test('neither the token, the license, the site nor the address is stored', async (context) => {
  const { start, store } = await setUp(context)
  const stored: unknown[] = []
  const claim: Store['grants']['claim'] = (...grant) => {
    stored.push(grant)
    return store.grants.claim(...grant)
  }
  const { mint } = await start({ store: { ...store, grants: { ...store.grants, claim } } })
  const { token } = await mint(LICENSE, SITE, ADDRESS)
  await mint(LICENSE, undefined, ADDRESS)
  const text = JSON.stringify(stored)
  for (const secret of [...token.split('.'), LICENSE.id, SITE, ADDRESS]) assert.ok(!text.includes(secret))
  assert.equal(stored.length, 2)
})

test('a token with the longest site is accepted', async (context) => {
  const { mint, verify } = await (await setUp(context)).start()
  const { token } = await mint(LICENSE, '字'.repeat(255), ADDRESS)
  assert.ok(token.length <= 2_048)
  assert.equal((await verify(token)).siteId?.length, 255)
})
