import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NOTHING_GONE } from '@central-api/testing/media/doubles.ts'
import { homeSuite, listOf } from '@central-api/testing/media/home-suite.ts'
import {
  type BucketFault,
  startBucket,
  type TestBucketOptions,
  type TestObject,
} from '@central-api/testing/media/start-bucket.ts'
import { createOperatorFetch, type OperatorFetchOptions } from '../../egress/operator-fetch.ts'
import { type Copies, createCopies, type Size } from '../copies.ts'
import { createMediaKeys, type MediaKey, subjectOf } from '../media-key.ts'
import { createMediaMarks } from '../media-marks.ts'
import { parseBucketUrl } from './bucket-url.ts'
import { createS3Home } from './s3-home.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2030, 0, 15)
const NAME = 'sandbox/ab/00.11.ab'
const PREFIX = 'central-api-media/'
const LIMITS: OperatorFetchOptions = { timeoutMs: 10_000, maxBytes: 1_000_000 }

type Started = Partial<TestBucketOptions & OperatorFetchOptions> & { readonly changeUrl?: (url: string) => string }

const start = async (context: TestContext, { now, changeUrl = (url) => url, ...options }: Started = {}) => {
  const clock = { now: START }
  const bucket = await startBucket(context, { now: now ?? (() => clock.now), ...options })
  const { fetch, close } = createOperatorFetch({ ...LIMITS, ...options })
  context.after(close)
  const connect = () =>
    createS3Home({ bucket: parseBucketUrl(changeUrl(bucket.url)), send: fetch, now: now ?? (() => clock.now) })
  const play = (fault: BucketFault | undefined, method?: string) => Object.assign(bucket.play, { fault, method })
  return { clock, bucket, play, home: connect(), connect }
}

homeSuite(async (context, now) => (await start(context, { now, pageSize: 5 })).home, DAY_MS)

test('a wrong secret, key or region is the storage’s own error, without its whole response', async (context) => {
  const wrong: readonly (readonly [RegExp, (url: string) => string])[] = [
    [/^S3 returned 403 – SignatureDoesNotMatch$/, (url) => url.replace('secret', 'Secret')],
    [/^S3 returned 403 – InvalidAccessKeyId$/, (url) => url.replace('test-key', 'other-key')],
    [/^S3 returned 400 – AuthorizationHeaderMalformed$/, (url) => url.replace('eu-test-1', 'us-test-1')],
  ]
  for (const [message, changeUrl] of wrong) {
    const { home } = await start(context, { changeUrl })
    const work = [
      () => home.get(NAME),
      () => home.put(NAME, Buffer.from('one'), START),
      () => home.remove(NAME),
      () => listOf(home),
    ]
    for (const each of work)
      await assert.rejects(each, (error: Error) => message.test(error.message) && Object.keys(error).length === 0)
  }
})

test('a bucket that is gone is an error of every request, but of reading', async (context) => {
  const { home, play } = await start(context)
  play('gone')
  await assert.rejects(home.put(NAME, Buffer.from('one'), START), /404 – NoSuchBucket/)
  await assert.rejects(listOf(home), /The bucket does not exist/)
  assert.equal(await home.get(NAME), undefined)
})

test('a storage that slows requests down, cuts an image or does not respond is an error, and no half of an image', async (context) => {
  const { home, play } = await start(context, { timeoutMs: 300 })
  await home.put(NAME, Buffer.alloc(200_000, 1), START)
  play('slow-down')
  await assert.rejects(home.get(NAME), /503 – SlowDown/)
  play('cut')
  await assert.rejects(home.get(NAME), /closed|aborted|terminated/)
  play('hang')
  await assert.rejects(home.get(NAME), /timeout/)
  await assert.rejects(listOf(home), /timeout/)
  play(undefined)
  assert.equal((await home.get(NAME))?.bytes.length, 200_000)
})

test('an object that is larger than any image is not read', async (context) => {
  const { home } = await start(context, { maxBytes: 100_000 })
  await home.put(NAME, Buffer.alloc(100_001), START)
  await assert.rejects(home.get(NAME), /longer than 100000 bytes/)
})

test('a list takes one request per page, and none is left out', async (context) => {
  const { home, bucket } = await start(context, { pageSize: 4 })
  for (let n = 0; n < 10; n += 1) await home.put(`sandbox/ab/${n}`, Buffer.from('one'), START)
  bucket.requests.length = 0
  assert.equal((await listOf(home)).length, 10)
  assert.deepEqual(bucket.requests, ['LIST', 'LIST', 'LIST'])
})

test('a bucket with more objects than a storage lists at once is listed to its end', async (context) => {
  const { home, bucket } = await start(context)
  for (let n = 0; n < 2_500; n += 1)
    bucket.objects.set(`${PREFIX}sandbox/ab/${n}`, { bytes: Buffer.from('one'), meta: {}, changedAt: START })
  assert.equal(new Set((await listOf(home)).map(({ name }) => name)).size, 2_500)
  assert.deepEqual(bucket.requests, ['LIST', 'LIST', 'LIST'])
})

// As Huawei OBS, MEGA S4 and others did: minio/minio-go pull request 1704, meganz/s4-specs issue 3.
test('a list that repeats a page, or does not say where the next one begins, is an error', async (context) => {
  const { home, bucket, play } = await start(context, { pageSize: 2 })
  for (let n = 0; n < 5; n += 1) await home.put(`sandbox/ab/${n}`, Buffer.from('one'), START)
  bucket.requests.length = 0
  play('stuck')
  await assert.rejects(listOf(home), /the same page again/)
  assert.equal(bucket.requests.length, 2)
  play('headless')
  await assert.rejects(listOf(home), /only a part of the bucket/)
})

test('a list without dates is an error, since every copy would seem too old', async (context) => {
  const { home, play } = await start(context)
  await home.put(NAME, Buffer.from('one'), START)
  play('dateless')
  await assert.rejects(listOf(home), /does not say when/)
})

test('an object whose time is missing or no number is as old as the storage says', async (context) => {
  const { home, bucket } = await start(context)
  const wrong: readonly TestObject['meta'][] = [{}, { 'x-amz-meta-stored-at': 'now' }]
  for (const meta of wrong) {
    bucket.objects.set(`${PREFIX}${NAME}`, { bytes: Buffer.from('one'), meta, changedAt: START })
    assert.equal((await home.get(NAME))?.storedAt, START)
  }
})

test('other contents of the bucket are neither listed nor deleted', async (context) => {
  const { home, bucket } = await start(context)
  const other = { bytes: Buffer.from('other'), meta: {}, changedAt: START }
  const others = ['holidays-of-last-year/photo.jpg', 'holidays-of-last-year/photo.gif~', `${PREFIX}Read me.txt`]
  for (const key of others) bucket.objects.set(key, other)
  await home.put(NAME, Buffer.from('one'), START)
  assert.deepEqual(
    (await listOf(home)).map(({ name }) => name),
    [NAME],
  )
  assert.deepEqual([...bucket.objects.keys()], [...others, `${PREFIX}${NAME}`])
})

test('an image is marked as used once a day by each process, and its mark goes with it', async (context) => {
  const { home, bucket, clock, connect } = await start(context)
  await home.put(NAME, Buffer.from('one'), START)
  clock.now += DAY_MS
  bucket.requests.length = 0
  const other = connect()
  for (const each of [home, home, other]) await each.get(NAME)
  const mark = `PUT ${PREFIX}${NAME}~`
  assert.equal(bucket.requests.filter((request) => request === mark).length, 2)
  // Another process deletes the image first.
  bucket.objects.delete(`${PREFIX}${NAME}`)
  assert.deepEqual(await listOf(home), [])
  assert.equal(bucket.objects.size, 1)
  clock.now += DAY_MS
  await listOf(home)
  assert.equal(bucket.objects.size, 0)
})

test('a mark that fails does not keep the image from being read', async (context) => {
  const { home, clock, play } = await start(context)
  await home.put(NAME, Buffer.from('one'), START)
  clock.now += DAY_MS
  play('slow-down', 'PUT')
  assert.deepEqual((await home.get(NAME))?.bytes.toString(), 'one')
})

test('a check leaves nothing, and says which work fails', async (context) => {
  const { home, bucket, play } = await start(context)
  await home.check()
  assert.equal(bucket.objects.size, 0)
  const { play: state } = bucket
  play('slow-down', 'PUT')
  await assert.rejects(home.check(), /503 – SlowDown/)
  play('slow-down', 'DELETE')
  await assert.rejects(home.check(), /503 – SlowDown/)
  Object.assign(state, { fault: undefined })
})

const SIZE: Size = { width: 320, format: 'webp' }

const keyOf = (name: string, reach: MediaKey['reach'] = 'public'): MediaKey => ({
  ...{ reach, platform: 'sandbox', post: subjectOf(`https://ana.example/${name}`) },
  ...{ account: subjectOf('https://ana.example/'), url: `https://cdn.example/${name}` },
})

/** An image and what was rendered from it, of 100 bytes each. */
const keepBoth = async (copies: Copies, key: MediaKey) => {
  const storedAt = (await copies.keep(key, Buffer.alloc(100))) ?? assert.fail('not stored')
  await copies.keepRendering(key, SIZE, { bytes: Buffer.alloc(100), storedAt })
}

const startCopies = async (context: TestContext, maxBytes = 100_000) => {
  const started = await start(context, { pageSize: 4 })
  const { home, clock } = started
  const keys = createMediaKeys({ keysFor: (purpose) => [Buffer.alloc(32, purpose)] })
  const marks = createMediaMarks({ add: async () => {}, adopt: async () => {}, list: async () => [] })
  const onHomeError = (error: unknown) => assert.fail(String(error))
  const copies = createCopies({
    ...{ home, keys, marks, gone: NOTHING_GONE, keptMs: () => 30 * DAY_MS, maxBytes, onHomeError },
    now: () => clock.now,
  })
  return { ...started, marks, copies }
}

test('what is forgotten, disconnected or over goes from the bucket with what was rendered from it and its marks', async (context) => {
  const { copies, marks, bucket, clock } = await startCopies(context)
  const [forgotten, connected, other] = [keyOf('1.jpg'), keyOf('2.jpg', 'cn_1'), keyOf('3.jpg')]
  for (const key of [forgotten, connected, other]) await keepBoth(copies, key)
  clock.now += DAY_MS
  for (const key of [forgotten, connected, other]) await copies.find(key, SIZE)
  assert.equal(bucket.objects.size, 9)
  await copies.drop('cn_1')
  assert.equal(bucket.objects.size, 6)
  marks.learn(forgotten.post.toString('hex'))
  await copies.sweep()
  assert.equal(bucket.objects.size, 3)
  assert.ok((await copies.find(other)) && (await copies.find(other, SIZE)))
  clock.now += 29 * DAY_MS
  assert.equal(await copies.find(other, SIZE), undefined)
  bucket.requests.length = 0
  await Promise.all([copies.sweep(), copies.sweep()])
  assert.equal(bucket.objects.size, 0)
  assert.equal(bucket.requests.filter((request) => request === 'LIST').length, 1)
})

test('when copies take too much, those of the bucket go that were not used for the longest time', async (context) => {
  const { copies, bucket, clock } = await startCopies(context, 1_000)
  const keys = Array.from({ length: 6 }, (_, n) => keyOf(`${n}.jpg`))
  for (const key of keys) {
    clock.now += 1_000
    await keepBoth(copies, key)
  }
  clock.now += DAY_MS
  await copies.find(keys[0] ?? assert.fail(), SIZE)
  bucket.requests.length = 0
  await copies.sweep()
  // One request per page of 4 of the 13 objects.
  assert.equal(bucket.requests.filter((request) => request === 'LIST').length, 4)
  const sizes = await Promise.all(keys.map(async (key) => [await copies.find(key), await copies.find(key, SIZE)]))
  assert.deepEqual(
    sizes.map((found) => found.filter(Boolean).length),
    [2, 0, 1, 2, 2, 2],
  )
})
