import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTHING_GONE } from '@central-api/testing/media/doubles.ts'
import { createCopies, type Size, type Swept } from './copies.ts'
import type { GoneImages } from './gone-images.ts'
import type { MediaHome } from './home/media-home.ts'
import { createMediaKeys, type MediaKey, subjectOf } from './media-key.ts'
import { createMediaMarks } from './media-marks.ts'
import { keptMs } from './terms.ts'

const keys = createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] })
const START = Date.UTC(2030, 0, 15)
const DAY_MS = 86_400_000
const SIZE = 100

const keyOf = (url: string, more: Partial<MediaKey> = {}): MediaKey => ({
  ...{ reach: 'public', platform: 'keeps', post: subjectOf('https://ana.example/1') },
  ...{ account: subjectOf('https://ana.example/'), url: `https://cdn.example/${url}` },
  ...more,
})

const start = (maxBytes = 1_000_000, gone: Pick<GoneImages, 'has'> = NOTHING_GONE) => {
  const stored = new Map<string, { bytes: Buffer; storedAt: number; usedAt: number }>()
  const clock = { now: START }
  const faults: unknown[] = []
  const state = { broken: false }
  const check = () => {
    if (state.broken) throw new Error('the disk is full')
  }
  const home: MediaHome = {
    async get(name) {
      check()
      const found = stored.get(name)
      if (found) found.usedAt = clock.now
      return found
    },
    async put(name, bytes, storedAt) {
      check()
      stored.set(name, { bytes, storedAt, usedAt: clock.now })
    },
    remove: async (name) => void stored.delete(name),
    async *list() {
      check()
      for (const [name, { bytes, storedAt, usedAt }] of stored) yield { name, bytes: bytes.length, storedAt, usedAt }
    },
  }
  const marks = createMediaMarks({ add: async () => {}, adopt: async () => {}, list: async () => [] })
  const swept: Swept[] = []
  const copies = createCopies({
    onSwept: (each) => swept.push(each),
    ...{
      home,
      keys,
      marks,
      gone,
      maxBytes,
      now: () => clock.now,
      onHomeError: (error) => faults.push(error),
    },
    keptMs: (id) => ({ keeps: Number.POSITIVE_INFINITY, caches: 30 * DAY_MS })[id] ?? 0,
  })
  const keep = (key: MediaKey) => copies.keep(key, Buffer.alloc(SIZE, key.url))
  return { stored, clock, copies, marks, keep, faults, state, swept }
}

test('a copy is found by what it is, however its URL is signed, and by no other reach', async () => {
  const { copies, keep } = start()
  const signed = (signature: string) =>
    keyOf('', { url: `https://media.licdn.com/dms/1?e=1893456000&v=beta&t=${signature}` })
  await keep(signed('a'))
  assert.equal((await copies.find(signed('b')))?.bytes.length, SIZE)
  assert.equal(await copies.find({ ...signed('a'), reach: 'cn_1' }), undefined)
  assert.equal(await copies.find({ ...signed('a'), post: subjectOf('https://ana.example/2') }), undefined)
  assert.equal(await copies.find(keyOf('2.jpg')), undefined)
})

test('copies are kept as long as the terms say, and no longer than that', async () => {
  const { copies, keep, clock, stored } = start()
  const [forever, cached] = [keyOf('1.jpg'), keyOf('1.jpg', { platform: 'caches' })]
  for (const key of [forever, cached]) await keep(key)
  assert.equal(copies.mayKeep(keyOf('1.jpg', { platform: 'passes' })), false)
  clock.now += 30 * DAY_MS - 1
  assert.ok(await copies.find(cached))
  clock.now += 1
  assert.equal(await copies.find(cached), undefined)
  assert.ok(await copies.find(forever))
  await copies.sweep()
  assert.equal(stored.size, 1)
})

test('a sweep says what it left, by platform, and what it deleted for which reason', async () => {
  const { copies, keep, clock, swept, state } = start(6 * SIZE)
  await keep(keyOf('ended.jpg', { platform: 'caches' }))
  clock.now += 30 * DAY_MS
  for (let at = 0; at < 6; at += 1) {
    await keep(keyOf(`${at}.jpg`, at < 2 ? { platform: 'caches' } : {}))
    clock.now += 1
  }
  const rendered = { bytes: Buffer.alloc(SIZE), storedAt: clock.now }
  await copies.keepRendering(keyOf('5.jpg'), { width: 320, format: 'webp' }, rendered)
  await copies.sweep()
  assert.deepEqual(swept, [
    {
      copies: [{ platform: 'keeps', originals: 4, renderings: 1, bytes: 5 * SIZE }],
      ...{ limit: 2, ended: 1 },
    },
  ])
  // What could not be listed is not gone.
  state.broken = true
  await copies.sweep()
  assert.equal(swept.length, 1)
})

test('a sweep deletes what belongs to something that was forgotten, and nothing else', async () => {
  for (const forgotten of ['https://ana.example/1', 'https://ana.example/', 'https://cdn.example/1.jpg', 'cn_1']) {
    const { copies, keep, marks, stored } = start()
    await keep(keyOf('1.jpg', { reach: 'cn_1' }))
    await keep(keyOf('2.jpg', { post: subjectOf('https://ben.example/1'), account: subjectOf('https://ben.example') }))
    marks.learn(subjectOf(forgotten).toString('hex'))
    await copies.sweep()
    assert.equal(stored.size, 1, forgotten)
  }
})

test('a sweep deletes what its platform called gone, and what was rendered from it', async () => {
  const post = subjectOf('https://ana.example/1')
  const has: GoneImages['has'] = (platform, [of]) => platform === 'keeps' && of?.equals(post) === true
  const { copies, keep, stored } = start(1_000_000, { has })
  await keep(keyOf('1.jpg'))
  await copies.keepRendering(
    keyOf('1.jpg'),
    { width: 320, format: 'webp' },
    { bytes: Buffer.alloc(1), storedAt: START },
  )
  await keep(keyOf('1.jpg', { platform: 'caches' }))
  await keep(keyOf('2.jpg', { post: subjectOf('https://ana.example/2') }))
  await copies.sweep()
  assert.deepEqual(
    [...stored.keys()].map((name) => name.split('/', 1)[0]),
    ['caches', 'keeps'],
  )
})

test('the copies of an account go with it, and no others', async () => {
  const { copies, keep, stored } = start()
  for (const reach of ['public', 'cn_1', 'cn_2'] as const) await keep(keyOf('1.jpg', { reach }))
  await copies.drop('cn_1')
  assert.equal(stored.size, 2)
  assert.equal(await copies.find(keyOf('1.jpg', { reach: 'cn_1' })), undefined)
})

test('the copies of an account that could not be deleted go with the next sweep, and later ones stay', async () => {
  const { copies, keep, stored, state } = start()
  for (const reach of ['public', 'cn_1'] as const) await keep(keyOf('1.jpg', { reach }))
  state.broken = true
  await copies.drop('cn_1')
  state.broken = false
  assert.equal(stored.size, 2)
  await copies.sweep()
  assert.equal(stored.size, 1)
  await keep(keyOf('1.jpg', { reach: 'cn_1' }))
  await copies.sweep()
  assert.equal(stored.size, 2)
})

test('what was not used for the longest time goes first, until there is room', async () => {
  const { copies, keep, clock, stored } = start(10 * SIZE)
  for (let n = 0; n < 12; n += 1) {
    clock.now += 1
    await keep(keyOf(`${n}.jpg`))
  }
  await copies.find(keyOf('0.jpg'))
  await copies.sweep()
  assert.equal(stored.size, 9)
  assert.ok(await copies.find(keyOf('0.jpg')))
  assert.equal(await copies.find(keyOf('1.jpg')), undefined)
  await copies.sweep()
  assert.equal(stored.size, 9)
})

const SMALL: Size = { width: 320, format: 'webp' }

/** Keeps the original, and what was rendered from it. */
const keepBoth = async ({ copies, keep }: ReturnType<typeof start>, key: MediaKey) => {
  const storedAt = (await keep(key)) ?? assert.fail('not stored')
  await copies.keepRendering(key, SMALL, { bytes: Buffer.alloc(SIZE), storedAt })
}

test('an account that fills the limit alone loses its own copies, and no others', async () => {
  const { copies, keep, clock, stored } = start(20 * SIZE)
  const own = keyOf('1.jpg', { account: subjectOf('https://bea.example/') })
  await keep(own)
  const many = Array.from({ length: 30 }, (_, at) => keyOf(`${at}.png`))
  for (const key of many) {
    clock.now += 1
    await keep(key)
  }
  await copies.sweep()
  assert.equal(stored.size, 18)
  assert.ok(await copies.find(own))
  assert.equal(await copies.find(many[0] ?? own), undefined)
})

test('what was rendered is found by its size, and ends with its original', async () => {
  const parts = start()
  const { copies, keep, clock, stored } = parts
  const key = keyOf('1.jpg', { platform: 'caches' })
  const storedAt = (await keep(key)) ?? assert.fail('not stored')
  clock.now += DAY_MS
  await copies.keepRendering(key, SMALL, { bytes: Buffer.from('small'), storedAt })
  assert.deepEqual((await copies.find(key, SMALL))?.bytes.toString(), 'small')
  assert.equal(await copies.find(key, { width: 640, format: 'webp' }), undefined)
  assert.equal(await copies.find(key, { width: 320, format: 'avif' }), undefined)
  clock.now += 29 * DAY_MS
  assert.equal(await copies.find(key, SMALL), undefined)
  await copies.sweep()
  assert.equal(stored.size, 0)
})

test('what was rendered goes with its original, whatever the reason', async () => {
  const parts = start()
  const { copies, marks, stored } = parts
  for (const [n, reach] of (['cn_1', 'public', 'public'] as const).entries())
    await keepBoth(parts, keyOf(`${n}.jpg`, { reach }))
  await copies.drop('cn_1')
  assert.equal(stored.size, 4)
  marks.learn(subjectOf('https://cdn.example/1.jpg').toString('hex'))
  await copies.sweep()
  assert.equal(stored.size, 2)
  // As after another process has deleted the original.
  const [original = ''] = stored.keys()
  stored.delete(original)
  await copies.sweep()
  assert.equal(stored.size, 0)
})

test('what was rendered from an original that was replaced goes', async () => {
  const parts = start()
  const { keep, clock, copies, stored } = parts
  const key = keyOf('1.jpg')
  await keepBoth(parts, key)
  clock.now += 1
  await keep(key)
  await copies.sweep()
  assert.equal(stored.size, 1)
  assert.ok(await copies.find(key))
})

test('an original is in use as long as something is that was rendered from it', async () => {
  const parts = start(7 * SIZE)
  const { copies, clock, stored } = parts
  const [used, unused] = [keyOf('1.jpg'), keyOf('2.jpg')]
  for (const key of [used, unused]) await keepBoth(parts, key)
  clock.now += 1
  await copies.find(unused)
  clock.now += 1
  await copies.find(used, SMALL)
  for (const n of [3, 4]) await keepBoth(parts, keyOf(`${n}.jpg`))
  await copies.sweep()
  assert.equal(stored.size, 6)
  assert.ok((await copies.find(used)) && (await copies.find(used, SMALL)))
  assert.equal(await copies.find(unused), undefined)
})

test('a home that fails is skipped and reported', async () => {
  const { copies, keep, faults, state } = start()
  await keep(keyOf('1.jpg'))
  state.broken = true
  await keep(keyOf('2.jpg'))
  assert.equal(await copies.find(keyOf('1.jpg')), undefined)
  await copies.sweep()
  assert.equal(faults.length, 3)
})

test('a setting for one platform makes its terms stricter, never looser, and those of no other', () => {
  const setting = {
    all: 'cache',
    of: new Map([
      ['instagram', 'pass'],
      ['mastodon', 'keep'],
      ['youtube', 'keep'],
    ] as const),
  } as const
  const kept = (id: string, keepsPictures?: boolean) =>
    keptMs({ id, ...(keepsPictures !== undefined && { keepsPictures }) }, setting)
  assert.deepEqual(
    [kept('instagram'), kept('mastodon', true), kept('youtube', false), kept('bluesky', true), kept('x')],
    [0, 30 * DAY_MS, 0, 30 * DAY_MS, DAY_MS],
  )
})

test('an operator makes the terms stricter, never looser', () => {
  const kept = (id: string, keepsPictures: boolean | undefined, strictest: 'keep' | 'cache' | 'pass') =>
    keptMs({ id, ...(keepsPictures !== undefined && { keepsPictures }) }, { all: strictest, of: new Map() })
  assert.deepEqual(
    (['keep', 'cache', 'pass'] as const).map((strictest) => [
      kept('mastodon', true, strictest),
      kept('instagram', undefined, strictest),
      kept('x', undefined, strictest),
      kept('youtube', false, strictest),
    ]),
    [
      [Number.POSITIVE_INFINITY, 30 * DAY_MS, DAY_MS, 0],
      [30 * DAY_MS, 30 * DAY_MS, DAY_MS, 0],
      [0, 0, 0, 0],
    ],
  )
})
