import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createLicenseKey } from '../licensing/keys/license-key.ts'
import { hostOf, readableHandle, readableId, readablePlatform, readableSite } from './readable-handle.ts'

const KEY = createLicenseKey('live', randomBytes)
const END = `…${KEY.slice(-4)}`

/** What was pasted, and what is left of it when no platform knows it. */
const PASTED: readonly (readonly [string, string | null])[] = [
  ['nobody we know', 'nobody we know'],
  ['', null],
  [' \u200b\u0000\n', null],
  // Keys of ours, whole, broken, mistyped, in other text.
  [KEY, END],
  [` ${KEY}\n`, END],
  [`my key is ${KEY}`, END],
  [`${KEY.slice(0, 20)}\n${KEY.slice(20)}`, END],
  [KEY.slice(0, -1), `…${KEY.slice(-5, -1)}`],
  [`https://blog.example/?key=${KEY}`, 'https://blog.example/?…'],
  // Keys of other shops and of platforms.
  ['8F3C2B1A-77D0-4E1B-9C7F-2A5D1E0B9C3D', '…9C3D'],
  ['4f3c2b1a77d04e1b9c7f2a5d1e0b9c3d', '…9c3d'],
  ['X7TQ-99KL-2M4N-PP31', '…PP31'],
  ['sk_live_51HxYzAbCdEfGhIjK', '…hIjK'],
  ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJsaWNfMSJ9.c2lnbmF0dXJl', '…dXJl'],
  ['q8Zt4vLm2Pw9Xr', '…w9Xr'],
  // Email addresses.
  ['ann.smith+shop@example.com', '…@example.com'],
  ['Ann Smith <ann@example.com>', 'Ann Smith <…@example.com>'],
  ['ann%40example.com', '…@example.com'],
  // Secrets in URLs.
  ['https://ann:secret@blog.example/feed', 'https://blog.example/feed'],
  ['https://blog.example/feed?token=abc#x', 'https://blog.example/feed?…'],
  ['https://blog.example/#access_token=abc', 'https://blog.example/'],
  ['https://blog.example/feeds/a8Fk29dLq0Zm3Xc7Vb5N/rss', 'https://blog.example/feeds/…Vb5N/rss'],
  ['search?q=ann@example.com', 'search?…'],
  // What would break a row, a statement or a line.
  ['a\u0000b\u0007c\u2028d', 'a b c d'],
  ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
  ['"\'\\%_;drop table', '"\'\\%_;drop table'],
]

test('a handle that no platform knows shows no key, token, email address or query, and no control characters', () => {
  for (const [written, expected] of PASTED)
    assert.equal(readableHandle(written, undefined, false), expected, JSON.stringify(written))
})

test('a handle of the platform that failed is shown, unless it is certainly a key or may be an email address', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['UCX6OQ3DkcsbYNE6H8uQQuVA', 'UCX6OQ3DkcsbYNE6H8uQQuVA', 'UCX6OQ3DkcsbYNE6H8uQQuVA'],
    ['xX_gamer_Xx99', 'xx_gamer_xx99', 'xx_gamer_xx99'],
    ['@ann@social.example', 'ann@social.example', 'ann@social.example'],
    ['https://social.example/@ann', 'ann@social.example', 'ann@social.example'],
    ['ann@social.example', 'ann@social.example', '…@social.example'],
    [KEY, KEY.toLowerCase(), END.toLowerCase()],
    ['8f3c2b1a-77d0-4e1b-9c7f-2a5d1e0b9c3d', '8f3c2b1a-77d0-4e1b-9c7f-2a5d1e0b9c3d', '…9c3d'],
  ]
  for (const [written, canonical, expected] of cases)
    assert.equal(readableHandle(written, canonical, false), expected, written)
})

test('a handle that the platform returned is shown as it is, without the secrets of a URL', () => {
  const found = (canonical: string) => readableHandle(canonical, canonical, true)
  assert.equal(found('ann@social.example'), 'ann@social.example')
  assert.equal(found('PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'), 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf')
  assert.equal(found('https://blog.example/feed?auth=secret'), 'https://blog.example/feed?…')
  assert.equal(found('https://blog.example/feed/'), 'https://blog.example/feed/')
  assert.equal(found('日本語のブログ'), '日本語のブログ')
})

test('a long handle is cut, also within a character of two code units', () => {
  const long = readableHandle(`a${'👍'.repeat(500)}`, undefined, false) ?? ''
  assert.ok(long.length <= 160 && long.endsWith('…') && long.isWellFormed())
})

test('a site shows neither an email address nor a key', () => {
  assert.equal(readableSite('blog.example/path'), 'blog.example/path')
  assert.equal(readableSite('ann@example.com'), '…@example.com')
  assert.equal(readableSite('blog.example/a8fk29dlq0zm3xc7vb5n'), 'blog.example/…vb5n')
  assert.equal(readableSite(KEY.toLowerCase()), END.toLowerCase())
})

test('a request id is shown unless it is a key or a token', () => {
  const id = '8f3c2b1a-77d0-4e1b-9c7f-2a5d1e0b9c3d'
  assert.equal(readableId(id), id)
  assert.equal(readableId(KEY), END)
  assert.equal(readableId('eyJhbGciOiJFZERTQSJ9.eyJzdWIi.c2ln'), '…c2ln')
})

test('of a URL only the host is shown', () => {
  assert.equal(hostOf('https://ann:secret@www.blog.example:8443/a?token=b#c'), 'www.blog.example')
  assert.equal(hostOf(' <blog.example/a?token=b> '), 'blog.example')
  assert.equal(hostOf('http://[2001:db8::1]/'), '[2001:db8::1]')
  for (const none of ['', 'secret', 'mailto:ann@example.com', `${KEY}`, 'http://', 'javascript:alert(1)'])
    assert.equal(hostOf(none), null, none)
})

test('an unknown platform is short, on one line and without secrets', () => {
  assert.equal(readablePlatform('twitter'), 'twitter')
  assert.equal(readablePlatform(undefined), null)
  assert.equal(readablePlatform(' '), null)
  assert.equal(readablePlatform('my\nspace'), 'my space')
  assert.equal(readablePlatform('x'.repeat(1_000))?.length, 40)
  assert.doesNotMatch(readablePlatform(`ck_live_${'aB3'.repeat(13)}`) ?? '', /aB3aB3/)
  assert.equal(readablePlatform('ann@mail.example'), '…@mail.example')
})
