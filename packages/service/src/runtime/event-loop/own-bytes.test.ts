import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ownBytes } from './own-bytes.ts'

test('what was cut out of a larger piece of memory is copied into one of its own', () => {
  for (const bytes of [Buffer.from('pooled'), gzipSync('packed'), Buffer.alloc(100_000, 1).subarray(0, 49_999)]) {
    assert.ok(bytes.buffer.byteLength > 2 * bytes.length)
    const own = ownBytes(bytes)
    assert.deepEqual(own, bytes)
    assert.equal(own.buffer.byteLength, bytes.length)
  }
})

test('what fills half of its memory, or all, is left where it is', () => {
  for (const bytes of [Buffer.alloc(100_000), Buffer.alloc(100_000).subarray(0, 50_000)])
    assert.equal(ownBytes(bytes), bytes)
})
