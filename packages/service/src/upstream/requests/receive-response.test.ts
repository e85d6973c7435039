import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { watchFreed } from '@central-api/testing/runtime/event-loop/watch-freed.ts'
import { copyBytes } from '../../runtime/event-loop/owned-bytes.ts'
import { isRefused } from '../contract/refusal.ts'
import { isCutResponse, utf8OfResponse } from '../contract/response-bytes.ts'
import { freeDecoded, receiveResponse } from './receive-response.ts'

const received = (body: Buffer, type: string) => ({
  ...{ status: 200, url: 'https://blog.example/', headers: { 'content-type': type }, body: copyBytes(body) },
})

test('a response reads the same on a thread: ASCII, JSON, and a charset that only the document declares', () => {
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
    assert.equal(receiveResponse(here).text(), text)
    assert.equal(receiveResponse(structuredClone(here)).text(), text)
  }
})

test('a cut body has the charset of the whole, even if it ends within a character, and says that it is cut', () => {
  const declared = '<?xml version="1.0" encoding="windows-1252"?><rss>Grüße'
  for (const last of ['ü', '€', '🌿']) {
    const bytes = Buffer.from(declared + last)
    for (let end = declared.length; end < bytes.length; end += 1) {
      const response = receiveResponse({ ...received(bytes.subarray(0, end), 'application/xml'), isCut: true })
      assert.deepEqual([declared.startsWith(response.text()), isCutResponse(response)], [true, true])
      assert.equal(utf8OfResponse(response).toString(), response.text())
    }
  }
  assert.equal(isCutResponse(receiveResponse(received(Buffer.from(declared), 'application/xml'))), false)
})

test('the bytes of a response are its text: as received if that is UTF-8, and without secrets', () => {
  const body = Buffer.from('<rss>Grüße 🌿 key-1</rss>')
  const came = received(body, 'application/xml')
  const plain = receiveResponse(came)
  assert.deepEqual([utf8OfResponse(plain).toString(), utf8OfResponse(plain).buffer], [plain.text(), came.body.buffer])
  const signed = receiveResponse(received(body, 'application/xml'), ['key-1'])
  assert.equal(utf8OfResponse(signed).toString(), '<rss>Grüße 🌿 [hidden]</rss>')
  const latin = receiveResponse(
    received(Buffer.from('<rss>Gr\xfc\xdfe</rss>', 'latin1'), 'text/xml; charset=iso-8859-1'),
  )
  assert.equal(utf8OfResponse(latin).toString(), '<rss>Grüße</rss>')
  assert.equal(utf8OfResponse({ ...plain, text: () => 'another' }).toString(), 'another')
})

const TEXT = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n * n))

/** A body left in gzip; `maxBytes`: the most that it may decode to. */
const inGzip = (compressed = gzipSync(TEXT), maxBytes = TEXT.length) => ({
  ...received(compressed, 'application/json'),
  gzip: { reportedBytes: TEXT.length, maxBytes },
})

test('a body left in gzip is decoded once, when it is read, and its memory is freed afterwards', (context) => {
  const freed = watchFreed(context)
  const response = receiveResponse(structuredClone(inGzip()))
  freeDecoded(response)
  assert.equal(freed.includes(TEXT.length), false, 'nothing is decoded yet')
  assert.deepEqual([response.text(), response.json()], [TEXT, JSON.parse(TEXT)])
  const bytes = utf8OfResponse(response)
  assert.deepEqual([bytes.toString(), bytes.buffer], [TEXT, utf8OfResponse(response).buffer])
  freeDecoded(response)
  assert.equal(freed.includes(TEXT.length), true)
  assert.equal(bytes.length, 0)
})

test('a gzip body that does not decode, or decodes to too much, is broken', () => {
  const cut = gzipSync(TEXT).subarray(0, -100)
  const several = Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)])
  for (const [came, says, retryable] of [
    [inGzip(cut), /does not decode/, true],
    [inGzip(Buffer.from(TEXT)), /does not decode/, true],
    [inGzip(several), /larger than is allowed/, false],
    [inGzip(gzipSync(TEXT), TEXT.length - 1), /larger than is allowed/, false],
  ] as const) {
    const response = receiveResponse(came)
    for (const read of [response.text, response.json, () => utf8OfResponse(response)])
      assert.throws(
        read,
        (error) => isRefused(error, 'broken') && says.test(error.message) && error.retryable === retryable,
      )
  }
  assert.equal(receiveResponse(inGzip(several, 2 * TEXT.length)).text(), TEXT + TEXT)
})
