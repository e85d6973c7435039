import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utf8OfAnswer } from '../contract/answer-bytes.ts'
import { receiveAnswer } from './receive-answer.ts'

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
