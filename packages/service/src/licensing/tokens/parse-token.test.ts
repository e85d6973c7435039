import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALPHABET, CLAIMS, createForge, refused, without } from '@central-api/testing/licensing/tokens/forge-token.ts'
import { type ErrorCode, isApiError } from '../../errors.ts'
import { parseToken } from './parse-token.ts'

test('refuses every header other than our own, even with a valid signature', async (context) => {
  const { verify, forge, header, kid, publicKey } = await createForge(context)
  const jwk = publicKey.export({ format: 'jwk' })
  const headers: readonly (readonly [unknown, ErrorCode])[] = [
    [{ ...header, alg: 'none' }, 'token_invalid'],
    [{ ...header, alg: 'HS256' }, 'token_invalid'],
    [{ ...header, alg: 'ES256' }, 'token_invalid'],
    [{ ...header, alg: 'Ed25519' }, 'token_invalid'],
    [{ ...header, alg: 'eddsa' }, 'token_invalid'],
    [{ ...header, alg: ['EdDSA'] }, 'token_invalid'],
    [without(header, 'alg'), 'token_invalid'],
    [without(header, 'typ'), 'token_invalid'],
    [without(header, 'kid'), 'token_invalid'],
    [{ ...header, typ: 'JWT' }, 'token_invalid'],
    [{ ...header, typ: 'AT+JWT' }, 'token_invalid'],
    [{ ...header, typ: 'application/at+jwt' }, 'token_invalid'],
    [{ ...header, jku: 'https://attacker.example/jwks.json' }, 'token_invalid'],
    [{ ...header, jwk }, 'token_invalid'],
    [{ ...header, x5u: 'https://attacker.example/key.pem' }, 'token_invalid'],
    [{ ...header, x5c: ['MIIB'] }, 'token_invalid'],
    [{ ...header, crit: ['exp'] }, 'token_invalid'],
    [{ ...header, b64: false }, 'token_invalid'],
    [{ ...header, kid: '../../dev/null' }, 'token_invalid'],
    [{ ...header, kid: `${kid}\u0000` }, 'token_invalid'],
    [{ ...header, kid: `${kid}' or '1'='1` }, 'token_invalid'],
    [{ ...header, kid: 'x'.repeat(33) }, 'token_invalid'],
    [{ ...header, kid: '' }, 'token_invalid'],
    [{ ...header, kid: 7 }, 'token_invalid'],
    [{ ...header, kid: [kid] }, 'token_invalid'],
    [{ ...header, kid: '__proto__' }, 'token_invalid'],
    [{ ...header, kid: 'unknown' }, 'token_invalid'],
    [[header], 'token_malformed'],
    ['null', 'token_malformed'],
    ['"EdDSA"', 'token_malformed'],
    ['{', 'token_malformed'],
    ['[['.repeat(300), 'token_malformed'],
    [`{"alg":"none","alg":"EdDSA","typ":"at+jwt","kid":"${kid}"}`, 'token_malformed'],
    [`{"alg":"EdDSA","typ":"at+jwt","kid":"other","kid":"${kid}"}`, 'token_malformed'],
    [`{"alg":"EdDSA", "typ":"at+jwt","kid":"${kid}"}`, 'token_malformed'],
  ]
  for (const [part, code] of headers) await assert.rejects(verify(forge(part)), refused(code), JSON.stringify(part))
})

test('accepts exactly one of the characters that a signature may end in', async (context) => {
  const { verify, forge } = await createForge(context)
  const token = forge()
  const codes = await Promise.all(
    [...ALPHABET].map((last) =>
      verify(token.slice(0, -1) + last).then(
        () => 'verified',
        (error: unknown) => (isApiError(error) ? error.code : String(error)),
      ),
    ),
  )
  // Four characters have no unused bits set; one of these has the right bits.
  const count = (code: string): number => codes.filter((other) => other === code).length
  assert.deepEqual([count('verified'), count('token_invalid'), count('token_malformed')], [1, 3, 60])
})

test('refuses text that is not a canonical token before decoding anything', async (context) => {
  const { verify, forge, counts } = await createForge(context)
  const token = forge()
  const [header = '', claims = '', signature = ''] = token.split('.')
  const malformed = [
    '',
    '.',
    '..',
    '...',
    'token',
    `${header}.${claims}`,
    `${header}.${claims}.`,
    `.${claims}.${signature}`,
    `${header}..${signature}`,
    `${token}.`,
    `.${token}`,
    `${token}.${signature}`,
    `${header}.${header}.${header}.${header}.${header}`,
    `${token}=`,
    `${token}==`,
    `${header}=.${claims}.${signature}`,
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    `${header}. ${claims}.${signature}`,
    token.replaceAll('-', '+').replaceAll('_', '/').replace('.', '+.'),
    `${header}.${claims}.${signature}é`,
    `${header}\u0000.${claims}.${signature}`,
    `${header}.${claims}.${'A'.repeat(2_049 - header.length - claims.length - 2)}`,
    'A'.repeat(1_000_000),
    '.'.repeat(1_000_000),
  ]
  for (const text of malformed) await assert.rejects(verify(text), refused('token_malformed'), text.slice(0, 80))
  assert.equal(counts.lists, 0)
})

test('accepts 2,048 characters, and not 2,049', async (context) => {
  const { verify, forge } = await createForge(context)
  const lengths = new Map<number, string>()
  for (let size = 1_050; size < 1_400; size += 1) {
    const token = forge(undefined, { ...CLAIMS, sub: 'x'.repeat(size) })
    lengths.set(token.length, token)
  }
  const fits = lengths.get(2_048) ?? lengths.get(2_047)
  const exceeds = lengths.get(2_049) ?? lengths.get(2_050)
  assert.ok(fits && exceeds)
  assert.match((await verify(fits)).licenseId, /^x+$/)
  await assert.rejects(verify(exceeds), refused('token_malformed'))
})

test('refuses an invalid kid before looking it up', async (context) => {
  const { forge, header, kid } = await createForge(context)
  assert.equal(parseToken(forge()).kid, kid)
  for (const other of ['', 'a.b', '../key', 'é', `${kid}\n`, 'x'.repeat(33)]) {
    assert.throws(() => parseToken(forge({ ...header, kid: other })), refused('token_invalid'), other)
  }
})
