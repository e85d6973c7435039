import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { map, only, rss } from '@central-api/testing/feeds/test-feed.ts'
import { buildMedia } from '../post/build-post.ts'

const item = (fields: string, channel?: string) => only(`<item><guid>1</guid>${fields}</item>`, channel)
const atom = (entry: string, feed = '', attributes = '') =>
  map(
    `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>A</title>${feed}<entry><id>1</id>${entry}</entry></feed>`,
  )

describe('fields of RSS', () => {
  test('content:encoded is HTML, even without a tag', () => {
    const { text, html } = item('<content:encoded>a &amp;lt;b&amp;gt; c</content:encoded>')
    assert.deepEqual([text, html], ['a <b> c', 'a &lt;b&gt; c'])
    assert.equal(item('<content:encoded><![CDATA[x &copy=2 y]]></content:encoded>').text, 'x ©=2 y')
  })

  test('any HTML element makes a description markup, and no other element does', () => {
    for (const name of ['del', 'ins', 'kbd', 'time', 'figcaption', 'dfn', 'ruby', 'address', 'summary', 'BIG'])
      assert.equal(
        item(`<description>a &lt;${name} class="x"&gt;b&lt;/${name}&gt;</description>`).text?.replace('\n', ' '),
        'a b',
      )
    assert.equal(item('<description>a &lt;foo&gt; b</description>').text, 'a <foo> b')
  })

  test('reads Atom’s elements in RSS: link, author, content, dates, id', () => {
    const { posts } = map(
      rss(`<item><atom:id>urn:1</atom:id><title>T</title><atom:link href="/1"/><atom:link rel="enclosure" type="audio/mpeg" href="/1.mp3"/>
        <atom:author><atom:name>Zoë</atom:name><atom:uri>https://z.example/</atom:uri></atom:author><atom:published>2026-01-01T00:00:00Z</atom:published>
        <atom:content type="html">&lt;p&gt;Whole&lt;/p&gt;</atom:content><description>Short</description></item>`),
    )
    const [post] = posts
    assert.deepEqual(
      [post?.id, post?.url, post?.text, post?.author?.displayName, post?.author?.url, post?.publishedAt],
      ['urn:1', 'https://blog.example/1', 'Whole', 'Zoë', 'https://z.example/', '2026-01-01T00:00:00.000Z'],
    )
    assert.deepEqual([post?.summary, post?.media[0]?.url], ['Short', 'https://blog.example/1.mp3'])
    const link = '<link xmlns="http://www.w3.org/2005/Atom" rel="alternate" href="https://blog.example/2"/>'
    assert.equal(item(link).url, 'https://blog.example/2')
  })

  test('an episode’s image is a media entry if there is no recording', () => {
    assert.deepEqual(item('<itunes:image href="https://c.example/1.jpg"/>').media, [
      buildMedia({ type: 'image', url: 'https://c.example/1.jpg' }),
    ])
    const { media } = item('<itunes:image href="/1.jpg"/><enclosure url="/1.mp3"/>')
    assert.deepEqual(
      media.map(({ type, previewUrl }) => [type, previewUrl]),
      [['audio', 'https://blog.example/1.jpg']],
    )
  })

  test('adult media make the post sensitive, wherever the feed says so', () => {
    const rated = (rating: string, outside = '') =>
      only(`<item><title>T</title>${outside}<media:group><media:content url="/a.png">${rating}</media:content></media:group>
        <media:content url="/b.png"><media:rating scheme="urn:simple">nonadult</media:rating></media:content></item>`)
        .sensitive
    assert.equal(rated(''), false)
    assert.equal(rated('<media:rating scheme="urn:simple">adult</media:rating>'), true)
    assert.equal(rated('', '<media:rating> Adult </media:rating>'), true)
    assert.equal(rated('', '<media:adult>true</media:adult>'), true)
    assert.equal(rated('<media:rating scheme="urn:mpaa">pg</media:rating>'), false)
    assert.equal(rated('', '<itunes:explicit>yes</itunes:explicit>'), true)
    assert.equal(only('<item><title>T</title><media:content url="/a.png"/></item>').sensitive, null)
  })

  test('xml:base and xml:lang apply to their element', () => {
    const { posts, profile } = map(
      `<rss xml:lang="en"><channel xml:base="https://b.example/c/"><title>x</title><link>home</link>
        <item><guid>1</guid><link>1</link><description xml:lang="fr" xml:base="d/">&lt;a href="e"&gt;f&lt;/a&gt;</description></item>
        <item xml:base="https://i.example/" xml:lang="de"><guid>2</guid><link xml:base="/l/">2</link><enclosure url="a.mp3"/><description>x</description></item></channel></rss>`,
    )
    assert.equal(profile.url, 'https://b.example/c/home')
    const [one, two] = posts
    assert.deepEqual([one?.url, one?.language], ['https://b.example/c/1', 'fr'])
    assert.match(one?.html ?? '', /href="https:\/\/b\.example\/c\/d\/e"/)
    assert.deepEqual([two?.url, two?.language], ['https://i.example/l/2', 'de'])
    assert.equal(two?.media[0]?.url, 'https://i.example/a.mp3')
  })

  test('a root with a prefix is like one without', () => {
    for (const prefixed of [
      '<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:title>A</r:title><r:item><r:guid>1</r:guid></r:item></r:channel></r:rss>',
      '<r:rss><channel><title>A</title><item><guid>1</guid></item></channel></r:rss>',
      '<rss xmlns="http://purl.org/rss/1.0/"><channel><title>A</title><item><guid>1</guid></item></channel></rss>',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>A</a:title><a:entry><a:id>1</a:id></a:entry></a:feed>',
      '<x:RDF xmlns:x="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><title>A</title></channel><item x:about="1"></item></x:RDF>',
    ]) {
      const { profile, posts } = map(prefixed)
      assert.deepEqual([profile.displayName, posts.map(({ id }) => id)], ['A', ['1']], prefixed)
    }
  })

  test('modules are recognized by namespace, whatever their prefix, and by prefix without a declaration', () => {
    const field = (fields: string) =>
      map(`<rss><channel><title>x</title><item><guid>1</guid>${fields}</item></channel></rss>`).posts[0]
    assert.equal(
      field('<d:creator xmlns:d="http://purl.org/dc/elements/1.1/">Zoë</d:creator>')?.author?.displayName,
      'Zoë',
    )
    assert.equal(field('<dc:creator>Zoë</dc:creator>')?.author?.displayName, 'Zoë')
    assert.equal(
      field('<c:encoded xmlns:c="HTTPS://purl.org/rss/1.0/modules/content">&lt;p&gt;x</c:encoded>')?.html,
      '<p>x</p>',
    )
    assert.equal(field('<d:creator>Zoë</d:creator>')?.author, null)
  })

  test('text that only looks like a reference stays in a URL', () => {
    const address = 'https://blog.example/?a=1&copy=2&lang=en&reg=3'
    for (const written of [address, address.replaceAll('&', '&amp;'), `<![CDATA[${address}]]>`]) {
      assert.equal(item(`<link>${written}</link>`).url, address)
    }
    assert.equal(item(`<enclosure url="${address}" type="audio/mpeg"/>`).media[0]?.url, address)
  })

  test('an e-mail address is not a name', () => {
    const names: Readonly<Record<string, string | null>> = {
      'zoe@blog.example (Zoë)': 'Zoë',
      'Zoë &lt;zoe@blog.example&gt;': 'Zoë',
      'Zoë (zoe@blog.example)': 'Zoë',
      '"Zoë Q." &lt;mailto:zoe@blog.example&gt;': 'Zoë Q.',
      'zoe@blog.example': null,
      'Zoë, zoe@blog.example': 'Zoë',
      '@zoe': '@zoe',
      '@zoe@social.example': '@zoe@social.example',
      'Zoë @ home': 'Zoë @ home',
      'Zoë (she/her)': 'Zoë (she/her)',
    }
    for (const [written, name] of Object.entries(names))
      for (const field of ['author', 'dc:creator', 'itunes:author'])
        assert.equal(item(`<title>x</title><${field}>${written}</${field}>`).author?.displayName ?? null, name, written)
    assert.equal(atom('<title>x</title><author><name>zoe@blog.example</name></author>').posts[0]?.author, null)
  })

  test('a post is edited only if it was updated after publication', () => {
    const editedAt = (published: string, updated: string) =>
      atom(`<title>x</title><published>${published}</published><updated>${updated}</updated>`).posts[0]?.editedAt
    assert.equal(editedAt('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'), null)
    assert.equal(editedAt('2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'), null)
    assert.equal(editedAt('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), null)
    assert.equal(editedAt('2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'), '2026-01-01T00:00:01.000Z')
  })
})

describe('fields of Atom', () => {
  test('XHTML is its markup, whatever its prefix and however short its tags', () => {
    const html = (content: string, attributes = '') =>
      atom(`<title>T</title><content type="xhtml">${content}</content>`, '', attributes).posts[0]?.html?.replace(
        '<h2>T</h2>',
        '',
      )
    assert.equal(
      html('<div xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2 &amp; 3<br/>x</p></div>'),
      '<p>1 &lt; 2 &amp; 3<br />x</p>',
    )
    assert.equal(
      html('<h:div><h:p>x <h:em>y</h:em></h:p></h:div>', 'xmlns:h="http://www.w3.org/1999/xhtml"'),
      '<p>x <em>y</em></p>',
    )
    assert.equal(html('<div><div>a</div><p>b</p></div>'), '<div>a</div><p>b</p>')
    assert.equal(html('<div><i class="n"/>one <b>two</b></div>'), 'one <b>two</b>')
    assert.equal(html('&lt;p&gt;escaped&lt;/p&gt;'), '<p>escaped</p>')
    assert.equal(html('<div><p><![CDATA[1 < 2]]></p></div>'), '<p>1 &lt; 2</p>')
  })

  test('a link and a text have their own base', () => {
    const { posts } = atom(
      '<title>T</title><link xml:base="/l/" href="1"/><content type="xhtml"><div xml:base="deep/" xml:lang="gsw"><a href="x">y</a></div></content>',
      '',
      'xml:base="https://a.example/b/"',
    )
    assert.deepEqual([posts[0]?.url, posts[0]?.language], ['https://a.example/l/1', 'gsw'])
    assert.match(posts[0]?.html ?? '', /href="https:\/\/a\.example\/b\/deep\/x"/)
  })
})
