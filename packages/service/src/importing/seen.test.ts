import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createSeen } from './seen.ts'

const digest = (n: number): string => createHash('sha256').update(String(n)).digest('hex')

test('returns the line in which each digest came first', () => {
  const seen = createSeen()
  for (let n = 1; n <= 20_000; n += 1) assert.equal(seen.firstLine(digest(n), n), undefined)
  for (let n = 1; n <= 20_000; n += 1) assert.equal(seen.firstLine(digest(n), 7), n)
  assert.equal(seen.firstLine(digest(0), 9), undefined)
})

test('a full table keeps its entries, and adds no others', () => {
  const seen = createSeen(1 << 12)
  for (let n = 1; n <= 10_000; n += 1) assert.equal(seen.firstLine(digest(n), n), undefined)
  assert.equal(seen.firstLine(digest(2_048), 1), 2_048)
  assert.equal(seen.firstLine(digest(2_049), 1), undefined)
})
