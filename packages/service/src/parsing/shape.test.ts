import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInteger, isString, shape } from './shape.ts'

const isUser = shape<{ readonly id: number; readonly name: string; readonly about?: unknown }>({
  id: isInteger,
  name: isString,
})

test('an object has a shape if each checked field passes, whatever the others are', () => {
  for (const value of [
    { id: 1, name: '' },
    { id: -2, name: 'Ada', about: 7, more: null },
  ])
    assert.ok(isUser(value))
  for (const value of [{}, { id: 1 }, { id: 1.5, name: '' }, { id: '1', name: '' }, { id: 1, name: null }])
    assert.ok(!isUser(value))
})

test('only an object has a shape, even one without checks', () => {
  const isAnything = shape<{ readonly about?: unknown }>({})
  assert.ok(isAnything({}))
  for (const value of [undefined, null, 7, 'text', [], [{}]]) assert.ok(!isAnything(value))
})
