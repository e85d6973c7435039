import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mendJson } from './mend-json.ts'

/** Many times what the slowest input takes; backtracking would take minutes. */
const MAX_MS = 5_000

describe('mendJson', () => {
  const cases: readonly [string, string, unknown][] = [
    ['a line break in a string', '{"a":"b\nc\r\nd"}', [{ a: 'b c  d' }]],
    ['a tab and a zero in a string', '{"a":"b\tc\0d"}', [{ a: 'b c d' }]],
    ['a line break in a key', '{"a\nb":1}', [{ 'a b': 1 }]],
    ['a comma before an end', '{"a":[1,2,],}', [{ a: [1, 2] }]],
    ['a comma before a comment and an end', '{"a":1, /* b */ // c\n}', [{ a: 1 }]],
    ['repeated and leading commas', '{,"a":[,1,,2],,"b":3}', [{ a: [1, 2], b: 3 }]],
    ['comments of three languages', '<!-- x --> // y\n{/* {"a":0} */"a":1<!-- z -->}', [{ a: 1 }]],
    [
      'strings that look like comments',
      '{"a":"https://b.example/* c */ <!-- d -->"}',
      [{ a: 'https://b.example/* c */ <!-- d -->' }],
    ],
    ['a statement’s end', '{"a":1};', [{ a: 1 }]],
    ['an assignment', 'var data = {"a":1};', [{ a: 1 }]],
    ['a byte order mark', '\uFEFF{"a":1}', [{ a: 1 }]],
    ['blanks that JSON does not allow', '{\u00a0"a"\u2003:\u00a01}', [{ a: 1 }]],
    ['documents one after the other', '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['documents with a comma between', '{"a":1},{"a":2},', [{ a: 1 }, { a: 2 }]],
    ['escapes of other languages', '{"a":"it\\\'s \\x \\u00e9 \\u12 \\\n"}', [{ a: "it's x é u12  " }]],
    ['escapes of its own', '{"a":"\\"\\\\\\/\\n"}', [{ a: '"\\/\n' }]],
    ['strings in the other quotes', `{'a':'say "b" and \\'c\\''}`, [{ a: `say "b" and 'c'` }]],
    [
      'names without quotes',
      '{headline: "a", @type: "b", c: undefined, d: true, e: -1.5e3}',
      [{ headline: 'a', '@type': 'b', c: null, d: true, e: -1500 }],
    ],
    ['what is JSON', '[{"a":[{},[],null,false,"b"]}]', [[{ a: [{}, [], null, false, 'b'] }]]],
    ['nothing', '', []],
  ]
  for (const [title, written, value] of cases)
    it(`mends ${title}`, () => assert.deepEqual(JSON.parse(mendJson(written)), value))

  for (const written of ['{"a":"b "c" d"}', '{"a" "b"}', '{"a":1', '{"a":"b', '{"a":}', '{"a":1 "b":2}', '}{'])
    it(`leaves ${written} invalid`, () => assert.throws(() => JSON.parse(mendJson(written)), SyntaxError))

  it('takes time proportional to the length of any text', () => {
    for (const part of ['/*', '<!--', '"', "'", '{', ',', '\\', '//', '"\\', "'\\", '{"a":', ' ']) {
      const text = `{${part.repeat(100_000)}`
      const started = process.cpuUsage()
      mendJson(text)
      const usedMs = process.cpuUsage(started).user / 1_000
      assert.ok(usedMs < MAX_MS, `${part}: ${usedMs} ms`)
    }
  })
})
