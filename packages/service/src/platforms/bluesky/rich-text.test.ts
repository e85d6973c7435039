import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { htmlToText, sanitizeHtml } from '../../post/html.ts'
import { richTextToHtml } from './rich-text.ts'

const facet = (byteStart: unknown, byteEnd: unknown, ...features: unknown[]) => ({
  index: { byteStart, byteEnd },
  features,
})
const link = (uri: unknown) => ({ $type: 'app.bsky.richtext.facet#link', uri })
const mention = (did: unknown) => ({ $type: 'app.bsky.richtext.facet#mention', did })
const tag = (name: unknown) => ({ $type: 'app.bsky.richtext.facet#tag', tag: name })
const anchor = (url: string, text: string) => `<a href="${url}" rel="nofollow noopener ugc">${text}</a>`
const DID = 'did:plc:gardengardengardengarden'

test('facets become links at their byte offsets, also after multi-byte characters', () => {
  const cases: readonly [string, unknown, string | null][] = [
    [
      'see example.com',
      [facet(4, 15, link('https://example.com/'))],
      `<p>see ${anchor('https://example.com/', 'example.com')}</p>`,
    ],
    // The family is 18 bytes long, and 8 UTF-16 units.
    [
      '👩‍👩‍👧 example.com!',
      [facet(19, 30, link('https://example.com/'))],
      `<p>👩‍👩‍👧 ${anchor('https://example.com/', 'example.com')}!</p>`,
    ],
    ['é😀@garden', [facet(6, 13, mention(DID))], `<p>é😀${anchor(`https://bsky.app/profile/${DID}`, '@garden')}</p>`],
    [
      '#日本 語',
      [facet(0, 7, tag('日本'))],
      `<p>${anchor('https://bsky.app/hashtag/%E6%97%A5%E6%9C%AC', '#日本')} 語</p>`,
    ],
    ['#a/b', [facet(0, 4, tag('a/b?c'))], `<p>${anchor('https://bsky.app/hashtag/a%2Fb%3Fc', '#a/b')}</p>`],
    [
      'b a',
      [facet(2, 3, tag('a')), facet(0, 1, tag('b'))],
      `<p>${anchor('https://bsky.app/hashtag/b', 'b')} ${anchor('https://bsky.app/hashtag/a', 'a')}</p>`,
    ],
    ['ab', [facet(0, 2, { $type: 'x.y#new' }, tag('ab'))], `<p>${anchor('https://bsky.app/hashtag/ab', 'ab')}</p>`],
    [
      'a <b>&',
      [facet(2, 5, link('https://example.com/?a=1&b="'))],
      `<p>a ${anchor('https://example.com/?a=1&amp;b=%22', '&lt;b&gt;')}&amp;</p>`,
    ],
    ['one\ntwo\n\nthree', undefined, '<p>one<br />two</p><p>three</p>'],
    ['a\n\nb', [facet(0, 4, tag('x'))], `<p>${anchor('https://bsky.app/hashtag/x', 'a b')}</p>`],
    ['', undefined, null],
    [' \n', [], null],
  ]
  for (const [text, facets, html] of cases) assert.equal(richTextToHtml(text, facets), html, text)
})

test('ignores facets that are out of range, overlap, split a character or have no valid target', () => {
  const wrong: readonly unknown[] = [
    facet(2, 1, tag('x')),
    facet(1, 1, tag('x')),
    facet(-1, 2, tag('x')),
    facet(0, 99, tag('x')),
    facet(0.5, 2, tag('x')),
    facet('0', '2', tag('x')),
    facet(2, 3, tag('x')),
    facet(0, 3, tag('x')),
    facet(0, 1, link('javascript:alert(1)')),
    facet(0, 1, link('https://user:secret@example.com/')),
    facet(0, 1, link(7)),
    facet(0, 1, mention('did:plc:short')),
    facet(0, 1, mention('garden.bsky.social')),
    facet(0, 1, tag('')),
    facet(0, 1, { $type: 'constructor' }),
    facet(0, 1, { $type: 'toString' }),
    facet(0, 1),
    { features: [tag('x')] },
    null,
    'x',
  ]
  for (const one of wrong) assert.equal(richTextToHtml('a😀b', [one]), '<p>a😀b</p>', JSON.stringify(one))
  assert.equal(
    richTextToHtml('abcd', [facet(0, 2, tag('x')), facet(1, 3, tag('y'))]),
    `<p>${anchor('https://bsky.app/hashtag/x', 'ab')}cd</p>`,
  )
})

test('random facets never result in unsafe HTML or lost text', () => {
  const offset = fc.integer({ min: -2, max: 24 })
  const features = fc.constantFrom(tag('t'), link('https://example.com/"><script>'), mention(DID))
  const facets = fc.array(fc.tuple(offset, offset, features).map(([start, end, feature]) => facet(start, end, feature)))
  const texts = fc
    .array(fc.constantFrom('a', '<b>', '&amp;', '😀', 'é', '"', "'", '\n', ' ', '\n\n'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, facets, (text, some) => {
      const html = richTextToHtml(text, some)
      assert.equal(html === null ? null : sanitizeHtml(html), html)
      const read = html === null ? '' : (htmlToText(html) ?? '')
      assert.equal(read.replace(/\s/g, ''), text.replace(/\s/g, ''))
    }),
  )
})
