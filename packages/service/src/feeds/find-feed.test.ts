import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import { feedLinks } from './find-feed.ts'

const SITE = 'https://blog.example/'
const links = (head: string): string[] =>
  feedLinks(responseOf(`<!doctype html><html><head>${head}</head></html>`, { type: 'text/html', url: `${SITE}a/` }))
const rss = (href: string, title = '') =>
  `<link rel="alternate" type="application/rss+xml" href="${href}" title="${title}">`

const TITLES = [
  ...['Comments Feed', 'Kommentar-Feed', 'Flux des commentaires', 'Feed de los comentarios', 'Feed de comentários'],
  ...['Feed dei commenti', 'Reacties feed', 'Kanał z komentarzami', 'Лента комментариев', 'Yorum akışı'],
  ...[
    'コメントフィード',
    '评论 Feed',
    '迴響留言',
    '댓글 피드',
    'خلاصة التعليقات',
    'פיד תגובות',
    'Kommenttien syöte: kommentit',
  ],
  ...['Hozzászólások hírcsatornája', 'RSS komentářů', 'Стрічка коментарів', 'Κανάλι σχολίων', 'Dòng bình luận'],
]
const URLS = [
  ...[
    '/?feed=comments-rss2',
    '/?feed=comments-atom',
    '/?feed=rss2&withcomments=1',
    '/comments/feed/',
    '/feed/comments',
  ],
  ...[
    '/feeds/comments/default',
    '/kommentare/feed',
    '/%D0%BA%D0%BE%D0%BC%D0%BC%D0%B5%D0%BD%D1%82%D0%B0%D1%80%D0%B8%D0%B8/rss',
  ],
]

describe('ranks the feed of comments last, although it is linked first', () => {
  for (const title of TITLES)
    test(`by its title: ${title}`, () => {
      assert.deepEqual(links(rss('/1', `Hafen » ${title}`) + rss('/2', 'Hafen » Feed')), [`${SITE}2`, `${SITE}1`])
    })

  for (const url of URLS)
    test(`by its URL: ${url}`, () => {
      assert.equal(links(rss(url, 'Feed 1') + rss('/?feed=rss2', 'Feed 2'))[0], `${SITE}?feed=rss2`)
    })

  test('by its URL when the blog is about comments', () => {
    assert.deepEqual(links(rss('/comments/feed', 'No comment » Feed') + rss('/feed', 'No comment » Feed')), [
      `${SITE}feed`,
      `${SITE}comments/feed`,
    ])
  })
})

/** A link element → the feeds that it links to. */
const LINKS: readonly [string, readonly string[]][] = [
  ['<link rel="alternate" type="application/feed+json" href="feed.json">', [`${SITE}a/feed.json`]],
  ['<link rel="ALTERNATE" type="Application/RSS+XML; charset=UTF-8" href="/x">', [`${SITE}x`]],
  ['<link rel="alternate" type="application/x-rss+xml" href="/x">', [`${SITE}x`]],
  ['<link rel="alternate" type="text/rss+xml" href="/x">', [`${SITE}x`]],
  ['<link rel="alternate" type="application/rss" href="/x">', [`${SITE}x`]],
  ['<link rel="alternative" type="application/atom+xml" href="/x">', [`${SITE}x`]],
  ['<link rel="feed" href="/x">', [`${SITE}x`]],
  ['<link rel="service.feed" type="application/atom+xml" href="/x">', [`${SITE}x`]],
  ['<link rel="alternate" title="RSS" href="/blog/feed/">', [`${SITE}blog/feed/`]],
  ['<link rel="alternate" title="RSS" href="/index.rss?lang=de">', [`${SITE}index.rss?lang=de`]],
  ['<link rel="alternate" hreflang="de" href="/de/feeding-cats">', []],
  ['<link rel="alternate" type="application/json+oembed" href="/oembed.json">', []],
  ['<link rel="alternate" type="application/activity+json" href="/actor">', []],
  ['<link rel="alternate" type="text/html" href="/feed">', []],
  ['<base href="/base/"><link rel="alternate" type="application/rss+xml" href="x.xml">', [`${SITE}base/x.xml`]],
  ['<link rel="alternate" type="application/rss+xml" href="x.xml"><base href="../b/">', [`${SITE}b/x.xml`]],
  ['<link rel="alternate" type="application/rss+xml" href="//c.example/x.xml">', ['https://c.example/x.xml']],
  ['<link rel="alternate" type="application/rss+xml" href="feed://c.example/x.xml">', ['http://c.example/x.xml']],
  [
    '<link rel="alternate" type="application/rss+xml" href="feed:https://c.example/x.xml">',
    ['https://c.example/x.xml'],
  ],
  ['<link rel="alternate" type="application/rss+xml" href=" /?a=1&amp;feed=rss2 ">', [`${SITE}?a=1&feed=rss2`]],
  ['<link rel=alternate type=application/rss+xml href=/x.xml>', [`${SITE}x.xml`]],
  ['<link rel="alternate" type="application/rss+xml" href="">', []],
  ['<link rel="alternate" type="application/rss+xml" href="/%ZZ/comments">', [`${SITE}%ZZ/comments`]],
]

test('recognizes the link of a feed by its type, its relation, or its path when it has no type', () => {
  for (const [element, feeds] of LINKS) assert.deepEqual(links(element), feeds, element)
})
