import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutMarkup } from './cut-markup.ts'
import { sanitizeHtml } from './html.ts'

test('cuts between characters, references and tags, and closes elements', () => {
  const html = '<p>a &amp; <b>b</b><br /><img src="https://e.example/i" />😀</p>'
  const cuts = new Set(Array.from({ length: html.length + 1 }, (_, most) => cutMarkup(html, most)))
  assert.deepEqual(
    [...cuts],
    [
      '',
      '<p>a</p>',
      '<p>a </p>',
      '<p>a &amp;</p>',
      '<p>a &amp; </p>',
      '<p>a &amp; <b>b</b></p>',
      '<p>a &amp; <b>b</b><br /></p>',
      '<p>a &amp; <b>b</b><br /><img src="https://e.example/i" /></p>',
      html,
    ],
  )
})

test('leaves what the sanitizer would leave, within the limit except for end tags', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '<a href="/x?a=1&b=2">',
      '</a>',
      '<img src=x>',
      '<br>',
      '<source>',
      '&amp;',
      '<',
      '; &',
      'é😀',
    ],
    ...['<ul>', '<li>', '<h2 title="a > b; c">', '</h2>', '<details>', '<td>', '"'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(200), (pieces, most) => {
      const clean = sanitizeHtml(pieces.join(''), 'https://blog.example/') ?? ''
      const cut = cutMarkup(clean, most)
      const endTags = cut === clean ? '' : (/(?:<\/[a-z0-9]+>)*$/.exec(cut)?.[0] ?? '')
      assert.ok(cut === clean ? true : cut.length - endTags.length <= most)
      assert.ok(clean.startsWith(cut.slice(0, cut.length - endTags.length)))
      const parsed = sanitizeHtml(`<p>x</p>${cut}`, 'https://blog.example/')
      assert.equal(parsed, `<p>x</p>${cut}`.trim())
    }),
    { numRuns: 1_000 },
  )
})
