import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { MarkdownDialect } from './markdown-inline.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { walkHtml } from './walk-html.ts'

const REL = ' rel="nofollow noopener ugc"'
const written = (markdown: string, dialect: MarkdownDialect = {}) => walkHtml(markdownToHtml(markdown, dialect)).html

const ROWS: readonly (readonly [string, string])[] = [
  [
    '**a** *b* ***c*** ~~d~~ _e_',
    '<p><strong>a</strong> <em>b</em> <em><strong>c</strong></em> <s>d</s> <em>e</em></p>',
  ],
  ['snake_case_x 2 * 3 * 4 ~5~ **', '<p>snake_case_x 2 * 3 * 4 ~5~ **</p>'],
  ['*a **b* c**', '<p><em>a **b</em> c**</p>'],
  ['# H #\ntext\n###### six', '<h1>H</h1><p>text</p><h6>six</h6>'],
  ['#tag is none', '<p>#tag is none</p>'],
  ['Title\n===\nx\n---', '<h1>Title</h1><h2>x</h2>'],
  ['a\nb  \nc\\\nd\n\n\ne', '<p>a\nb  <br />c<br />d</p><p>e</p>'],
  ['- a\n- b\n  - c\n    d\n- e\n\nend', '<ul><li>a</li><li>b<ul><li>c\nd</li></ul></li><li>e</li></ul><p>end</p>'],
  ['1. a\n\n2. b', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['3) a\n4) b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['in 2026\n5. May', '<p>in 2026\n5. May</p>'],
  ['> a\nlazy\n>> b\n\nc', '<blockquote><p>a\nlazy</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>'],
  ['```js\n1 < **2**\n```\n\n    more', '<pre><code>1 &lt; **2**</code></pre><pre><code>more</code></pre>'],
  ['~~~\nto the end', '<pre><code>to the end</code></pre>'],
  ['`a*` ``b ` c`` `open', '<p><code>a*</code> <code>b ` c</code> `open</p>'],
  [
    '|a|b|\n|-|:-:|\n|1 \\| 2|**3**|\n\nx',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1 | 2</td><td><strong>3</strong></td></tr></tbody></table><p>x</p>',
  ],
  ['a\n\n***\nb', '<p>a</p><hr /><p>b</p>'],
  ['[a **b**](https://x.y/(z) "t")', `<p><a href="https://x.y/(z)"${REL}>a <strong>b</strong></a></p>`],
  ['[a](javascript:x) [b] [c]: d', '<p>a [b] [c]: d</p>'],
  ['![alt](https://i.j/k.png)', '<p><img src="https://i.j/k.png" alt="alt" /></p>'],
  [
    '[![x](https://i.j/k.png)](https://q.r/)',
    `<p><a href="https://q.r/"${REL}><img src="https://i.j/k.png" alt="x" /></a></p>`,
  ],
  [
    '<https://a.b/> (https://c.d/e_f_g).',
    `<p><a href="https://a.b/"${REL}>https://a.b/</a> (<a href="https://c.d/e_f_g"${REL}>https://c.d/e_f_g</a>).</p>`,
  ],
  ['[https://a.b/](https://c.d/)', `<p><a href="https://c.d/"${REL}>https://a.b/</a></p>`],
  ['a & b &lt; &copy; <b>x</b> \\*no\\*', '<p>a &amp; b &lt; © &lt;b&gt;x&lt;/b&gt; *no*</p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['::: spoiler *more*\nx\n:::\nend', '<details><summary><em>more</em></summary><p>x</p></details><p>end</p>'],
  ['@a@b.example', '<p>@a@b.example</p>'],
]

for (const [markdown, html] of ROWS) {
  test(`${JSON.stringify(markdown)} is written`, () => assert.equal(written(markdown), html))
}

test('a dialect defines line ends and mentions', () => {
  const dialect: MarkdownDialect = { breaks: true, mentions: { '!': (name, host) => `https://${host}/c/${name}` } }
  assert.equal(
    written('a\n!b@c.example @d@e.example', dialect),
    `<p>a<br /><a href="https://c.example/c/b"${REL}>!b@c.example</a> @d@e.example</p>`,
  )
})

const PIECES = [
  '**',
  '*',
  '_',
  '~~',
  '`',
  '```\n',
  '[',
  '](',
  ')',
  '![',
  '> ',
  '- ',
  '1. ',
  '# ',
  '|',
  '|-|',
  '\n',
  '    ',
]
const MORE = [
  '::: spoiler ',
  ':::\n',
  'https://a.b/',
  '<',
  '&',
  '\\',
  '\ud800',
  'a',
  ' ',
  '===',
  '@a@b.c',
  '*_',
  '  - a\n',
]

test('never throws, whatever the input', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 60 }), (pieces) => {
      const html = written(pieces.join(''))
      assert.ok(html === null || html.isWellFormed())
    }),
    { numRuns: 1_000 },
  )
})

test('takes linear time', () => {
  const alternating = ['_a*', 'a**b', '[a](', '[x][', '\n> - ', '- a\n  ', 'a|b\n-|-\n', '`a``', '> ', '>', '!a@b.c']
  for (const piece of [...PIECES, ...MORE, ...alternating]) {
    const started = process.cpuUsage()
    markdownToHtml(piece.repeat(200_000 / piece.length))
    const { user } = process.cpuUsage(started)
    assert.ok(user < 2_000_000, `${user} µs for ${JSON.stringify(piece)}`)
  }
})
