import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from './parse-json.ts'

test('any JSON comes out as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      if (!text.includes('__proto__')) assert.deepEqual(parseJson(text), JSON.parse(text))
    }),
  )
})

test('JSON that nests deeper than 64 is refused, brackets inside strings do not count', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.ok(parseJson(nested(64)))
  assert.throws(() => parseJson(nested(65)), SyntaxError)
  assert.throws(() => parseJson(nested(1_000_000)), SyntaxError)
  assert.equal(parseJson(`"${'['.repeat(100)}\\"${'{'.repeat(100)}"`), `${'['.repeat(100)}"${'{'.repeat(100)}`)
})

test('a __proto__ key is refused however it is spelled, the word in a value is not', () => {
  assert.throws(() => parseJson('{"__proto__":{"admin":true}}'), SyntaxError)
  assert.throws(() => parseJson('{"a":[{"\\u005f_proto__":1}]}'), SyntaxError)
  assert.deepEqual(parseJson('{"a":"__proto__"}'), { a: '__proto__' })
})
