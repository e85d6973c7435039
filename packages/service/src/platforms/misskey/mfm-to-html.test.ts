import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { walkHtml } from '../../post/markup/walk-html.ts'
import { mfmToHtml } from './mfm-to-html.ts'

const REL = ' rel="nofollow noopener ugc"'
const written = (mfm: string) => walkHtml(mfmToHtml(mfm, 'm.example'), 'https://m.example/')
const inline = (mfm: string) => /^<p>(?<inner>.*)<\/p>$/s.exec(written(mfm).html ?? '')?.groups?.inner

const ROWS: readonly (readonly [string, string])[] = [
  ['**bold** <b>b</b> __b__', '<strong>bold</strong> <strong>b</strong> <strong>b</strong>'],
  ['*it* _it_ <i>i</i>', '<em>it</em> <em>it</em> <em>i</em>'],
  ['~~gone~~ <s>s</s> <small>small</small>', '<s>gone</s> <s>s</s> <small>small</small>'],
  ['**a ~~b~~ c**', '<strong>a <s>b</s> c</strong>'],
  ['snake_case_name 2*3*4', 'snake_case_name 2*3*4'],
  ['** never closed', '** never closed'],
  ['**a ~~b** c', '<strong>a ~~b</strong> c'],
  ['`a **b** <i>`', '<code>a **b** &lt;i&gt;</code>'],
  ['\\(x^2\\)', '<code>x^2</code>'],
  ['<plain>**a**</plain>', '**a**'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['$[tada.speed=2s **a** b]', '<span><strong>a</strong> b</span>'],
  ['$[x2 $[fg.color=f00 a] b]', '<span><span>a</span> b</span>'],
  ['$[x2 never closed', '$[x2 never closed'],
  ['$[ruby 陶芸 とうげい]', '<ruby>陶芸<rp>(</rp><rt>とうげい</rt><rp>)</rp></ruby>'],
  ['[**a** #b](https://a.example/x?y=1&z)', `<a href="https://a.example/x?y=1&amp;z"${REL}><strong>a</strong> #b</a>`],
  ['?[a](https://a.example/)', `<a href="https://a.example/"${REL}>a</a>`],
  ['[a](javascript:x)', '[a](javascript:x)'],
  ['<https://a.example/あ>', `<a href="https://a.example/%E3%81%82"${REL}>https://a.example/あ</a>`],
  ['(https://a.example/b_(c)).', `(<a href="https://a.example/b_(c)"${REL}>https://a.example/b_(c)</a>).`],
  ['https://a.example/?a=1, b', `<a href="https://a.example/?a=1"${REL}>https://a.example/?a=1</a>, b`],
  [
    '@nao @lea@social.example',
    `<a href="https://m.example/@nao"${REL}>@nao</a> <a href="https://social.example/@lea"${REL}>@lea@social.example</a>`,
  ],
  ['a@b.example #1 c#d', 'a@b.example #1 c#d'],
  ['#陶芸、 :blobcat:', `<a href="https://m.example/tags/%E9%99%B6%E8%8A%B8%E3%80%81"${REL}>#陶芸、</a> :blobcat:`],
  ['a\nb\n\n\nc', 'a<br />b</p><p>c'],
  ['**a\n\nb**', '<strong>a<br /><br />b</strong>'],
]

for (const [mfm, html] of ROWS) test(`${JSON.stringify(mfm)} is written`, () => assert.equal(inline(mfm), html))

test('quotes and code become blocks', () => {
  const { html, text } = written('> a\n>b\n> > c\n```js\n1 < 2\n**x**\n```\nend')
  assert.equal(
    html,
    '<blockquote><p>a<br />b</p><blockquote><p>c</p></blockquote></blockquote><pre><code>1 &lt; 2\n**x**</code></pre><p>end</p>',
  )
  assert.match(text ?? '', /^a\nb\n/)
  assert.equal(written('```\nnever closed').text, '```\nnever closed')
})

test('converts centered lines and titles of other software', () => {
  assert.equal(written('<center>a</center>').text, 'a')
  assert.equal(written('【Title】\nbody').text, '【Title】\nbody')
})

test('hashtags keep their spelling', () => assert.deepEqual(written('#A_b #陶芸 #12').tags, ['A_b', '陶芸']))

test('never throws and loses no text on random input', () => {
  const pieces = [
    '**',
    '~~',
    '$[x ',
    ']',
    '[a](',
    ')',
    '`',
    '<b>',
    '</b>',
    '#',
    '@',
    '\n',
    '> ',
    'a',
    '\ud800',
    '_',
    '*',
  ]
  const countOf = (text: string | null) => (text ?? '').split('a').length
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
      const mfm = parts.join('')
      assert.equal(countOf(written(mfm).text), countOf(mfm))
    }),
    { numRuns: 500 },
  )
})

test('runs in linear time', () => {
  for (const piece of [
    '**',
    '~~',
    '$[x ',
    '[',
    '[a](',
    '`',
    '<b>',
    '<plain>',
    '#a',
    '@a',
    '> ',
    '```\n',
    '__',
    '_a',
    'https://a.b/(',
    'h',
    '\n',
    '$[ruby a ',
  ]) {
    const started = process.cpuUsage()
    mfmToHtml(piece.repeat(200_000 / piece.length), 'm.example')
    const { user } = process.cpuUsage(started)
    assert.ok(user < 1_000_000, `${user} µs for ${JSON.stringify(piece)}`)
  }
})
