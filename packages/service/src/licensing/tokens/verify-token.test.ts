import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { HOUR_MS, OPERATOR, START } from '@central-api/testing/licensing/fixture.ts'
import {
  ALPHABET,
  CLAIMS,
  createForge,
  encode,
  IAT,
  NAMES,
  refused,
  without,
} from '@central-api/testing/licensing/tokens/forge-token.ts'
import fc from 'fast-check'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

test('verifies a minted token', async (context) => {
  const { mint, verify, forge } = await createForge(context)
  const { token } = await mint({ id: 'lic_A' }, 'https://www.Shop.example', '203.0.113.7')
  const { jti, ...verified } = await verify(token)
  assert.match(jti, /^[0-9A-Za-z]{20}$/)
  assert.deepEqual(verified, { licenseId: 'lic_A', siteId: 'shop.example', expiresAt: START + HOUR_MS })
  assert.deepEqual(await verify(forge()), { ...verified, jti: 'J' })
  assert.deepEqual(await verify(forge(undefined, without(CLAIMS, 'sid'))), {
    licenseId: 'lic_A',
    jti: 'J',
    expiresAt: START + HOUR_MS,
  })
})

test('every claim is required and must have the configured value', async (context) => {
  const { verify, forge } = await createForge(context)
  const claims: readonly (readonly [unknown, ErrorCode])[] = [
    ...['iss', 'aud', 'sub', 'jti', 'iat', 'exp'].map((name) => [without(CLAIMS, name), 'token_invalid'] as const),
    ...['iss', 'aud', 'sub', 'sid', 'jti', 'iat', 'exp'].map(
      (name) => [{ ...CLAIMS, [name]: null }, 'token_invalid'] as const,
    ),
    [{ ...CLAIMS, iss: 'https://central.example/' }, 'token_invalid'],
    [{ ...CLAIMS, iss: [NAMES.issuer] }, 'token_invalid'],
    [{ ...CLAIMS, aud: 'another-api' }, 'token_invalid'],
    [{ ...CLAIMS, aud: [NAMES.audience] }, 'token_invalid'],
    [{ ...CLAIMS, aud: [NAMES.audience, 'another-api'] }, 'token_invalid'],
    [{ ...CLAIMS, sub: '' }, 'token_invalid'],
    [{ ...CLAIMS, sub: { id: 'lic_A' } }, 'token_invalid'],
    [{ ...CLAIMS, sid: 5 }, 'token_invalid'],
    [{ ...CLAIMS, jti: '' }, 'token_invalid'],
    [{ ...CLAIMS, exp: IAT + 3_601 }, 'token_invalid'],
    [{ ...CLAIMS, exp: IAT }, 'token_invalid'],
    [{ ...CLAIMS, exp: IAT - 1 }, 'token_invalid'],
    [{ ...CLAIMS, exp: String(CLAIMS.exp) }, 'token_invalid'],
    [{ ...CLAIMS, exp: IAT + 0.5 }, 'token_invalid'],
    [{ ...CLAIMS, iat: IAT - 0.5 }, 'token_invalid'],
    [{ ...CLAIMS, iat: IAT + 6, exp: IAT + 60 }, 'token_invalid'],
    [{ ...CLAIMS, iat: IAT + 6, exp: IAT + 60, nbf: IAT }, 'token_invalid'],
    [{ ...CLAIMS, nbf: IAT + 6 }, 'token_invalid'],
    [{ ...CLAIMS, nbf: 'tomorrow' }, 'token_invalid'],
    [{ ...CLAIMS, iat: IAT - 3_700, exp: IAT - 100 }, 'token_expired'],
    [[CLAIMS], 'token_malformed'],
    ['null', 'token_malformed'],
    [`{"sub":"lic_B",${JSON.stringify(CLAIMS).slice(1)}`, 'token_malformed'],
  ]
  for (const [part, code] of claims)
    await assert.rejects(verify(forge(undefined, part)), refused(code), JSON.stringify(part))
})

test('verifies the signature before the claims', async (context) => {
  const { verify, forge } = await createForge(context)
  const other = generateKeyPairSync('ed25519').privateKey
  for (const claims of [CLAIMS, { ...CLAIMS, iat: IAT - 3_700, exp: IAT - 100 }, {}]) {
    await assert.rejects(verify(forge(undefined, claims, other)), refused('token_invalid'))
  }
})

test('refuses signatures of other algorithms and of other texts', async (context) => {
  const { verify, forge, header, publicKey } = await createForge(context)
  const token = forge()
  const [headerPart = '', claimsPart = '', signature = ''] = token.split('.')
  const signed = `${headerPart}.${claimsPart}`
  const hmac = (key: string | Buffer) => createHmac('sha256', key).update(signed).digest('base64url')
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const signatures = [
    hmac(publicKey.export({ format: 'pem', type: 'spki' })),
    hmac(publicKey.export({ format: 'der', type: 'spki' })),
    hmac(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')),
    sign('sha256', Buffer.from(signed), { key: p256, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    forge(undefined, { ...CLAIMS, sub: 'lic_B' }).split('.')[2],
    Buffer.alloc(64).toString('base64url'),
    `${signature}AAAA`,
    signature.slice(0, 84),
  ]
  for (const other of signatures) await assert.rejects(verify(`${signed}.${other}`), refused('token_invalid'), other)
  const swapped = [
    `${headerPart}.${encode({ ...CLAIMS, sub: 'lic_B' })}.${signature}`,
    `${encode({ ...header, kid: 'other' })}.${claimsPart}.${signature}`,
  ]
  for (const other of swapped) await assert.rejects(verify(other), refused('token_invalid'))
})

test('refuses any change of a single character', async (context) => {
  const { verify, verifyRemembered, forge } = await createForge(context)
  const token = forge()
  await verify(token)
  await fc.assert(
    fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...`${ALPHABET}.=+/ `), async (at, other) => {
      fc.pre(token.charAt(at) !== other)
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      assert.equal(verifyRemembered(changed), undefined)
      await assert.rejects(verify(changed), (error) => isApiError(error, 'token_malformed', 'token_invalid'))
    }),
    { numRuns: 1_000 },
  )
})

test('a token is valid until five seconds after its end, cached or not', async (context) => {
  const { verify, verifyRemembered, forge, clock } = await createForge(context)
  const [cached, fresh] = [forge(), forge(undefined, { ...CLAIMS, jti: 'K' })]
  await verify(cached)
  clock.advance(HOUR_MS + 4_999)
  assert.equal(verifyRemembered(cached)?.jti, 'J')
  assert.equal((await verify(fresh)).jti, 'K')
  clock.advance(1)
  for (const token of [cached, fresh]) {
    assert.equal(verifyRemembered(token), undefined)
    await assert.rejects(verify(token), refused('token_expired'))
  }
})

test('a clock that is five seconds behind refuses no token', async (context) => {
  const { verify, forge } = await createForge(context)
  await verify(forge(undefined, { ...CLAIMS, iat: IAT + 5, exp: IAT + 3_605, nbf: IAT + 5 }))
})

test('caches verified tokens only, until they are forgotten', async (context) => {
  const { verify, verifyRemembered, forgetAll, forge } = await createForge(context)
  const token = forge()
  const wrong = forge(undefined, { ...CLAIMS, aud: 'another-api' })
  assert.equal(verifyRemembered(token), undefined)
  await assert.rejects(verify(wrong), refused('token_invalid'))
  assert.equal(verifyRemembered(wrong), undefined)
  const verified = await verify(token)
  assert.equal(verifyRemembered(token), verified)
  forgetAll()
  assert.equal(verifyRemembered(token), undefined)
})

test('a rotation invalidates no token, and the retired key verifies until its last token has expired', async (context) => {
  const { verify, forgetAll, mint, signingKeys, clock } = await createForge(context)
  const first = await mint({ id: 'lic_A' }, 'shop.example', '203.0.113.7')
  clock.advance(1_000)
  await signingKeys.rotate(OPERATOR)
  const second = await mint({ id: 'lic_B' }, 'shop.example', '203.0.113.7')
  for (let minute = 0; minute < 59; minute += 1) {
    clock.advance(60_000)
    forgetAll()
    await signingKeys.sweep()
    await signingKeys.load()
    for (const [{ token }, licenseId] of [
      [first, 'lic_A'],
      [second, 'lic_B'],
    ] as const) {
      assert.equal((await verify(token)).licenseId, licenseId)
    }
  }
  clock.advance(70_000)
  await assert.rejects(verify(first.token), refused('token_expired'))
  clock.advance(60_000)
  await assert.rejects(verify(first.token), refused('token_invalid'))
})

test('unknown kids cause at most one read of the store per second', async (context) => {
  const { verify, forge, header, counts, clock } = await createForge(context)
  const attack = () =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        assert.rejects(verify(forge({ ...header, kid: `unknown${index}` })), refused('token_invalid')),
      ),
    )
  await attack()
  await attack()
  assert.equal(counts.lists, 1)
  clock.advance(1_000)
  await attack()
  assert.equal(counts.lists, 2)
})

test('verifies a token that another process signed with a new key immediately', async (context) => {
  const { store, peppers, clock, verify, randomBytes } = await createForge(context)
  const signingKeys = createSigningKeys({ store, peppers, now: clock.now, elapsed: clock.elapsed })
  await signingKeys.rotate(OPERATOR)
  const there = createTokens({ store, signingKeys, peppers, now: clock.now, randomBytes, ...NAMES })
  const { token } = await there.mint({ id: 'lic_A' }, undefined, '203.0.113.7')
  assert.equal((await verify(token)).licenseId, 'lic_A')
})
