import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_PREVIEW, type PreviewInput } from './preview.ts'
import { createPreviewReader } from './preview-reader.ts'
import { readPreview } from './read-preview.ts'

const url = 'https://news.example/'
const page = (size: number) => `<head><title>Large &amp; fine</title></head><body>${'x'.repeat(size)}`

test('reads small pages on the event loop, large ones on a thread', async () => {
  const onThread: PreviewInput[] = []
  const reader = createPreviewReader({
    readOnThread: async (input) => {
      onThread.push(input)
      return { ...EMPTY_PREVIEW, title: 'from a thread' }
    },
  })
  assert.deepEqual(await reader.read({ text: page(10), url }), readPreview({ text: page(10), url }))
  assert.equal((await reader.read({ text: page(40_000), url })).title, 'from a thread')
  assert.deepEqual(
    onThread.map(({ text }) => text.length > 40_000),
    [true],
  )
})

test('yields to the event loop before each of fifty small pages', async () => {
  const reader = createPreviewReader({ readOnThread: () => Promise.reject(new Error('No page is large')) })
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

test('the preview is empty when the thread was terminated over the page', async () => {
  const reader = createPreviewReader({ readOnThread: async () => undefined, threadFrom: 0 })
  assert.deepEqual(await reader.read({ text: 'x', url }), EMPTY_PREVIEW)
})

test('reads nothing for an aborted caller', async () => {
  const reader = createPreviewReader({
    readOnThread: () => Promise.reject(new Error('The page is not read')),
    threadFrom: 0,
  })
  await assert.rejects(reader.read({ text: 'x', url }, AbortSignal.abort(new Error('gone'))), /gone/)
})
