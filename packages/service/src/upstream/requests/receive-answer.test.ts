import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { watchFreed } from '@central-api/testing/runtime/event-loop/watch-freed.ts'
import { isCutAnswer, utf8OfAnswer } from '../contract/answer-bytes.ts'
import { isRefused } from '../contract/refusal.ts'
import { freeDecoded, receiveAnswer } from './receive-answer.ts'

const received = (body: Buffer, type: string) => ({
  ...{ status: 200, url: 'https://blog.example/', headers: { 'content-type': type }, body },
})

test('an answer reads on a thread as it does here: ASCII, JSON, and a charset that only the document declares', () => {
  const bodies = [
    { body: Buffer.from('plain'), type: 'text/plain', text: 'plain' },
    { body: Buffer.from('{"a":"é"}'), type: 'application/json', text: '{"a":"é"}' },
    {
      body: Buffer.from('<?xml version="1.0" encoding="windows-1251"?><rss>\xcc\xe8\xf0</rss>', 'latin1'),
      ...{ type: 'application/xml', text: '<?xml version="1.0" encoding="windows-1251"?><rss>Мир</rss>' },
    },
  ]
  for (const { body, type, text } of bodies) {
    const here = received(body, type)
    assert.equal(receiveAnswer(here).text(), text)
    assert.equal(receiveAnswer(structuredClone(here)).text(), text)
  }
})

test('the start of a body is in the charset of the whole, though it ends within a character, and says that it is one', () => {
  const declared = '<?xml version="1.0" encoding="windows-1252"?><rss>Grüße'
  for (const last of ['ü', '€', '🌿']) {
    const bytes = Buffer.from(declared + last)
    for (let end = declared.length; end < bytes.length; end += 1) {
      const answer = receiveAnswer({ ...received(bytes.subarray(0, end), 'application/xml'), isCut: true })
      assert.deepEqual([declared.startsWith(answer.text()), isCutAnswer(answer)], [true, true])
      assert.equal(utf8OfAnswer(answer).toString(), answer.text())
    }
  }
  assert.equal(isCutAnswer(receiveAnswer(received(Buffer.from(declared), 'application/xml'))), false)
})

test('an answer’s bytes are its text: as they came where that is UTF-8, and without what signed the call', () => {
  const body = Buffer.from('<rss>Grüße 🌿 key-1</rss>')
  const plain = receiveAnswer(received(body, 'application/xml'))
  assert.deepEqual([utf8OfAnswer(plain).toString(), utf8OfAnswer(plain).buffer], [plain.text(), body.buffer])
  const signed = receiveAnswer(received(body, 'application/xml'), ['key-1'])
  assert.equal(utf8OfAnswer(signed).toString(), '<rss>Grüße 🌿 [hidden]</rss>')
  const latin = receiveAnswer(received(Buffer.from('<rss>Gr\xfc\xdfe</rss>', 'latin1'), 'text/xml; charset=iso-8859-1'))
  assert.equal(utf8OfAnswer(latin).toString(), '<rss>Grüße</rss>')
  assert.equal(utf8OfAnswer({ ...plain, text: () => 'another' }).toString(), 'another')
})

const TEXT = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n * n))

/** As it came in gzip, and was left so; `maxBytes`: what it may be decoded to. */
const inGzip = (packed = gzipSync(TEXT), maxBytes = TEXT.length) => ({
  ...received(packed, 'application/json'),
  gzip: { toldBytes: TEXT.length, maxBytes },
})

test('what was left in gzip is decoded by who reads it, once, and its memory given back when that is done', (context) => {
  const freed = watchFreed(context)
  const answer = receiveAnswer(structuredClone(inGzip()))
  freeDecoded(answer)
  assert.equal(freed.includes(TEXT.length), false, 'of which there is none yet')
  assert.deepEqual([answer.text(), answer.json()], [TEXT, JSON.parse(TEXT)])
  const bytes = utf8OfAnswer(answer)
  assert.deepEqual([bytes.toString(), bytes.buffer], [TEXT, utf8OfAnswer(answer).buffer])
  freeDecoded(answer)
  assert.equal(freed.includes(TEXT.length), true)
  assert.equal(bytes.length, 0)
})

test('what was left in gzip and does not decode, or to more than it may be, is broken', () => {
  const cut = gzipSync(TEXT).subarray(0, -100)
  const several = Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)])
  for (const [came, says, retryable] of [
    [inGzip(cut), /does not decode/, true],
    [inGzip(Buffer.from(TEXT)), /does not decode/, true],
    [inGzip(several), /larger than is allowed/, false],
    [inGzip(gzipSync(TEXT), TEXT.length - 1), /larger than is allowed/, false],
  ] as const) {
    const answer = receiveAnswer(came)
    for (const read of [answer.text, answer.json, () => utf8OfAnswer(answer)])
      assert.throws(
        read,
        (error) => isRefused(error, 'broken') && says.test(error.message) && error.retryable === retryable,
      )
  }
  assert.equal(receiveAnswer(inGzip(several, 2 * TEXT.length)).text(), TEXT + TEXT)
})
