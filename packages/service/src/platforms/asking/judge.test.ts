import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BodyRow } from '../contract/refusal.ts'
import { findRow } from './judge.ts'
import { receiveAnswer } from './receive-answer.ts'

const ROWS: readonly BodyRow[] = [
  { is: 'missing' },
  { at: 'error', is: 'missing' },
  { is: /banned/ },
  { at: 'error', is: 'banned' },
]
const TEXT = JSON.stringify({ error: 'banned', rest: 'x'.repeat(1_000) })

const findIn = (body: Buffer): readonly number[] => {
  const gzip = { toldBytes: TEXT.length, maxBytes: TEXT.length }
  const answer = receiveAnswer({ status: 400, url: 'https://api.example/', headers: {}, body, gzip })
  return ROWS.map((row) => findRow([row], answer))
}

test('rows look into what was left in gzip, and name nothing that does not decode', () => {
  assert.deepEqual(findIn(gzipSync(TEXT)), [-1, -1, 0, 0])
  assert.deepEqual(findIn(gzipSync(TEXT).subarray(0, -9)), [-1, -1, -1, -1])
})
