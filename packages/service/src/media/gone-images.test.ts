import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createStubStore } from '@central-api/testing/scanning/fixture.ts'
import { DOUBT_MS } from '../scanning/gone-profiles.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { Refused } from '../upstream/contract/refusal.ts'
import { createGoneImages } from './gone-images.ts'
import { NO_SUBJECT, type Subject, subjectOf } from './media-key.ts'

const START = Date.UTC(2030, 0, 15)
const DAY_MS = 86_400_000
const [POST, OTHER, ACCOUNT] = ['1', '2', ''].map((path) => subjectOf(`https://ana.example/${path}`)) as [
  Subject,
  Subject,
  Subject,
]
const GONE = new Refused('absent', { about: 'post' })
const PUBLIC = { platform: 'rss', reach: 'public' } as const

const start = (store = createStubStore().goneProfiles) => {
  const clock = { now: START }
  const marks: string[] = []
  const counted: typeof store = {
    ...store,
    async mark(key, at) {
      marks.push(key)
      await store.mark(key, at)
    },
  }
  const gone = createGoneImages({
    store: counted,
    now: () => clock.now,
    onStoreError: (error) => assert.fail(`${error}`),
  })
  const has = (post: Subject, reach: Reach = 'public', platform = 'rss') =>
    gone.has(platform, [post, ACCOUNT, NO_SUBJECT, ...(reach === 'public' ? [] : [subjectOf(reach)])])
  return { gone, clock, marks, has, store }
}

test('what is gone is so for its platform and its reach alone', async () => {
  const { gone, has } = start()
  await gone.refuse(POST, { platform: 'rss', reach: 'cn_1' }, GONE)
  assert.deepEqual([has(POST, 'cn_1'), has(POST), has(POST, 'cn_2'), has(OTHER, 'cn_1')], [true, false, false, false])
  await gone.refuse(OTHER, PUBLIC, GONE)
  assert.deepEqual([has(OTHER), has(OTHER, 'cn_1'), has(OTHER, 'public', 'mastodon')], [true, false, false])
  gone.restore(OTHER, { platform: 'mastodon', reach: 'public' }, START + 1)
  assert.ok(has(OTHER))
})

test('an account takes all of its posts along; what belongs to nothing is never gone', async () => {
  const { gone, has } = start()
  await gone.refuse(NO_SUBJECT, PUBLIC, GONE)
  gone.mark(NO_SUBJECT, PUBLIC)
  assert.ok(!has(NO_SUBJECT) && gone.isEmpty)
  gone.mark(ACCOUNT, PUBLIC)
  assert.deepEqual([has(POST), has(OTHER), has(POST, 'cn_1')], [true, true, false])
})

test('only what was returned afterwards brings it back', async () => {
  const { gone, clock, has } = start()
  clock.now = START + 1_000
  await gone.refuse(POST, PUBLIC, GONE)
  for (const at of [START, START + 1_000]) gone.restore(POST, PUBLIC, at)
  assert.ok(has(POST))
  gone.restore(POST, PUBLIC, START + 1_001)
  assert.ok(!has(POST))
  clock.now = START + 2_000
  await gone.refuse(POST, PUBLIC, GONE)
  assert.ok(has(POST))
})

test('a plain status counts when it comes again hours later', async () => {
  const { gone, clock, has } = start()
  const plain = new Refused('absent', { about: 'post', evidence: 'status' })
  for (const [at, isGone] of [
    [0, false],
    [DOUBT_MS - 1, false],
    [DOUBT_MS, true],
  ] as const) {
    clock.now = START + at
    await gone.refuse(POST, PUBLIC, plain)
    assert.equal(has(POST), isGone)
  }
})

test('other refusals say nothing, and neither does anything that is no refusal', async () => {
  const { gone, has, marks } = start()
  const others = (['closed', 'failing', 'limited', 'broken', 'credential_refused', 'signed_only'] as const).map(
    (meaning) => new Refused(meaning, { about: 'post' }),
  )
  for (const refusal of [...others, new Refused('absent', { evidence: 'none' }), new Error('absent'), undefined])
    await gone.refuse(POST, PUBLIC, refusal)
  assert.deepEqual([has(POST), marks], [false, []])
  await gone.refuse(POST, PUBLIC, new Refused('closed', { as: 'post_not_found' }))
  assert.ok(has(POST))
})

test('it is recorded once a day, since the store keeps records for a month', async () => {
  const { gone, clock, marks } = start()
  for (const hours of [0, 1, 23, 25, 26]) {
    clock.now = START + hours * 3_600_000
    await gone.refuse(POST, PUBLIC, GONE)
  }
  assert.equal(marks.length, 2)
})

test('another process loads all of it at its start, and learns of each change', async () => {
  const rows = new Map<string, number>()
  const store = {
    ...createStubStore().goneProfiles,
    mark: async (key: string, at: number) => void rows.set(key, at),
    find: async (keys: readonly string[]) => keys.map((key) => rows.get(key)),
    list: async (prefix: string) => [...rows].flatMap(([key, at]) => (key.startsWith(prefix) ? [{ key, at }] : [])),
  }
  const [one, other] = [start(store), start(store)]
  await one.gone.refuse(POST, PUBLIC, GONE)
  await setImmediate()
  await other.gone.load()
  assert.ok(other.has(POST))
  one.gone.restore(POST, PUBLIC, START + DAY_MS)
  await setImmediate()
  for (const key of rows.keys()) assert.equal(await other.gone.learn(key), true)
  assert.ok(!other.has(POST))
  assert.equal(await other.gone.learn('rss\nsomebody'), false)
})
