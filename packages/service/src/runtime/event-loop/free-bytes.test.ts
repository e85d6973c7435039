import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeBytes, freeMemory } from './free-bytes.ts'

test('bytes with memory of their own are freed, once', () => {
  const bytes = Buffer.allocUnsafeSlow(100_000)
  freeBytes(bytes)
  assert.equal(bytes.length, 0)
  assert.ok((bytes.buffer as ArrayBuffer).detached)
  freeBytes(bytes)
})

test('bytes that share their memory are left alone', () => {
  const whole = new Uint8Array(10).fill(1)
  freeBytes(whole.subarray(1))
  const pooled = Buffer.from('pooled')
  freeBytes(pooled)
  const shared = new Uint8Array(new SharedArrayBuffer(10)).fill(1)
  freeBytes(shared)
  assert.deepEqual(
    [whole, shared].map(([byte]) => byte),
    [1, 1],
  )
  assert.equal(pooled.toString(), 'pooled')
})

test('all memory is freed of which somebody has a part and nobody else anything', () => {
  const whole = Buffer.allocUnsafeSlow(100_000)
  const part = whole.subarray(10, 20)
  freeMemory(part)
  assert.deepEqual([part.length, whole.length], [0, 0])
  freeMemory(part)
})
