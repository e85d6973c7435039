import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { feedLinks } from './find-feed.ts'
import { headerLinks, linksOf } from './page-links.ts'

const page = (head: string, headers: Record<string, string> = {}) =>
  responseOf(`<!doctype html><html><head>${head}</head></html>`, {
    type: 'text/html',
    url: 'https://blog.example/a/',
    headers,
  })

describe('reading the links of a page', () => {
  test('returns those of the header first, one for each relation', () => {
    const links = linksOf(
      page('<link rel="alternate" href="b">', {
        link: '</wp-json/>; rel="https://api.w.org/", <c>; title="a, b; c"; REL="next prev"; type=text/html, <ftp://x/>; rel=next',
      }),
    )
    assert.deepEqual(links, [
      { rel: 'https://api.w.org/', url: 'https://blog.example/wp-json/', type: '', title: '' },
      { rel: 'next', url: 'https://blog.example/a/c', type: 'text/html', title: 'a, b; c' },
      { rel: 'prev', url: 'https://blog.example/a/c', type: 'text/html', title: 'a, b; c' },
      { rel: 'alternate', url: 'https://blog.example/a/b', type: '', title: '' },
    ])
  })

  test('takes linear time for any header', () => {
    for (const part of ['<', '<a>', '<a>;', '<a>; rel="', '; a=', ',', '<a>; rel=a,'])
      assert.ok(headerLinks(part.repeat(16_000 / part.length), 'https://x.example/').length <= 1600)
  })

  test('ranks feeds of posts first, then JSON, then comments; ignores data of an API', () => {
    const link = (type: string, href: string, title = '') =>
      `<link rel="alternate" type="${type}" href="${href}" title="${title}">`
    assert.deepEqual(
      feedLinks(
        page(
          [
            link('application/rss+xml', '/c', 'Blog » Comments Feed'),
            link('application/rss+xml', '/a/comments/feed/'),
            link('application/json', '/wp-json/wp/v2/posts/1'),
            link('application/json', '/feed.json'),
            link('text/html', '/de'),
            link('application/atom+xml; charset=utf-8', '/atom.xml'),
            link('application/atom+xml', '/atom.xml'),
            '<link rel="stylesheet" href="/x.css">',
          ].join(''),
        ),
      ),
      ['atom.xml', 'feed.json', 'c', 'a/comments/feed/'].map((path) => `https://blog.example/${path}`),
    )
  })

  test('searches only as much of a page as a head may take', () => {
    const link = '<link rel="alternate" type="application/rss+xml" href="/feed">'
    const style = `<style>${'x'.repeat(400_000)}</style>`
    assert.deepEqual(feedLinks(page(style + link)), ['https://blog.example/feed'])
    assert.deepEqual(feedLinks(page(style + style + link)), [])
    assert.deepEqual(feedLinks(page(`${'<p>'.repeat(10_000)}${link}`)), [])
  })
})
