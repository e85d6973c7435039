import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isApiError } from '../../errors.ts'
import { EMPTY_PREVIEW } from './preview.ts'
import { createPreviewReader, type PreviewReaderOptions } from './preview-reader.ts'
import { readPreview } from './read-preview.ts'

const url = 'https://news.example/'
const page = (size: number) =>
  `<head><title>Large &amp; fine</title></head><body>${'<p class="a">text</p>'.repeat(size / 20)}<h1>x</h1><a rel=author>Staff</a>`

describe('createPreviewReader', () => {
  const readers: { close(): Promise<void> }[] = []
  const open = (options: PreviewReaderOptions = {}) => {
    const reader = createPreviewReader(options)
    readers.push(reader)
    return reader
  }
  const troubled = (options: PreviewReaderOptions = {}) =>
    open({ threadFrom: 0, workerUrl: new URL('./fixtures/workers/trouble.ts', import.meta.url), ...options })
  const titleOf = async (reader: ReturnType<typeof open>, text: string) => (await reader.read({ text, url })).title

  after(() => Promise.all(readers.map((reader) => reader.close())))

  it('reads the same on the thread as here', async () => {
    const input = {
      text: page(400_000),
      url,
      headers: { link: '</oembed>; rel=alternate; type="application/json+oembed"' },
    }
    const expected = readPreview(input)
    assert.equal(expected.author, 'Staff')
    assert.deepEqual(await open().read(input), expected)
    assert.deepEqual(await open({ threadFrom: 1_000_000 }).read(input), expected)
  })

  it('reads small pages here and large ones on the thread', async () => {
    const reader = troubled({ threadFrom: 5 })
    assert.equal(await titleOf(reader, 'tiny'), null)
    assert.equal(await titleOf(reader, 'large'), 'large 1')
  })

  it('keeps the thread from page to page and answers in order', async () => {
    const reader = troubled()
    const titles = await Promise.all(['a', 'b', 'c'].map((text) => titleOf(reader, text)))
    assert.deepEqual(titles, ['a 1', 'b 2', 'c 3'])
  })

  it('gives up a page that is late, and reads the next on a new thread', async () => {
    const reader = troubled({ deadlineMs: 1000 })
    const [late, next] = await Promise.all([reader.read({ text: 'hang', url }), titleOf(reader, 'next')])
    assert.deepEqual(late, EMPTY_PREVIEW)
    assert.equal(next, 'next 1')
  })

  for (const trouble of ['crash', 'exit']) {
    it(`outlives the ${trouble} of its thread`, async () => {
      const reader = troubled()
      assert.equal(await titleOf(reader, 'first'), 'first 1')
      assert.deepEqual(await reader.read({ text: trouble, url }), EMPTY_PREVIEW)
      assert.equal(await titleOf(reader, 'next'), 'next 1')
    })
  }

  it('refuses more large pages than may wait', async () => {
    const reader = troubled({ maxWaiting: 2 })
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((text) => reader.read({ text, url })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    )
    assert.equal(await titleOf(reader, 'd'), 'd 3')
  })

  it('stops reading for a caller that went away', async () => {
    const reader = troubled()
    const caller = new AbortController()
    const reading = reader.read({ text: 'hang', url }, caller.signal)
    const waiting = reader.read({ text: 'never read', url }, caller.signal)
    const other = titleOf(reader, 'other')
    setImmediate(() => caller.abort(new Error('gone')))
    await assert.rejects(reading, /gone/)
    await assert.rejects(waiting, /gone/)
    assert.equal(await other, 'other 1')
    await assert.rejects(reader.read({ text: 'a', url }, caller.signal), /gone/)
  })

  it('ends what runs and refuses what waits when it is closed', async () => {
    const reader = troubled()
    const running = reader.read({ text: 'hang', url })
    const waiting = reader.read({ text: 'a', url })
    setImmediate(() => reader.close())
    assert.deepEqual(await running, EMPTY_PREVIEW)
    await assert.rejects(waiting, (error) => isApiError(error, 'unavailable'))
    await assert.rejects(reader.read({ text: 'a', url }), (error) => isApiError(error, 'unavailable'))
  })
})
