import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import type { BodyRow, Refusal } from '../contract/refusal.ts'
import { findRow, judge } from './judge.ts'
import { receiveResponse } from './receive-response.ts'

const ROWS: readonly BodyRow[] = [
  { is: 'missing' },
  { at: 'error', is: 'missing' },
  { is: /banned/ },
  { at: 'error', is: 'banned' },
]
const TEXT = JSON.stringify({ error: 'banned', rest: 'x'.repeat(1_000) })

const findIn = (body: Buffer): readonly number[] => {
  const gzip = { reportedBytes: TEXT.length, maxBytes: TEXT.length }
  const response = receiveResponse({
    status: 400,
    url: 'https://api.example/',
    headers: {},
    body: copyBytes(body),
    gzip,
  })
  return ROWS.map((row) => findRow([row], response))
}

test('rows read bodies that were left in gzip, and match none that does not decode', () => {
  assert.deepEqual(findIn(gzipSync(TEXT)), [-1, -1, 0, 0])
  assert.deepEqual(findIn(gzipSync(TEXT).subarray(0, -9)), [-1, -1, -1, -1])
})

const STATUS_ROWS: readonly Refusal[] = [
  { status: 403, means: 'hidden', example: { status: 403, body: '' } },
  { status: 401, means: 'closed', example: { status: 401, body: '' } },
]
const OWN_FORM: readonly BodyRow[] = [{ at: 'error', is: /^[^[]/ }]

const respondWith = (status: number, body = '') =>
  receiveResponse({ status, url: 'https://api.example/', headers: {}, body: copyBytes(Buffer.from(body)) })

const judged = (status: number, body: string, refusalForm?: readonly BodyRow[], isAtApi = false) =>
  judge(respondWith(status, body), {}, { refusals: STATUS_ROWS, refusalForm }, { signed: 'no', isAtApi })

test('a status alone counts as the platform’s refusal only in the platform’s own format', () => {
  const own = JSON.stringify({ error: 'Sign in first' })
  for (const body of ['', '<!doctype html><title>Just a moment...</title>', '{"message":"Forbidden"}', 'null', own]) {
    const form = body === own ? undefined : OWN_FORM
    for (const status of [401, 403]) assert.equal(judged(status, body, form)?.meaning, 'broken', `${status} ${body}`)
    for (const status of [404, 410]) {
      const { meaning, evidence } = judged(status, body, form) ?? {}
      assert.deepEqual([meaning, evidence], ['absent', 'status'], `${status} ${body}`)
    }
  }
  assert.deepEqual(
    [401, 403, 404, 410]
      .map((status) => judged(status, own, OWN_FORM))
      .map((reported) => [reported?.meaning, reported?.evidence]),
    [
      ['closed', undefined],
      ['hidden', undefined],
      ['absent', undefined],
      ['absent', undefined],
    ],
  )
})

test('a 410 means a missing profile on its own server, and an ended endpoint at an API for all profiles', () => {
  const own = JSON.stringify({ error: 'Gone' })
  assert.equal(judged(410, own, OWN_FORM, true)?.meaning, 'broken')
  assert.equal(judged(410, '', OWN_FORM, true)?.meaning, 'broken')
  assert.equal(judged(410, own, OWN_FORM)?.meaning, 'absent')
  assert.equal(judged(404, own, OWN_FORM, true)?.meaning, 'absent')
})

test('a source without credentials has none refused', () => {
  for (const status of [401, 403]) {
    assert.equal(judge(respondWith(status), {}, {}, { signed: 'never', isAtApi: true })?.meaning, 'broken')
    assert.match(judge(respondWith(status), {}, {}, { signed: 'own', isAtApi: true })?.meaning ?? '', /^credential_/)
  }
})

test('a credential that something in front of the platform refuses ends no connected account', () => {
  const endsOf = (status: number, body: string, refusalForm?: readonly BodyRow[]) =>
    judge(respondWith(status, body), {}, { refusals: [], refusalForm }, { signed: 'given', isAtApi: true })?.ends
  for (const status of [401, 403]) {
    assert.equal(endsOf(status, '<title>Just a moment...</title>', OWN_FORM), 'nothing')
    assert.equal(endsOf(status, '{"error":"Invalid token"}', OWN_FORM), undefined)
    // A source without a format of its own.
    assert.equal(endsOf(status, ''), undefined)
  }
})
