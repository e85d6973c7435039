import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLru } from './create-lru.ts'

test('keeps at most the given number of entries and evicts the least recently used first', () => {
  const forgotten: number[] = []
  const lru = createLru<number>(2, (value) => forgotten.push(value))
  lru.set('a', 1).set('b', 2)
  assert.equal(lru.get('a'), 1)
  lru.set('c', 3)
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], [1, undefined, 3])
  assert.deepEqual(forgotten, [2])
})

test('takes no memory for entries that are not there', () => {
  const before = process.memoryUsage().heapUsed
  const lists = Array.from({ length: 10 }, () => createLru<number>(1_000_000))
  const grown = process.memoryUsage().heapUsed - before
  assert.ok(grown < 10_000_000, `${lists.length} lists of a million entries take ${grown} bytes`)
})
