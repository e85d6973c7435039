import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBody, encodeText } from './encode-body.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

/** Bytes, content type, and what the client receives. */
const BODIES: Readonly<Record<string, readonly [Buffer, string | undefined, 'text' | 'base64', string]>> = {
  'UTF-8 by the header': [bytes('Grüße 🧪'), 'text/html; charset=utf-8', 'text', 'Grüße 🧪'],
  'Latin by the header': [bytes('Gr', [0xfc, 0xdf], 'e'), 'text/html; charset=iso-8859-1', 'text', 'Grüße'],
  'Shift_JIS by the document': [
    bytes('<meta charset=shift_jis>', [0x93, 0xfa, 0x96, 0x7b]),
    'text/html',
    'text',
    '<meta charset=shift_jis>日本',
  ],
  'a byte order mark against the header': [
    bytes([0xff, 0xfe, 0x41, 0, 0x42, 0]),
    'text/html; charset=utf-8',
    'text',
    'AB',
  ],
  'a header with a wrong charset for ASCII bytes': [bytes('ABCD'), 'text/html; charset=utf-16le', 'text', '䉁䑃'],
  'an unknown charset': [bytes('Gr', [0xc3, 0xbc], 'n'), 'text/html; charset=klingon', 'text', 'Grün'],
  'a document that claims UTF-16 in ASCII': [
    bytes('<meta charset="utf-16">ü'),
    'text/html',
    'text',
    '<meta charset="utf-16">ü',
  ],
  'bytes that are not UTF-8': [bytes('a', [0xff], 'b'), 'text/plain; charset=utf-8', 'text', 'a\ufffdb'],
  JSON: [bytes('{"a":"ü"}'), 'application/json', 'text', '{"a":"ü"}'],
  'an image': [bytes([0x89, 0x50, 0x4e, 0x47]), 'image/png', 'base64', 'iVBORw=='],
  'bytes without a type': [bytes([0, 1, 2, 3]), undefined, 'base64', 'AAECAw=='],
  'text without a type': [bytes('hello'), undefined, 'text', 'hello'],
  nothing: [bytes(), undefined, 'text', ''],
  'text that is only quotes and line breaks': [bytes('"\n"\n'), 'text/plain', 'text', '"\n"\n'],
  'control characters with a text type': [
    bytes(Array.from({ length: 9 }, () => 1)),
    'text/html; charset=utf-8',
    'base64',
    'AQEBAQEBAQEB',
  ],
}

for (const [what, [body, contentType, encoding, expected]] of Object.entries(BODIES)) {
  test(`${what}: ${encoding}`, async () => {
    const encoded = await encodeBody(body, contentType)
    assert.equal(encoded.encoding, encoding)
    assert.equal(JSON.parse(encoded.json.toString()), expected)
    assert.equal(encoded.text, encoding === 'text' ? expected : undefined)
  })
}

test('the encoded body is at most a few times as large as the body', async () => {
  const largest = 2 * 1024 * 1024
  for (const byte of [0x00, 0x01, 0x22, 0x0a, 0x5c, 0xff, 0xc3]) {
    for (const type of [
      'text/html; charset=utf-8',
      'text/html; charset=windows-1252',
      'image/png',
      'text/html; charset=shift_jis',
    ]) {
      const { json } = await encodeBody(Buffer.alloc(largest, byte), type)
      assert.ok(json.length <= 3 * largest + 2, `${byte} as ${type}: ${json.length}`)
    }
  }
})

test('encoding in slices returns the same as JSON.stringify', async () => {
  const character = '🧪'
  for (const shift of ['', 'a']) {
    const text = [shift, character.repeat(200_000), '\ud83d"', '\n'.repeat(100_000)].join('')
    const { json } = await encodeText(text)
    assert.equal(json.toString(), JSON.stringify(text))
  }
})

test('encodes fifty of the largest bodies in slices, and lets the event loop run in between', async () => {
  const SLICES = (2 * 1024 * 1024) / (64 * 1024)
  let iterations = 0
  let isDone = false
  const count = () => {
    iterations += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 50 }, () => encodeBody(Buffer.alloc(2 * 1024 * 1024, '"'), 'text/html')))
  isDone = true
  assert.ok(iterations >= 50 * SLICES, `${iterations} iterations`)
})

test('decodes a large body in any charset in pieces, and lets the event loop run in between', async () => {
  const size = 1024 * 1024
  for (const charset of ['shift_jis', 'big5', 'gbk', 'euc-kr', 'iso-2022-jp', 'utf-8', 'koi8-r']) {
    let iterations = 0
    let isDone = false
    const count = () => {
      iterations += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const { text } = await encodeBody(Buffer.alloc(size, 0xff), `text/html; charset=${charset}`)
    isDone = true
    assert.ok((text?.length ?? 0) >= size / 2, charset)
    // As many iterations again for serializing the text.
    assert.ok(iterations >= 2 * (size / (64 * 1024)), `${charset}: ${iterations} iterations`)
  }
})

test('keeps a character whole where two pieces meet', async () => {
  const pair = [0x93, 0xfa, 0x96, 0x7b]
  for (const shift of ['', 'a', 'ab', 'abc']) {
    const body = Buffer.concat([Buffer.from(shift), Buffer.alloc(256 * 1024, Buffer.from(pair))])
    const { text } = await encodeBody(body, 'text/html; charset=shift_jis')
    assert.equal(text, shift + '日本'.repeat(64 * 1024))
  }
})
