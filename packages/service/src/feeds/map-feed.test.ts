import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { map, only, rss } from '@central-api/testing/feeds/test-feed.ts'
import { buildAuthor, buildMedia, buildPost } from '../post/build-post.ts'

describe('mapping RSS 2.0', () => {
  test('maps every field of a blog post', () => {
    const { profile, posts } = map(
      rss(
        `<item>
          <title>Fish &#038; Chips &lt;em&gt;today&lt;/em&gt; 🐟</title>
          <link>https://blog.example/2026/03/fish/</link>
          <comments>https://blog.example/2026/03/fish/#respond</comments>
          <dc:creator><![CDATA[Zoë]]></dc:creator>
          <pubDate>Tue, 03 Mar 2026 10:15:00 +0100</pubDate>
          <atom:updated>2026-03-04T08:00:00Z</atom:updated>
          <category><![CDATA[Food]]></category><category>Uncategorized</category><category><![CDATA[food]]></category>
          <category domain="https://blog.example/tag"><![CDATA[#Fish &amp; more]]></category>
          <guid isPermaLink="false">https://blog.example/?p=12</guid>
          <description><![CDATA[Short &#8230;]]></description>
          <content:encoded><![CDATA[<p>Hello <a href="/about" onclick="x()">us</a>.</p><script>alert(1)</script>
            <figure><img src="/a-300x200.jpg" srcset="/a-300x200.jpg 300w, /a.jpg 1200w" width="300" height="200" alt="Fish" onerror="x()"></figure>]]></content:encoded>
          <slash:comments>3</slash:comments>
        </item>`,
        `<description>About &amp;lt;food&amp;gt;</description><language>en-GB</language>
         <image><url>https://blog.example/icon.png</url><title>i</title><link>https://blog.example/</link></image>`,
      ),
    )
    assert.deepEqual(profile, {
      id: null,
      handle: 'https://blog.example/feed.xml',
      displayName: 'Tom & Zoë’s blog',
      url: 'https://blog.example/',
      avatarUrl: 'https://blog.example/icon.png',
      owner: null,
      movedTo: null,
      bannerUrl: null,
      bio: { text: 'About <food>', html: 'About &lt;food&gt;' },
      verified: null,
      createdAt: null,
      counts: { followers: null, following: null, posts: null },
    })
    const [post] = posts
    assert.match(post?.html ?? '', /^<p>Hello <a href="https:\/\/blog\.example\/about"/)
    assert.doesNotMatch(post?.html ?? '', /script|onclick|onerror/)
    assert.deepEqual(
      post,
      buildPost({
        id: 'https://blog.example/?p=12',
        url: 'https://blog.example/2026/03/fish/',
        kind: 'article',
        title: 'Fish & Chips today 🐟',
        summary: 'Short …',
        text: 'Hello us.',
        html: post?.html,
        language: 'en-GB',
        publishedAt: '2026-03-03T09:15:00.000Z',
        editedAt: '2026-03-04T08:00:00.000Z',
        author: buildAuthor({ displayName: 'Zoë' }),
        media: [
          buildMedia({
            type: 'image',
            url: 'https://blog.example/a.jpg',
            previewUrl: 'https://blog.example/a-300x200.jpg',
            width: 1200,
            alt: 'Fish',
          }),
        ],
        tags: ['Food', 'Fish & more'],
        metrics: { comments: 3 },
      }),
    )
  })

  test('maps an episode of a podcast', () => {
    const post = only(
      `<item><title>Episode 1</title><guid>ep-1</guid><pubDate>Mon, 02 Feb 2026 05:00 EST</pubDate>
        <enclosure url="https://cdn.example/1.mp3?x=1&amp;y=2" length="5" type="audio/mpeg"/>
        <itunes:duration>1:02:03</itunes:duration><itunes:explicit>true</itunes:explicit>
        <itunes:image href="https://cdn.example/1.jpg"/><itunes:summary>What we said</itunes:summary></item>`,
      '<itunes:author>The Show</itunes:author><itunes:image href="https://cdn.example/show.jpg"/>',
    )
    assert.deepEqual(
      post,
      buildPost({
        id: 'ep-1',
        kind: 'audio',
        title: 'Episode 1',
        text: 'What we said',
        html: '<p>What we said</p>',
        publishedAt: '2026-02-02T10:00:00.000Z',
        author: buildAuthor({ displayName: 'The Show' }),
        media: [
          buildMedia({
            type: 'audio',
            url: 'https://cdn.example/1.mp3?x=1&y=2',
            previewUrl: 'https://cdn.example/1.jpg',
            durationSeconds: 3723,
          }),
        ],
        sensitive: true,
      }),
    )
  })

  test('takes one file of a media group, and each content outside of groups', () => {
    const post = only(`<item><guid>1</guid><description>x</description>
      <media:group><media:content url="https://c.example/s.mp4" type="video/mp4" width="320" height="180"/>
        <media:content url="https://c.example/l.mp4" type="video/mp4" width="1280" height="720" duration="9.5"/>
        <media:thumbnail url="https://c.example/t.jpg"/></media:group>
      <media:content url="https://c.example/p.jpg" medium="image"><media:description>A pier</media:description></media:content>
      <media:content url="https://1.gravatar.com/avatar/0?s=96" medium="image"/></item>`)
    assert.deepEqual(post.media, [
      buildMedia({
        type: 'video',
        url: 'https://c.example/l.mp4',
        previewUrl: 'https://c.example/t.jpg',
        width: 1280,
        height: 720,
        durationSeconds: 9.5,
      }),
      buildMedia({ type: 'image', url: 'https://c.example/p.jpg', alt: 'A pier' }),
    ])
    assert.equal(post.kind, 'video')
  })

  test('finds the type of an enclosure by its file extension, and leaves out documents', () => {
    const post = only(`<item><guid>1</guid><enclosure url="https://c.example/a.OGG"/>
      <enclosure url="https://c.example/b.pdf" type="application/pdf"/><enclosure url="ftp://c.example/c.mp3"/>
      <enclosure url="https://c.example/d.gif" type="image/gif"/></item>`)
    assert.deepEqual(
      post.media.map(({ type, url }) => [type, url]),
      [
        ['audio', 'https://c.example/a.OGG'],
        ['gif', 'https://c.example/d.gif'],
      ],
    )
  })
})
