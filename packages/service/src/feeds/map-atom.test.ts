import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { map, NAMESPACES } from '@central-api/testing/feeds/test-feed.ts'
import { buildAuthor, buildMedia, buildPost } from '../post/build-post.ts'

describe('mapping RSS 0.9x and 1.0', () => {
  test('maps an old feed with only titles, links and descriptions', () => {
    const { profile, posts } =
      map(`<rss version="0.91"><channel><title>Old</title><link>/home</link><language>en</language>
      <item><title>One</title><link>/1</link><description>d</description></item></channel></rss>`)
    assert.equal(profile.url, 'https://blog.example/home')
    const [post] = posts
    assert.deepEqual(
      [post?.id, post?.url, post?.text, post?.language, post?.publishedAt],
      ['https://blog.example/1', 'https://blog.example/1', 'd', 'en', null],
    )
  })

  test('maps RDF, with items outside of the channel and Dublin Core for dates and authors', () => {
    const { profile, posts } =
      map(`<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" ${NAMESPACES}><channel rdf:about="x"><title>R</title><link>https://r.example/</link>
      <description>About R</description><dc:language>fr</dc:language></channel>
      <image><title>i</title><url>https://r.example/i.png</url><link>https://r.example/</link></image>
      <item rdf:about="https://r.example/1"><title>Un</title><link>https://r.example/1</link><dc:date>2026-01-02T03:04+01:00</dc:date>
      <dc:creator>Léa</dc:creator><content:encoded><![CDATA[<p>Oui</p>]]></content:encoded></item></rdf:RDF>`)
    assert.deepEqual(
      [profile.displayName, profile.avatarUrl, profile.bio.text],
      ['R', 'https://r.example/i.png', 'About R'],
    )
    assert.deepEqual(posts, [
      buildPost({
        id: 'https://r.example/1',
        url: 'https://r.example/1',
        kind: 'article',
        title: 'Un',
        text: 'Oui',
        html: '<p>Oui</p>',
        language: 'fr',
        publishedAt: '2026-01-02T02:04:00.000Z',
        author: buildAuthor({ displayName: 'Léa' }),
      }),
    ])
  })
})

describe('mapping Atom', () => {
  const atom = (entry: string, feed = '') =>
    map(`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" xml:lang="de"
      xml:base="https://a.example/base/"><id>tag:a</id><title>A</title>${feed}<entry><id>tag:1</id>${entry}</entry></feed>`)

  test('maps every field, relative to xml:base, in the language of the innermost xml:lang', () => {
    const { profile, posts } = atom(
      `<title type="html">T &amp;amp; &lt;b&gt;U&lt;/b&gt;</title><link href="p/1"/><link rel="replies" href="c" thr:count="4"/>
       <link rel="enclosure" type="audio/mpeg" href="e.mp3" title="Talk"/><published>2026-01-01T00:00:00+02:00</published>
       <category term="boden" label="Böden &amp; Beete"/><category term="garten"/><category term="http://schemas.example/kind#post"/>
       <updated>2026-01-02T00:00:00Z</updated><author><name>Uli</name><uri>/uli</uri></author><summary>S</summary>
       <content type="xhtml" xml:base="deep/" xml:lang="gsw"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hoi <a href="x">x</a><br/><b>fett</b></p></div></content>`,
      '<subtitle type="text">&lt;sub&gt;</subtitle><icon>i.png</icon><logo>l.png</logo><link rel="self" href="feed"/><link href="/"/>',
    )
    assert.deepEqual(profile, {
      id: 'tag:a',
      handle: 'https://blog.example/feed.xml',
      displayName: 'A',
      url: 'https://a.example/',
      avatarUrl: 'https://a.example/base/i.png',
      owner: null,
      movedTo: null,
      bannerUrl: 'https://a.example/base/l.png',
      bio: { text: '<sub>', html: '<p>&lt;sub&gt;</p>' },
      verified: null,
      createdAt: null,
      counts: { followers: null, following: null, posts: null },
    })
    assert.deepEqual(posts, [
      buildPost({
        id: 'tag:1',
        url: 'https://a.example/base/p/1',
        kind: 'audio',
        title: 'T & U',
        summary: 'S',
        text: 'Hoi x\nfett',
        html: '<p>Hoi <a href="https://a.example/base/deep/x" rel="nofollow noopener ugc">x</a><br /><b>fett</b></p>',
        language: 'gsw',
        publishedAt: '2025-12-31T22:00:00.000Z',
        editedAt: '2026-01-02T00:00:00.000Z',
        author: buildAuthor({ displayName: 'Uli', url: 'https://a.example/uli' }),
        media: [buildMedia({ type: 'audio', url: 'https://a.example/base/e.mp3', alt: 'Talk' })],
        tags: ['Böden & Beete', 'garten'],
        metrics: { comments: 4 },
      }),
    ])
  })

  test('falls back to the author of the feed and to the date of the update', () => {
    const { posts } = atom(
      '<title>x</title><updated>2026-01-02T00:00:00Z</updated>',
      '<author><name>All</name></author>',
    )
    const [post] = posts
    assert.deepEqual(
      [post?.author?.displayName, post?.publishedAt, post?.editedAt],
      ['All', '2026-01-02T00:00:00.000Z', null],
    )
  })

  test('reads the type of a text', () => {
    const text = (content: string) => atom(content).posts[0]?.text
    assert.equal(text('<content type="text">1 &lt;b&gt; 2</content>'), '1 <b> 2')
    assert.equal(text('<content type="html">1 &lt;b&gt;2&lt;/b&gt;</content>'), '1 2')
    assert.equal(text('<content>&lt;p&gt;careless&lt;/p&gt;</content>'), 'careless')
    assert.equal(text('<summary>only</summary>'), 'only')
    assert.equal(text('<content type="application/pdf" src="x.pdf"/><summary>see</summary>'), 'see')
  })

  test('maps an image as content by reference to media', () => {
    const [post] = atom('<content type="image/png" src="x.png"/>').posts
    assert.deepEqual(post?.media, [buildMedia({ type: 'image', url: 'https://a.example/base/x.png' })])
  })

  test('maps an old Flash player to the current one, with and without an image', () => {
    for (const url of [
      'https://www.youtube.com/v/AAAAAAAAAA1',
      'http://www.youtube.com/v/AAAAAAAAAA1?version=3&amp;f=videos',
    ]) {
      const { posts } =
        map(`<feed xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom"><title>C</title><entry>
        <id>1</id><title>V</title><link rel="alternate" href="https://video.example/1"/><published>2026-01-01T00:00:00Z</published>
        <media:content url="${url}" type="application/x-shockwave-flash"/></entry></feed>`)
      const found = posts[0]?.media.map(({ type, url: file, embedUrl }) => [type, file, embedUrl])
      assert.deepEqual(found, [['video', null, 'https://www.youtube.com/embed/AAAAAAAAAA1']])
    }
  })

  test('maps a video with the thumbnail, the description and the counts', () => {
    const { posts } =
      map(`<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/"
      xmlns="http://www.w3.org/2005/Atom"><title>C</title><entry><id>yt:video:1</id><yt:videoId>1</yt:videoId><title>V</title>
      <link rel="alternate" href="https://video.example/1"/><published>2026-01-01T00:00:00Z</published><media:group><media:title>V</media:title>
      <media:content url="https://video.example/v/1" type="application/x-shockwave-flash" width="640" height="390"/>
      <media:thumbnail url="https://i.example/1.jpg" width="480" height="360"/><media:description>Line 1
Line &lt;b&gt;2</media:description>
      <media:community><media:starRating count="7" average="5.00"/><media:statistics views="99"/></media:community></media:group></entry></feed>`)
    const [post] = posts
    assert.equal(post?.kind, 'video')
    assert.deepEqual([post?.title, post?.text], ['V', 'Line 1\nLine <b>2'])
    assert.deepEqual(post?.metrics, { likes: 7, comments: null, shares: null, views: 99 })
    assert.deepEqual(post?.media, [
      buildMedia({ type: 'video', previewUrl: 'https://i.example/1.jpg', width: 640, height: 390 }),
    ])
  })
})
