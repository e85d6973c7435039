import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_PREVIEW, type PreviewInput } from './preview.ts'
import { createPreviewReader } from './preview-reader.ts'
import { readPreview } from './read-preview.ts'

const url = 'https://news.example/'
const page = (size: number) => `<head><title>Large &amp; fine</title></head><body>${'x'.repeat(size)}`

test('small pages are read here, large ones on a thread', async () => {
  const there: PreviewInput[] = []
  const reader = createPreviewReader({
    readThere: async (input) => {
      there.push(input)
      return { ...EMPTY_PREVIEW, title: 'from a thread' }
    },
  })
  assert.deepEqual(await reader.read({ text: page(10), url }), readPreview({ text: page(10), url }))
  assert.equal((await reader.read({ text: page(40_000), url })).title, 'from a thread')
  assert.deepEqual(
    there.map(({ text }) => text.length > 40_000),
    [true],
  )
})

test('of fifty small ones each is read in a turn of its own', async () => {
  const reader = createPreviewReader({ readThere: () => Promise.reject(new Error('None is large')) })
  let rounds = 0
  let isDone = false
  const all = Promise.all(Array.from({ length: 50 }, () => reader.read({ text: page(1_000), url }))).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    rounds += 1
  }
  await all
  assert.ok(rounds >= 50, `${rounds}`)
})

test('a page over which the thread is lost tells nothing', async () => {
  const reader = createPreviewReader({ readThere: async () => undefined, threadFrom: 0 })
  assert.deepEqual(await reader.read({ text: 'x', url }), EMPTY_PREVIEW)
})

test('nothing is read for a caller that went away', async () => {
  const reader = createPreviewReader({ readThere: () => Promise.reject(new Error('It is not read')), threadFrom: 0 })
  await assert.rejects(reader.read({ text: 'x', url }, AbortSignal.abort(new Error('gone'))), /gone/)
})
