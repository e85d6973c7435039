import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { closeJson } from './close-json.ts'

const FEED = JSON.stringify({
  title: 'A "b" {c} \\',
  authors: [{}],
  items: [{ a: 1 }, { b: ['}', { c: [] }] }, { d: 2 }],
})

test('JSON that is cut off keeps the complete entries of its list', () => {
  const items = FEED.indexOf('"items"')
  const reported = Array.from({ length: FEED.length }, (_, end) => {
    const closed = closeJson(FEED.slice(0, end))
    if (closed === undefined) return undefined
    const json = JSON.parse(closed)
    return end > items ? json.items.length : undefined
  })
  assert.deepEqual([...new Set(reported)], [undefined, 1, 2, 3])
})

test('text without a list in an object is undefined', () => {
  for (const text of [
    '',
    '{',
    '[{"a":1},',
    '{"items":[',
    '{"items":[1,2',
    '}}}',
    '{"items":{"a":[{}',
    '{"a":[{}],"b":',
  ])
    assert.equal(closeJson(text), undefined, text)
})

test('never throws, and takes linear time', () => {
  fc.assert(fc.property(fc.string(), (text) => closeJson(text) === undefined || true))
  const started = process.cpuUsage()
  for (const part of ['{', '[', '"', '\\', '{"', '[{},']) closeJson(part.repeat(300_000))
  assert.ok(process.cpuUsage(started).user < 3_000_000)
})
