import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonList, jsonObject } from './json-value.ts'

test('returns objects and lists as they are, and empty ones for anything else', () => {
  const object = { a: 1 }
  const list = [1]
  assert.equal(jsonObject(object), object)
  assert.equal(jsonList(list), list)
  for (const value of [undefined, null, 0, '', 'text', true, list]) assert.deepEqual(jsonObject(value), {})
  for (const value of [undefined, null, 0, '', 'text', true, object]) assert.deepEqual(jsonList(value), [])
})
