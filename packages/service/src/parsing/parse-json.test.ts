import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from './parse-json.ts'

/** `__proto__`, with each character in any spelling. */
const spelled = fc
  .tuple(
    ...Array.from('__proto__', (letter) => {
      const number = letter.charCodeAt(0).toString(16).padStart(4, '0')
      return fc.constantFrom(letter, `\\u${number}`, `\\u${number.toUpperCase()}`)
    }),
  )
  .map((letters) => letters.join(''))

/** Every key of a text; undefined if it is not JSON. */
const readsAs = (text: string): Set<string> | undefined => {
  const keys = new Set<string>()
  try {
    JSON.parse(text, (key, value) => {
      keys.add(key)
      return value
    })
    return keys
  } catch {
    return undefined
  }
}

test('parses any JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      if (!text.includes('__proto__')) assert.deepEqual(parseJson(text), JSON.parse(text))
    }),
  )
})

test('refuses JSON nested deeper than 64; brackets in strings do not count', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.ok(parseJson(nested(64)))
  assert.throws(() => parseJson(nested(65)), SyntaxError)
  assert.throws(() => parseJson(nested(1_000_000)), SyntaxError)
  assert.equal(parseJson(`"${'['.repeat(100)}\\"${'{'.repeat(100)}"`), `${'['.repeat(100)}"${'{'.repeat(100)}`)
})

test('refuses JSON with too many values; commas in strings do not count', () => {
  assert.equal((parseJson(`[${'0,'.repeat(299_997)}0]`) as unknown[]).length, 299_998)
  assert.throws(() => parseJson(`[${'0,'.repeat(300_000)}0]`), SyntaxError)
  assert.throws(() => parseJson(`[${'{},'.repeat(150_000)}0]`), SyntaxError)
  assert.equal(parseJson(`"${','.repeat(1_000_000)}"`), ','.repeat(1_000_000))
})

test('refuses JSON with an object of too many keys; keys of several objects do not add up', () => {
  const object = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":{"a":[":"]}`).join()}}`
  assert.equal(Object.keys(parseJson(object(5_000)) as object).length, 5_000)
  assert.throws(() => parseJson(object(5_001)), /keys/)
  assert.throws(() => parseJson(`[[{"b":${object(200_000)}}]]`), SyntaxError)
  assert.equal((parseJson(`[${object(3_000)},${object(3_000)}]`) as unknown[]).length, 2)
})

test('refuses a __proto__ key in any spelling, but not the word in a value', () => {
  assert.throws(() => parseJson('{"__proto__":{"admin":true}}'), SyntaxError)
  assert.throws(() => parseJson('{"a":[{"\\u005f_proto__":1}]}'), SyntaxError)
  assert.throws(() => parseJson('{"\\u005F\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f__"\n :1}'), SyntaxError)
  assert.deepEqual(parseJson('{"a":"__proto__","b":"\\"__proto__\\":1"}'), { a: '__proto__', b: '"__proto__":1' })
  assert.deepEqual(parseJson('{"a\\"__proto__":1}'), { 'a"__proto__': 1 })
})

test('refuses exactly the texts with a __proto__ key', () => {
  const letter = fc.constantFrom(
    '_',
    'p',
    'r',
    'o',
    't',
    '\\u005f',
    '\\u005F',
    '\\u0070',
    '\\u006f',
    '\\\\',
    '\\"',
    ':',
    '"',
  )
  const name = fc.oneof(
    fc.array(letter, { maxLength: 10 }).map((letters) => letters.join('')),
    spelled,
  )
  fc.assert(
    fc.property(name, name, fc.constantFrom('', ' ', '\n\t'), (key, value, space) => {
      const text = `{"a":[{"${key}"${space}:"${value}"}]}`
      const read = readsAs(text)
      if (read === undefined) assert.throws(() => parseJson(text), SyntaxError)
      else if (read.has('__proto__')) assert.throws(() => parseJson(text), /__proto__ key/)
      else assert.deepEqual(parseJson(text), JSON.parse(text))
    }),
    { numRuns: 2_000 },
  )
})

test('replaces lone surrogates, and keeps pairs and look-alikes', () => {
  const read = (json: string) => parseJson(`"${json}"`)
  assert.equal(read(String.raw`a\ud83d\uDE00b`), 'a😀b')
  assert.equal(read(String.raw`a\ud800b\udc00\uDBFFc`), 'a\ufffdb\ufffd\ufffdc')
  assert.equal(read(String.raw`\\ud800 \\\ud800`), '\\ud800 \\\ufffd')
  assert.deepEqual(parseJson(String.raw`{"\ud800": ["\udfff"]}`), { '\ufffd': ['\ufffd'] })
})
