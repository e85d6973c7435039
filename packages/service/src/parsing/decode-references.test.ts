import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createReferenceDecoder } from './decode-references.ts'

const decode = (text: string) => createReferenceDecoder()(text)

const TEXTS: Readonly<Record<string, string>> = {
  'a & b': 'a & b',
  '&lt;p&gt; &quot;x&quot; &amp; &apos;y&apos;': '<p> "x" & \'y\'',
  '&amp;lt;b&amp;gt; &amp;#39; &amp;nbsp;': '&lt;b&gt; &#39; &nbsp;',
  '&#38;lt; &#x26;amp;': '&lt; &amp;',
  '&#8217; &#x2019; &#X2019;': '’ ’ ’',
  '&#146; &#x80;': '’ €',
  '&eacute; &hellip; &NotEqualTilde; &nbsp;.': 'é … ≂̸ \u00a0.',
  'https://a.example/?a=1&copy=2&lt=3&amp=4': 'https://a.example/?a=1&copy=2&lt=3&amp=4',
  '&foo; &notable; &constructor; &; &#; &#x;': '&foo; &notable; &constructor; &; &#; &#x;',
  '&#0; &#x110000; &#xD800; &#99999999999999999999;': '\uFFFD \uFFFD \uFFFD \uFFFD',
  'a&#1;b&#31;c&#9;d': 'abc\td',
}

test('resolves references of XML and HTML once, and keeps everything else', () => {
  for (const [text, expected] of Object.entries(TEXTS)) assert.equal(decode(text), expected)
})

test('restores any escaped text', () => {
  const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '&nbsp;', '&#38;'), (text, rest) => {
      assert.equal(decode(escapeXml(text) + rest), text + decode(rest))
    }),
  )
})

test('reads a document with thousands of made-up names in time', () => {
  const started = process.cpuUsage()
  decode(Array.from({ length: 300_000 }, (_, n) => `&n${n};`).join(''))
  assert.ok(process.cpuUsage(started).user < 2_000_000)
})
