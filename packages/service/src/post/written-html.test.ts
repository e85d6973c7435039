import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { POST_LIMITS } from './bound-html.ts'
import { sanitizeHtml } from './html.ts'
import { escapeText } from './markup/escape.ts'
import { linkHtml, paragraphs, withoutControls } from './text.ts'
import { writtenHtml } from './written-html.ts'

const walked = (inline: string) => sanitizeHtml(paragraphs(withoutControls(inline).trim()))

test('HTML that a mapping wrote is what walkHtml would leave', () => {
  const texts = [
    'a',
    '😀',
    '"',
    "'",
    '`',
    '&',
    '<b>',
    '&amp;',
    '&#7;',
    ' ',
    '\t',
    '\u00a0',
    '\u0007',
    '\r\n',
    '\n',
    '\n\n',
  ]
  const addresses = ['https://a.example', 'https://a.example/`é"?q=`<>&b=\'#`', 'mailto:a@a.example', 'https://[bad']
  const text = fc.array(fc.constantFrom(...texts), { maxLength: 6 }).map((pieces) => pieces.join(''))
  const link = fc.record({ url: fc.constantFrom(...addresses), name: text.filter((name) => name !== '') })
  const piece = fc.oneof(
    text.map(escapeText),
    link.map(({ url, name }) => linkHtml(url, name)),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const inline = pieces.join('')
      assert.equal(writtenHtml(inline), walked(inline))
    }),
    { numRuns: 2_000 },
  )
})

test('more than a post holds is cut as the walk cuts it', () => {
  const { characters, tags } = POST_LIMITS
  for (const inline of ['y'.repeat(characters), 'y\n'.repeat(tags), linkHtml('https://a.example', 'a').repeat(tags)]) {
    const html = writtenHtml(inline)
    assert.equal(html, walked(inline))
    assert.ok(html !== null && html.length < paragraphs(inline).length)
  }
})
