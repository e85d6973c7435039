import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { POST_LIMITS } from './bound-html.ts'
import { htmlToText, sanitizeHtml } from './html.ts'
import { escapeHtml } from './markup/escape.ts'
import { plainText, textToHtml } from './text.ts'

test('the text of HTML has decoded entities, collapsed spaces and blocks on separate lines', () => {
  const cases: readonly [string, string | null][] = [
    ['<p>Fish &amp; chips &#8211; caf&eacute;</p>', 'Fish & chips – café'],
    ['<p>one</p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['one\n   two\t three', 'one two three'],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<p> </p>', null],
    ['', null],
  ]
  for (const [html, text] of cases) assert.equal(htmlToText(html), text, html)
})

test('plain text loses control characters and needless white space', () => {
  assert.equal(plainText('  a\r\nb\u0000 \n\n\n\nc  '), 'a\nb\n\nc')
  assert.equal(plainText('\u0007 '), null)
  assert.equal(plainText(7), null)
})

test('text becomes paragraphs with linked URLs and everything else escaped', () => {
  assert.equal(
    textToHtml('a <b> & see https://example.com/x?a=1&b=2.\n\nnext\nline'),
    '<p>a &lt;b&gt; &amp; see <a href="https://example.com/x?a=1&amp;b=2" rel="nofollow noopener ugc">https://example.com/x?a=1&amp;b=2</a>.</p><p>next<br />line</p>',
  )
  assert.equal(textToHtml(null), null)
})

test('text survives the conversion to HTML and back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
      const text = plainText(raw.replace(/\s+/g, ' '))
      assert.equal(text === null ? null : htmlToText(`<p>${escapeHtml(text)}</p>`), text)
    }),
  )
})

test('unsafe and misleading content is removed from HTML', () => {
  const cases: readonly [string, string | null][] = [
    ['<p onclick="x()">a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href="/x" target="_top" rel="me">a</a>', '<a href="https://example.com/x" rel="nofollow noopener ugc">a</a>'],
    [
      '<img src="i.png" onerror="x()" alt="An &quot;i&quot;">',
      '<img src="https://example.com/b/i.png" alt="An &quot;i&quot;" />',
    ],
    ['<img src="data:image/png;base64,AA">', null],
    [
      'a<img>b<img alt="src=&quot;x&quot;" width=1 title>c<img alt="x" src=i.png>',
      'abc<img src="https://example.com/b/i.png" alt="x" />',
    ],
    ['<iframe src="https://example.com"></iframe><form><input></form><style>a{}</style>', null],
    ['<div style="position:fixed">a</div>', '<div>a</div>'],
    ['<svg><script>1</script></svg><math><mtext>t</mtext></math>', 't'],
  ]
  for (const [html, clean] of cases) assert.equal(sanitizeHtml(html, 'https://example.com/b/c'), clean, html)
})

test('sanitizing is idempotent', () => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="/x">',
    '</a>',
    '"',
    "'",
    '<script>',
    '&lt;',
    'text',
    '<img src=x onerror=1>',
  )
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const once = sanitizeHtml(parts.join(''), 'https://example.com/')
      assert.equal(once === null ? null : sanitizeHtml(once, 'https://example.com/'), once)
    }),
  )
})

test('HTML made of text is what the sanitizer would leave: its quotes, its absolute URLs', () => {
  const text = 'it\'s "x" & <b>, https://example.com and https://example.com/it\'s?q="y" or https://[bad'
  const html =
    '<p>it\'s "x" &amp; &lt;b&gt;, <a href="https://example.com/" rel="nofollow noopener ugc">https://example.com</a> and ' +
    '<a href="https://example.com/it\'s?q=" rel="nofollow noopener ugc">https://example.com/it\'s?q=</a>"y" or https://[bad</p>'
  assert.equal(textToHtml(text), html)
  const pieces = fc.constantFrom(
    'https://example.com',
    '/a',
    '?q=',
    "'",
    '"',
    '&',
    '&amp;',
    '<',
    '\n',
    '\n\n',
    'é',
    '😀',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const made = textToHtml(plainText(parts.join('')))
      assert.equal(made === null ? null : sanitizeHtml(made), made)
    }),
  )
})

test('a text of millions of characters is read within the limits of a post', () => {
  const { characters, tags } = POST_LIMITS
  assert.equal(htmlToText('<p>a'.repeat(1_000_000))?.length, 3 * tags - 2)
  assert.equal(plainText(`${' '.repeat(characters - 1)}xy`), 'x')
  assert.equal(plainText('y'.repeat(4_000_000)), 'y'.repeat(characters))
  assert.equal(plainText(`${'y'.repeat(characters - 1)}😀`), 'y'.repeat(characters - 1))
  assert.equal(htmlToText(`<pre>${'\n'.repeat(4_000_000)}x</pre>`), null)
})
