import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { compactBytes, copyBytes, copyPieces, joinZlibOutput } from './owned-bytes.ts'

const MEMORY = 128 * 1024

test('copies fill memory of their own, however small they are', () => {
  for (const copy of [copyBytes(Buffer.from('pooled')), copyPieces([Buffer.from('poo'), new Uint8Array(3)])]) {
    assert.equal(copy.length, 6)
    assert.equal(copy.buffer.byteLength, 6)
  }
  assert.equal(String(copyPieces([Buffer.from('one'), Buffer.from('other')])), 'oneother')
  assert.equal(copyPieces([]).length, 0)
})

test('bytes that fill less than half of their memory are copied', () => {
  for (const bytes of [Buffer.from('pooled'), gzipSync('compressed'), Buffer.alloc(100_000, 1).subarray(0, 49_999)]) {
    assert.ok(bytes.buffer.byteLength > 2 * bytes.length)
    const compact = compactBytes(bytes)
    assert.deepEqual(compact, bytes)
    assert.equal(compact.buffer.byteLength, bytes.length)
  }
})

test('bytes that fill half of their memory or more are not copied', () => {
  for (const bytes of [Buffer.alloc(100_000), Buffer.alloc(100_000).subarray(0, 50_000)])
    assert.equal(compactBytes(bytes), bytes)
})

describe('joined output of zlib', () => {
  const cases: Readonly<Record<string, readonly Buffer[]>> = {
    'from the beginning of a buffer': [Buffer.alloc(MEMORY, 'a').subarray(0, 1_000)],
    'from adjacent parts of a buffer': ((memory) => [memory.subarray(0, 10), memory.subarray(10, 900)])(
      Buffer.alloc(MEMORY, 'b'),
    ),
    'from parts of a buffer with a gap between them': ((memory) => [memory.subarray(0, 10), memory.subarray(20, 900)])(
      Buffer.alloc(MEMORY, 'c'),
    ),
    'from the middle of a buffer': [Buffer.alloc(MEMORY, 'd').subarray(5, 90_000)],
    'from two buffers': [Buffer.alloc(MEMORY, 'e'), Buffer.alloc(MEMORY, 'f').subarray(0, 10)],
    'from the shared pool': [Buffer.from('pooled')],
    'of no pieces': [],
  }
  for (const [name, pieces] of Object.entries(cases)) {
    test(`${name} has the same bytes, in memory of their own`, () => {
      const bytes = Buffer.concat(pieces)
      const joined = joinZlibOutput(pieces)
      assert.deepEqual(joined, bytes)
      assert.equal(joined.buffer.byteLength, bytes.length)
    })
  }

  test('frees the buffers that zlib wrote to', () => {
    const adjacent = Buffer.alloc(MEMORY, 'a')
    joinZlibOutput([adjacent.subarray(0, 10), adjacent.subarray(10, 70_000)])
    const separate = [Buffer.alloc(MEMORY), Buffer.alloc(MEMORY)]
    joinZlibOutput(separate)
    assert.deepEqual(
      [adjacent, ...separate].map(({ length }) => length),
      [0, 0, 0],
    )
  })

  test('leaves the shared pool alone', () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')]
    assert.equal(String(joinZlibOutput([one, other])), 'oneother')
    assert.deepEqual([String(one), String(other)], ['one', 'other'])
  })
})
