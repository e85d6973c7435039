import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { closeGzip, endGzip, openGzip, reopenGzip } from './open-gzip.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))

test('any bytes can be appended to any open stream, also to one that was closed and reopened', async () => {
  await fc.assert(
    fc.asyncProperty(bytes(5_000), bytes(300), bytes(300), async (plain, end, otherEnd) => {
      const { memory, ...open } = await openGzip(plain)
      assert.equal(memory.buffer, open.bytes.buffer)
      const reopened = reopenGzip(closeGzip(open))
      assert.deepEqual(reopened, open)
      assert.deepEqual(gunzipSync(endGzip(open, end)), Buffer.concat([plain, end]))
      assert.deepEqual(gunzipSync(endGzip(reopened, otherEnd)), Buffer.concat([plain, otherEnd]))
    }),
    { numRuns: 200 },
  )
})

test('a closed stream is complete', async () => {
  const plain = Buffer.from('words '.repeat(1_000))
  assert.deepEqual(gunzipSync(closeGzip(await openGzip(plain))), plain)
})

test('a large stream that a thread compressed can be appended to', async () => {
  const plain = Buffer.from(randomBytes(400_000).toString('hex'))
  const end = Buffer.from('the end')
  assert.deepEqual(gunzipSync(endGzip(await openGzip(plain), end)), Buffer.concat([plain, end]))
})

test('an open stream has memory of its own, whether a thread compressed it or not', async () => {
  for (const length of [1, 20_000, 50_000, 400_000]) {
    const { bytes } = await openGzip(Buffer.from(randomBytes(length / 2).toString('hex')))
    assert.equal(bytes.buffer.byteLength, bytes.length + '0000ffff'.length / 2, `${length}`)
  }
})

test('at most 65,535 bytes can be appended', async () => {
  const open = await openGzip(Buffer.from('x'))
  const longest = Buffer.alloc(65_535, 'y')
  assert.deepEqual(gunzipSync(endGzip(open, longest)).subarray(1), longest)
  assert.throws(() => endGzip(open, Buffer.alloc(65_536)), RangeError)
})
