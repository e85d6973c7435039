import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeBytes } from './free-bytes.ts'
import { copyBytes } from './owned-bytes.ts'

test('frees the memory of the bytes and of their parts, and does nothing the second time', () => {
  const bytes = copyBytes(Buffer.alloc(100_000))
  const part = bytes.subarray(10, 20)
  freeBytes(bytes)
  assert.ok(bytes.buffer.detached)
  assert.deepEqual([bytes.length, part.length], [0, 0])
  freeBytes(bytes)
})

test('the compiler refuses to free memory that others may read', () => {
  const refused = (bytes: Buffer<ArrayBuffer>) => [
    // @ts-expect-error: bytes of unknown origin
    () => freeBytes(bytes),
    // @ts-expect-error: may be in the shared pool
    () => freeBytes(Buffer.from('pooled')),
    // @ts-expect-error: a part of bytes that others have
    () => freeBytes(copyBytes(bytes).subarray(1)),
    // @ts-expect-error: memory that threads share
    () => freeBytes(new Uint8Array(new SharedArrayBuffer(10))),
  ]
  assert.equal(refused(Buffer.alloc(0)).length, 4)
})
