import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { walkHtml, walkText } from './walk-html.ts'

const BASE = 'https://blog.example/a/'
const REL = 'rel="nofollow noopener ugc"'
const written = (html: string) => walkHtml(html, BASE).html

describe('one walk over a post’s HTML', () => {
  test('returns the same text if only the text is wanted', () => {
    const unit = fc.constantFrom(...'<>&;ab#1 \t\n\r\0\u0085\u00a0\ufeff\u2028é😀\ud800')
    for (const text of [
      fc.string({ unit, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'a \t\n\r\0\u00a0é') }),
    ])
      fc.assert(fc.property(text, (html) => assert.equal(walkText(html), walkHtml(html).text)))
  })

  test('returns safe HTML, the text, the media, the tags and the links', () => {
    assert.deepEqual(
      walkHtml(
        '<h2 id=x>Head</h2><p onclick="x()">A <a href="/x">link</a>, <a href="/x">again</a> &amp; <a href="/t" rel="tag">#Tag</a></p><img src="i.png" alt="I"><a class="u-tag hashtag" href="/u">#<span>tag</span></a><a class="mention" href="/m">@m</a>',
        BASE,
      ),
      {
        html: `<h2>Head</h2><p>A <a href="https://blog.example/x" ${REL}>link</a>, <a href="https://blog.example/x" ${REL}>again</a> &amp; <a href="https://blog.example/t" ${REL}>#Tag</a></p><img src="https://blog.example/a/i.png" alt="I" /><a href="https://blog.example/u" ${REL}>#<span>tag</span></a><a href="https://blog.example/m" ${REL}>@m</a>`,
        text: 'Head\n\nA link, again & #Tag\n\n#tag@m',
        media: [
          {
            type: 'image',
            url: 'https://blog.example/a/i.png',
            previewUrl: null,
            embedUrl: null,
            width: null,
            height: null,
            durationSeconds: null,
            alt: 'I',
            expiresAt: null,
          },
        ],
        tags: ['Tag'],
        links: ['https://blog.example/x', 'https://blog.example/t', 'https://blog.example/u', 'https://blog.example/m'],
        hides: false,
      },
    )
    assert.deepEqual(walkHtml(''), { html: null, text: null, media: [], tags: [], links: [], hides: false })
  })

  test('writes HTML that every parser reads the same way', () => {
    const cases: Readonly<Record<string, string | null>> = {
      '<p>a<p>b<div>c': '<p>a</p><p>b</p><div>c</div>',
      '<p>a<x-y><p>b</x-y>': '<p>a</p><p>b</p>',
      '<b>a<i>b</b>c</i>': '<b>a<i>b</i></b>c',
      '<a href=x>a<b>b<a href=y>c</a>d': `<a href="https://blog.example/a/x" ${REL}>a<b>b</b></a><a href="https://blog.example/a/y" ${REL}>c</a>d`,
      '<a name=top>a<a href=y>b</a>': `a<a href="https://blog.example/a/y" ${REL}>b</a>`,
      "<p title='a\"b<c>`d'>e": '<p title="a&quot;b&lt;c&gt;&#96;d">e</p>',
      '<img alt="" width=100% height=9px src=x>': '<img src="https://blog.example/a/x" alt="" width="100%" />',
      '<td colspan=2 rowspan=99999>a': '<td colspan="2">a</td>',
      '<section>a</section><footer>b</footer>c': '<div>a</div><div>b</div>c',
      'a<!-- b -->c<![CDATA[d]]>': 'ac',
      'a\u0000b\u0008c\r\nd': 'abc\nd',
      'half \ud800': 'half \ufffd',
      '<video poster=p.jpg autoplay><source src=a.mp4 type="video/mp4; codecs=x">none</video>':
        '<video poster="https://blog.example/a/p.jpg" controls><source src="https://blog.example/a/a.mp4" type="video/mp4" />none</video>',
      '<video>none</video>': 'none',
    }
    for (const [html, expected] of Object.entries(cases)) assert.equal(written(html), expected, html)
  })

  test('drops invisible elements and never joins two words', () => {
    const cases: Readonly<Record<string, string | null>> = {
      '<p></p><p>&nbsp;</p><p> <b></b></p><p>a</p>': '<p>a</p>',
      '<figure><div><span></span></div><figcaption></figcaption></figure>': null,
      'a<p></p>b': 'a<p></p>b',
      'a<b></b>b<i> </i>c': 'ab<i> </i>c',
      '<table><tr><td></td></tr></table>': '<table><tr><td></td></tr></table>',
      '<a href=x></a>': null,
    }
    for (const [html, expected] of Object.entries(cases))
      assert.equal(written(html)?.replace(/\u00a0\s*/, '') ?? null, expected, html)
  })

  test('a drawn emoji is its character or short code, and not an image', () => {
    for (const attributes of [
      'class="emojione custom-emoji" src="e.png"',
      'class="Emoji Emoji--forText" src="e.png"',
      'class="mastodon emoji" src="e.png"',
      'class="smiley" src="e.png"',
      'class="smilies" src="e.png"',
      'src="https://f.example/images/smiley-heart.gif"',
      'src="https://f.example/images/smilies/icon_e_smile.gif"',
      'src="https://cdn.example/twemoji/14.0.2/72x72/1f600.png"',
    ])
      for (const named of ['alt=":x:"', 'title=":x:"']) {
        const { text, media } = walkHtml(`a <img ${attributes} ${named}>`, 'https://f.example/')
        assert.deepEqual([text, media], ['a :x:', []], `${attributes} ${named}`)
      }
    const { media } = walkHtml('<img src="emoji.png" class="emojis-of-the-year" alt="x">', 'https://f.example/')
    assert.equal(media.length, 1)
  })

  test('a drawn emoji without a name is dropped', () => {
    const { html, text, media } = walkHtml(
      'Hi <img class="wp-smiley" src="https://s.w.org/images/core/emoji/1.png" alt="😀">!<img class="emoji" src="x.png">',
      BASE,
    )
    assert.deepEqual([html, text, media], ['Hi 😀!', 'Hi 😀!', []])
    assert.equal(written('a<img class="emoji" alt="\u0008😀\r\n">b'), 'a😀\nb')
  })

  test('collapses white space of any kind, and keeps it in preformatted text', () => {
    for (const space of ['  ', '\t', '\n', '\r\n', ' \t\n '])
      assert.equal(walkText(`a${space}<b>${space}b</b>c`), 'a bc')
    assert.equal(walkText('<pre>a  b\tc</pre>'), 'a  b\tc')
  })

  test('skips elements with their content', () => {
    const skips = (name: string, attributes: Readonly<Record<string, string>>) =>
      name === 'p' && attributes.class === 'q'
    const { html, text } = walkHtml('<p class="q">a<b>b</b><img src=x></p><p>c</p>', BASE, { skips })
    assert.deepEqual([html, text], ['<p>c</p>', 'c'])
  })

  test('drops elements that are nested too deep, and keeps their content', () => {
    const html = written(`${'<b>'.repeat(100)}x${'</b>'.repeat(100)}`)
    assert.equal(html, `${'<b>'.repeat(64)}x${'</b>'.repeat(64)}`)
    assert.equal(written(`${'<i>'.repeat(300)}x`), null)
  })

  test('names from untrusted input never match properties of Object', () => {
    assert.equal(written('<constructor>a</constructor><valueOf>b</valueOf><hasOwnProperty>c'), 'abc')
    assert.equal(written('<p constructor=a __proto__=b hasOwnProperty=c>d</p>'), '<p>d</p>')
  })
})
