import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashtagsOf } from '../../post/describe-text.ts'
import { sanitizeHtml } from '../../post/html.ts'
import { describeHtml } from './describe-text.ts'
import { parseDuration } from './parse-duration.ts'

/** Text → the URLs that it links to. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  'see https://a.example/b?c=d&e#f.': ['https://a.example/b?c=d&e#f'],
  '(http://a.example/), HTTPS://B.example': ['http://a.example/', 'https://b.example/'],
  '#bread#rye #Zürich-West': ['bread', 'z%C3%BCrich'].map((tag) => `https://www.youtube.com/hashtag/${tag}`),
  '#1 a#b &#39; #': [],
  'with @some.name. and @x': ['https://www.youtube.com/@some.name'],
  'me@mail.example and https://a.example/@name': ['https://a.example/@name'],
  '@日本語チャンネル #日本語': [
    'https://www.youtube.com/@%E6%97%A5%E6%9C%AC%E8%AA%9E%E3%83%81%E3%83%A3%E3%83%B3%E3%83%8D%E3%83%AB',
    'https://www.youtube.com/hashtag/%E6%97%A5%E6%9C%AC%E8%AA%9E',
  ],
  'javascript:alert(1) http:// https://': [],
}

describe('descriptions on YouTube', () => {
  test('link what YouTube links', () => {
    for (const [text, links] of Object.entries(LINKS)) {
      const html = describeHtml(text) ?? ''
      const found = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
      assert.deepEqual(found, links, text)
      assert.equal(sanitizeHtml(html), html)
    }
  })

  test('escape markup', () => {
    const html = describeHtml('<b>x</b> & <script>"\'</script>\nhttps://a.example/"><img>')
    assert.equal(
      html,
      '<p>&lt;b&gt;x&lt;/b&gt; &amp; &lt;script&gt;"\'&lt;/script&gt;<br /><a href="https://a.example/" rel="nofollow noopener ugc">https://a.example/</a>"&gt;&lt;img&gt;</p>',
    )
    assert.equal(describeHtml(null), null)
  })

  test('have only hashtags with letters', () => {
    assert.deepEqual(hashtagsOf('#Bread, #bread #2 #2nd x#no https://a.example/#no'), ['#Bread', '#bread', '#2nd'])
    assert.deepEqual(hashtagsOf(null), [])
  })

  test('are parsed in linear time', () => {
    for (const piece of ['#', '@a', 'http://', '@...', '))))https://a)))))', '#a.', '·@'])
      assert.notEqual(describeHtml(piece.repeat(200_000 / piece.length)), null)
  })
})

describe('the duration of a video', () => {
  test('is parsed from ISO 8601, and null for a running stream', () => {
    const cases: Readonly<Record<string, number | null>> = {
      PT12M5S: 725,
      PT1H2M3S: 3_723,
      P1DT2H: 93_600,
      P1W: 604_800,
      'PT0.5S': 0.5,
      P0D: null,
      PT0S: null,
      P: null,
      PT: null,
      '12:05': null,
      P1Y: null,
      '': null,
    }
    for (const [text, seconds] of Object.entries(cases)) assert.equal(parseDuration(text), seconds, text)
    for (const odd of [null, undefined, 725, {}]) assert.equal(parseDuration(odd), null)
  })
})
