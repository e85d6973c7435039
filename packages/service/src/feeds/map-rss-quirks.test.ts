import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { map, only, rss } from '@central-api/testing/feeds/test-feed.ts'
import { buildPost } from '../post/build-post.ts'

describe('RSS as people write it', () => {
  test('an item is identified by its guid, else its link, else a hash of title and date', () => {
    const { posts } = map(
      rss(`<item><guid> a </guid><title>1</title></item>
        <item><link>https://blog.example/b</link><title>2</title></item>
        <item><title>3</title><pubDate>1 Jan 2026 00:00:00 GMT</pubDate></item>
        <item><title>3</title><pubDate>2 Jan 2026 00:00:00 GMT</pubDate></item>
        <item><guid>a</guid><title>1 again</title></item>
        <item><guid>a</guid><link>https://blog.example/c</link><title>4</title></item>
        <item></item><item><category>x</category></item>`),
    )
    const ids = posts.map(({ id }) => id)
    assert.deepEqual(ids.slice(1, 4), ['https://blog.example/c', 'a', 'https://blog.example/b'])
    assert.match(ids[0] ?? '', /^[\w-]{43}$/)
    assert.match(ids[4] ?? '', /^[\w-]{43}$/)
    assert.equal(new Set(ids).size, 5)
  })

  test('a permalink in the guid is the URL if the item has no link, or one to another host', () => {
    const urls = (item: string) => {
      const { url, link, kind } = only(`<item><title>T</title>${item}</item>`)
      return [url, link?.url ?? null, kind]
    }
    const own = 'https://blog.example/own'
    assert.deepEqual(urls(`<guid>${own}</guid>`), [own, null, 'text'])
    assert.deepEqual(urls(`<guid isPermaLink="false">${own}</guid>`), [null, null, 'text'])
    const elsewhere = 'https://other.example/x'
    assert.deepEqual(
      urls(`<guid isPermaLink="true">${own}</guid><link>${elsewhere}</link><description>d</description>`),
      [own, elsewhere, 'article'],
    )
    assert.deepEqual(urls(`<guid>${own}</guid><link>${elsewhere}</link><description>d</description>`), [
      elsewhere,
      null,
      'article',
    ])
  })

  test('titles keep the elements they mention; formatted and double-escaped ones are parsed', () => {
    const titles = {
      'How to use &lt;div&gt; &amp; &lt;table&gt;': 'How to use <div> & <table>',
      '<![CDATA[AT&amp;T says &quot;hi&quot;]]>': 'AT&T says "hi"',
      '&lt;b&gt;Bold&lt;/b&gt; move': 'Bold move',
      '<![CDATA[مرحبا 🌍]]>': 'مرحبا 🌍',
      ' two\n   lines ': 'two lines',
    }
    for (const [source, title] of Object.entries(titles)) {
      const post = only(`<item><guid>1</guid><link>https://blog.example/1</link><title>${source}</title></item>`)
      assert.deepEqual([post.title, post.text, post.link], [title, null, null])
    }
  })

  test('descriptions are markup or plain text, by their look', () => {
    const bodies = {
      'a &amp;lt; b\n\nc': ['a < b c', 'a &lt; b\n\nc'],
      'one\n\ntwo https://x.example/': [
        'one\n\ntwo https://x.example/',
        '<p>one</p><p>two <a href="https://x.example/" rel="nofollow noopener ugc">https://x.example/</a></p>',
      ],
      'type &lt;name&gt; here': ['type <name> here', '<p>type &lt;name&gt; here</p>'],
      '&lt;p&gt;one&lt;/p&gt;&lt;p&gt;two': ['one\n\ntwo', '<p>one</p><p>two</p>'],
    }
    for (const [source, [text, html]] of Object.entries(bodies)) {
      const post = only(`<item><guid>1</guid><description>${source}</description></item>`)
      assert.deepEqual(post, buildPost({ id: '1', text, html }))
    }
  })

  test('a title that repeats the start of the text is dropped; one that is also the first heading is not repeated', () => {
    const cut = only(
      '<item><guid>1</guid><link>https://a.example/1</link><title>Today I went to the…</title><description>Today I went to the sea.</description></item>',
    )
    assert.deepEqual(
      cut,
      buildPost({
        id: '1',
        url: 'https://a.example/1',
        text: 'Today I went to the sea.',
        html: '<p>Today I went to the sea.</p>',
      }),
    )
    const headed = only(
      '<item><guid>1</guid><link>https://a.example/1</link><title>Sea</title><description>&lt;h1&gt;Sea&lt;/h1&gt;&lt;p&gt;I went.&lt;/p&gt;</description></item>',
    )
    assert.deepEqual([headed.title, headed.text, headed.html], ['Sea', 'I went.', '<p>I went.</p>'])
  })

  test('drawn emoji are characters', () => {
    const image = '<img src="https://s.w.org/1f600.png" alt="😀" class="wp-smiley" style="height: 1em;" />'
    const post = only(
      `<item><guid>1</guid><description><![CDATA[<p>Hi ${image}!</p><img class="emoji" src="/e.png">]]></description></item>`,
    )
    assert.deepEqual(post, buildPost({ id: '1', text: 'Hi 😀!', html: '<p>Hi 😀!</p>' }))
  })

  test('posts are newest first; one without a date does not change the order of others, and a feed without dates keeps its own', () => {
    const item = (id: string, date: string) =>
      `<item><guid>${id}</guid><title>${id}</title>${date && `<pubDate>${date}</pubDate>`}</item>`
    const ids = (...items: string[]) => map(rss(items.join(''))).posts.map(({ id }) => id)
    const [old, young, same] = ['1 Jan 2026 00:00 GMT', '2 Jan 2026 00:00 GMT', '2 Jan 2026 01:00 +0100']
    assert.deepEqual(ids(item('a', old), item('b', young), item('c', same)), ['b', 'c', 'a'])
    assert.deepEqual(ids(item('a', old), item('b', ''), item('c', young)), ['c', 'a', 'b'])
    assert.deepEqual(ids(item('a', ''), item('b', old), item('c', young), item('d', 'someday')), ['c', 'd', 'a', 'b'])
    assert.deepEqual(ids(item('b', ''), item('a', ''), item('c', 'someday')), ['b', 'a', 'c'])
  })

  test('the first valid of several dates counts', () => {
    const dateOf = (...fields: string[]) =>
      only(`<item><guid>1</guid><title>x</title>${fields.join('')}</item>`).publishedAt
    const expected = '2026-01-02T03:04:00.000Z'
    for (const field of ['pubDate', 'dc:date', 'dcterms:issued', 'dcterms:created', 'atom:published', 'atom:updated'])
      assert.equal(dateOf('<pubDate>soon</pubDate>', `<${field}>2026-01-02T03:04:00Z</${field}>`), expected, field)
    assert.equal(dateOf('<dc:date>2026-01-01</dc:date>', '<pubDate>2 Jan 2026 04:04 CET</pubDate>'), expected)
    assert.equal(dateOf('<pubDate>soon</pubDate>'), null)
  })

  test('a reply names the post it replies to', () => {
    const post = only(
      '<item><guid>1</guid><title>x</title><thr:in-reply-to ref="tag:0" href="https://a.example/0"/></item>',
    )
    assert.deepEqual(post.replyTo, { id: 'tag:0', url: 'https://a.example/0', author: null })
  })

  test('a post has the first hundred of thousands of images and recordings', () => {
    const enclosures = Array.from({ length: 3_000 }, (_, n) => `<enclosure url="https://e.example/${n}.mp3"/>`).join('')
    const images = Array.from({ length: 3_000 }, (_, n) => `&lt;img src="/${n}.png"&gt;`).join('')
    assert.equal(only(`<item><guid>1</guid>${enclosures}<description>${images}</description></item>`).media.length, 100)
    const { media } = only(`<item><guid>1</guid><description>${images}</description></item>`)
    assert.deepEqual([media.length, media.at(-1)?.url], [100, 'https://blog.example/99.png'])
  })
})
