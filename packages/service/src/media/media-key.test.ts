import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { createMediaKeys, MAX_SEALED_CHARACTERS, type MediaKey, NO_SUBJECT } from './media-key.ts'

/** Keys that depend on the purpose, as those of a pepper do. */
const peppers =
  (...seeds: readonly number[]) =>
  (purpose: string): readonly Buffer[] =>
    seeds.map((seed) => Buffer.alloc(32, `${seed} ${purpose}`))

const KEYS = createMediaKeys({ keysFor: peppers(1) })
const KEY: MediaKey = {
  reach: 'public',
  platform: 'instagram',
  post: KEYS.subjectOf('https://www.instagram.com/p/abc/'),
  account: KEYS.subjectOf('https://www.instagram.com/somebody/'),
  url: 'https://scontent.cdninstagram.com/v/t51/1.jpg?oe=65f0a1b2&sig=ü',
}

const sealed = (key = KEY, keys = KEYS): string => keys.seal(key) ?? assert.fail('too long')

test('a media URL opens to what was sealed, whatever it contains', () => {
  for (const key of [
    KEY,
    { ...KEY, reach: 'cn_0123456789' as const, post: NO_SUBJECT },
    { ...KEY, url: `https://host.example/${'ü'.repeat(500)}` },
  ])
    assert.deepEqual(KEYS.open(sealed(key)), key)
})

test('three processes make the same URL, and another one for anything that differs', () => {
  const replicas = Array.from({ length: 3 }, () => createMediaKeys({ keysFor: peppers(1) }))
  assert.equal(new Set(replicas.map((keys) => sealed(KEY, keys))).size, 1)
  const others: readonly MediaKey[] = [
    KEY,
    { ...KEY, reach: 'cn_1' },
    { ...KEY, platform: 'threads' },
    { ...KEY, post: NO_SUBJECT },
    { ...KEY, account: NO_SUBJECT },
    { ...KEY, url: `${KEY.url}&` },
  ]
  const urls = others.map((key) => sealed(key))
  assert.equal(new Set(urls).size, others.length)
  // Not even a nonce is shared.
  assert.equal(new Set(urls.map((url) => url.slice(0, 16))).size, others.length)
})

test('the two latest peppers open a URL, and the latest seals', () => {
  const url = sealed()
  assert.deepEqual(createMediaKeys({ keysFor: peppers(2, 1) }).open(url), KEY)
  assert.equal(createMediaKeys({ keysFor: peppers(3, 2, 1) }).open(url), undefined)
  assert.equal(createMediaKeys({ keysFor: peppers(2) }).open(url), undefined)
  assert.notEqual(sealed(KEY, createMediaKeys({ keysFor: peppers(2, 1) })), url)
})

test('no changed URL opens, in a million', () => {
  const url = sealed({ ...KEY, url: 'https://i.example/1' })
  const bytes = Buffer.from(url, 'base64url')
  for (let count = 0; count < 1_000_000; count += 1) {
    const changed = Buffer.from(bytes)
    const at = count % changed.length
    changed[at] = (changed[at] ?? 0) ^ (1 + (Math.floor(count / changed.length) % 255))
    if (count % 2 === 1) changed[randomInt(changed.length)] = 0xa5
    if (changed.equals(bytes)) continue
    if (KEYS.open(changed.toString('base64url')) !== undefined) assert.fail(`opened: ${changed.toString('hex')}`)
  }
})

test('other spellings, cut and extended URLs do not open', () => {
  const url = sealed()
  for (const other of ['', 'A', `${url}=`, `${url}A`, url.slice(0, -1), url.slice(1), ` ${url}`, url.toLowerCase()])
    assert.equal(KEYS.open(other), undefined, other)
  assert.equal(KEYS.open('A'.repeat(1_000_000)), undefined)
})

test('a URL that would be too long to send is not sealed', () => {
  assert.equal(KEYS.seal({ ...KEY, url: `https://host.example/${'a'.repeat(2_000)}` }), undefined)
  assert.ok(sealed({ ...KEY, url: `https://host.example/${'a'.repeat(1_150)}` }).length <= MAX_SEALED_CHARACTERS)
})

test('nothing of the platform’s URL can be read in it', () => {
  assert.doesNotMatch(Buffer.from(sealed(), 'base64url').toString('latin1'), /cdninstagram|sig=|instagram/)
})

const SOURCE = { post: 'https://ana.example/1', account: 'https://ana.example/', place: 'image 0' }
const NAMED: MediaKey = {
  ...{ reach: 'cn_1', platform: 'rss', url: 'https://i.example/1.jpg' },
  ...{ post: KEYS.subjectOf(SOURCE.post), account: KEYS.subjectOf(SOURCE.account) },
}
/** Sealed before URLs had a source. */
const FIRST =
  'auI2uXA6CHvgHhVXt5klv75FoMC3eeVNjnVsg9uTifzkjIN7xfH8veReI9DfnSdi-0mp1Qr3XVDi7DpmLmxFOWcqk4off-apJ8FUgd12NQf6zK-qRAC6Ug0pSG7t'

test('a URL also has the source of the image, which names what it belongs to', () => {
  for (const source of [
    SOURCE,
    { ...SOURCE, post: null },
    { ...SOURCE, account: null },
    { ...SOURCE, post: `${SOURCE.post}?${'ü'.repeat(150)}` },
  ]) {
    const key = {
      ...{ ...NAMED, source },
      ...{ post: KEYS.subjectOf(source.post), account: KEYS.subjectOf(source.account) },
    }
    assert.deepEqual(KEYS.open(sealed(key)), key)
  }
  assert.equal(
    new Set(['image 0', 'image 1'].map((place) => sealed({ ...NAMED, source: { ...SOURCE, place } }))).size,
    2,
  )
})

test('URLs that were made before there was a source still open', () => {
  assert.deepEqual(KEYS.open(FIRST), NAMED)
  assert.equal(sealed(NAMED), FIRST)
})

test('a long URL is sealed without its source rather than not at all', () => {
  const url = `https://host.example/${'a'.repeat(1_150)}`
  const long = { ...NAMED, url, source: { ...SOURCE, post: `${SOURCE.post}/${'b'.repeat(400)}` } }
  const { source: _, ...without } = { ...long, post: KEYS.subjectOf(long.source.post) }
  assert.deepEqual(KEYS.open(sealed({ ...long, post: without.post })), without)
  for (let length = 1_100; length < 1_400; length += 1) {
    const made = KEYS.seal({ ...NAMED, source: SOURCE, url: 'a'.repeat(length) })
    assert.ok(made === undefined || made.length <= MAX_SEALED_CHARACTERS)
  }
})
