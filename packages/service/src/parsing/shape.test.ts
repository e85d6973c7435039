import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInteger, isString, shape } from './shape.ts'

const isUser = shape<{ readonly id: number; readonly name: string; readonly about?: unknown }>({
  id: isInteger,
  name: isString,
})

test('an object has a shape when each field that is checked passes, whatever the others are', () => {
  for (const value of [
    { id: 1, name: '' },
    { id: -2, name: 'Ada', about: 7, more: null },
  ])
    assert.ok(isUser(value))
  for (const value of [{}, { id: 1 }, { id: 1.5, name: '' }, { id: '1', name: '' }, { id: 1, name: null }])
    assert.ok(!isUser(value))
})

test('nothing but an object has a shape, not even one of which nothing is asked', () => {
  const isAnything = shape<{ readonly about?: unknown }>({})
  assert.ok(isAnything({}))
  for (const value of [undefined, null, 7, 'text', [], [{}]]) assert.ok(!isAnything(value))
})
