import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CachedPage } from '../storage/store.ts'
import { createImagePayers } from './image-payers.ts'
import { NO_SUBJECT, subjectOf } from './media-key.ts'

const ANA = {
  reach: 'public',
  post: subjectOf('https://a.example/1'),
  account: subjectOf('https://a.example/ana'),
  url: 'https://cdn.example/1.jpg',
} as const
const HOUR_MS = 3_600_000

const start = (rows = new Map<string, CachedPage>()) => {
  let time = 1
  let puts = 0
  const errors: unknown[] = []
  let isDown = false
  const payers = createImagePayers({
    pages: {
      async find(...keys) {
        if (isDown) throw new Error('down')
        return rows.get(keys[0]?.toString('hex') ?? '')
      },
      async put(key, page) {
        puts += 1
        if (isDown) throw new Error('down')
        rows.set(key.toString('hex'), page)
      },
    },
    now: () => time,
    onStoreError: (error) => errors.push(error),
  })
  return {
    ...{ payers, rows, errors },
    puts: () => puts,
    pass: (ms: number) => {
      time += ms
    },
    fail: () => {
      isDown = true
    },
  }
}

test('the license that had an account fetched last pays, for all its posts', async () => {
  const { payers } = start()
  assert.equal(await payers.find(ANA), undefined)
  payers.note(ANA, 'lic_1', true)
  payers.note(ANA, 'lic_2', true)
  assert.equal(await payers.find({ ...ANA, post: subjectOf('https://a.example/2') }), 'lic_2')
  assert.equal(await payers.find({ ...ANA, account: subjectOf('https://a.example/bea') }), undefined)
})

test('another process, and this one after a restart, know of it', async () => {
  const first = start()
  first.payers.note(ANA, 'lic_1', true)
  await first.payers.idle()
  const other = start(first.rows)
  assert.equal(await other.payers.find(ANA), 'lic_1')
  other.payers.note(ANA, 'lic_2', true)
  await other.payers.idle()
  assert.equal(await start(first.rows).payers.find(ANA), 'lic_2')
})

test('many images and licenses write one row an hour', async () => {
  const { payers, puts, pass } = start()
  for (let at = 0; at < 100; at += 1) payers.note(ANA, `lic_${at % 3}`, true)
  await payers.idle()
  assert.equal(puts(), 1)
  pass(HOUR_MS)
  payers.note(ANA, 'lic_1', true)
  await payers.idle()
  assert.equal(puts(), 2)
})

test('the images of a connected account, and of the same account in public, have payers of their own', async () => {
  const { payers } = start()
  payers.note(ANA, 'lic_1', true)
  payers.note({ ...ANA, reach: 'cn_1' }, 'lic_2', true)
  assert.equal(await payers.find(ANA), 'lic_1')
  assert.equal(await payers.find({ ...ANA, reach: 'cn_1' }), 'lic_2')
  assert.equal(await payers.find({ ...ANA, reach: 'cn_2' }), undefined)
})

test('an image without an account belongs to its post, and one without both to itself', async () => {
  const { payers } = start()
  const preview = { ...ANA, account: NO_SUBJECT, url: 'https://cdn.example/2.jpg' }
  payers.note(preview, 'lic_1', true)
  assert.equal(await payers.find({ ...preview, url: 'https://cdn.example/3.jpg' }), 'lic_1')
  const bare = { ...preview, post: NO_SUBJECT }
  assert.equal(await payers.find(bare), undefined)
  payers.note(bare, 'lic_2', true)
  assert.equal(await payers.find(bare), 'lic_2')
  assert.equal(await payers.find({ ...bare, url: 'https://cdn.example/3.jpg' }), undefined)
})

test('a page that claims to show images of another account pays for them, in every process', async () => {
  const owner = start()
  owner.payers.note(ANA, 'lic_1', true)
  const large = {
    ...ANA,
    url: 'https://evil.example/large.png?X-Amz-Expires=60&X-Amz-Date=20300115T120000Z&X-Amz-Signature=a',
  }
  owner.payers.note(large, 'lic_2', false)
  await owner.payers.idle()
  for (const { payers } of [owner, start(owner.rows)]) {
    assert.equal(await payers.find(large), 'lic_2')
    assert.equal(await payers.find({ ...large, url: large.url.replace('Signature=a', 'Signature=b') }), 'lic_2')
    assert.equal(await payers.find(ANA), 'lic_1')
  }
})

test('a store that is down is nobody’s fault', async () => {
  const { payers, fail, errors } = start()
  fail()
  payers.note(ANA, 'lic_1', true)
  assert.equal(await payers.find({ ...ANA, reach: 'cn_1' }), undefined)
  await payers.idle()
  assert.equal(errors.length, 3)
})
