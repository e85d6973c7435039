import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { responseOf } from '@central-api/testing/feeds/response-of.ts'
import type { PlatformPost, PlatformProfile } from '../post/post.ts'
import { mapFeedPosts, mapFeedProfile } from './map-feed.ts'
import { parseFeed } from './parse-feed.ts'

const URL_OF_FEED = 'https://b.example/feed'
const PAGE = 'https://b.example/1'

type Read = { readonly profile: PlatformProfile; readonly posts: readonly PlatformPost[] }

const read = (body: string | Buffer): Read | undefined => {
  const type = String(body).startsWith('{') ? 'application/json' : 'application/xml'
  const feed = parseFeed(responseOf(body, { type, url: URL_OF_FEED }))
  return feed && { profile: mapFeedProfile(feed, URL_OF_FEED), posts: mapFeedPosts(feed).map((post) => post.map()) }
}

const XML = '<?xml version="1.0"?>'
const rss = (fields: string, { channel = '', before = XML, names = '' } = {}) =>
  `${before}<rss version="2.0" ${names}><channel><title>C</title><link>https://b.example/</link>${channel}<item><guid isPermaLink="false">1</guid><link>${PAGE}</link>${fields}</item></channel></rss>`
const atom = (fields: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>C</title><entry><id>1</id><link href="${PAGE}"/>${fields}</entry></feed>`
const atom03 = (fields: string) =>
  `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>C</title><entry><id>1</id>${fields}</entry></feed>`
const rdf = (fields: string, names = '') =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${names}><channel><title>C</title></channel><item rdf:about="${PAGE}"><title>T</title>${fields}</item></rdf:RDF>`
const json = (item: object, feed: object = {}) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'C', ...feed, items: [{ id: '1', ...item }] })

const XHTML = '"-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"'
const title = ({ posts }: Read) => posts[0]?.title
const text = ({ posts }: Read) => posts[0]?.text
const html = ({ posts }: Read) => posts[0]?.html
const texts = ({ posts }: Read) => [posts[0]?.text, posts[0]?.summary]
const language = ({ posts }: Read) => posts[0]?.language
const count = ({ posts }: Read) => posts.length
const url = ({ posts }: Read) => posts[0]?.url
const file = ({ posts }: Read) => posts[0]?.media[0]?.url
const BURNER = 'xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"'
/** The feed of a site at another host. */
const elsewhere = (fields: string, attributes = '') =>
  `<rss version="2.0" ${attributes}><channel><title>C</title><link>https://site.example/blog/</link><item><title>T</title>${fields}</item></channel></rss>`
const link = (href: string) => `&lt;a href="${href}"&gt;a&lt;/a&gt;`
const linked = (url: string) => `<a href="${url}" rel="nofollow noopener ugc">a</a>`

type Row = readonly [what: string, body: string | Buffer, pick: (read: Read) => unknown, expected: unknown]

const T = '<title>T</title>'

const FEEDS: Readonly<Record<string, readonly Row[]>> = {
  'content before the first element': [
    ['the document type of XHTML', rss(T, { before: `${XML}<!DOCTYPE html PUBLIC ${XHTML}>` }), count, 1],
    ['the document type of HTML, before Atom', `<!doctype html>${atom(T)}`, count, 1],
    [
      'that of Netscape',
      rss(T, { before: '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "rss.dtd">' }),
      count,
      1,
    ],
    ['blank lines', `\n\n ${rss(T)}`, count, 1],
    ['a byte order mark', `\ufeff${rss(T)}`, count, 1],
    ['a byte order mark behind a blank line', `\n\ufeff ${rss(T)}`, count, 1],
    ['a warning of PHP', `Warning: x in y.php on line 3\n${rss(T)}`, count, 1],
    ['a warning of PHP in HTML', `<br />\n<b>Notice</b>: x<br />\n${rss(T)}`, count, 1],
  ],
  'the base of links': [
    ['a fragment in RSS', rss(`<description>${link('#x')}</description>`), html, linked(`${PAGE}#x`)],
    ['a fragment in Atom', atom(`<content type="html">${link('#x')}</content>`), html, linked(`${PAGE}#x`)],
    ['a path in Atom', atom(`<content type="html">${link('x')}</content>`), html, linked('https://b.example/x')],
    [
      'a fragment where Atom says the base',
      atom(`<content type="html">${link('#x')}</content>`, 'xml:base="https://c.example/d"'),
      html,
      linked('https://c.example/d#x'),
    ],
    [
      'a fragment where the content says it',
      atom(`<content type="html" xml:base="/d">${link('#x')}</content>`),
      html,
      linked('https://b.example/d#x'),
    ],
    ['a link of a feed at another host', elsewhere('<link>/2</link>'), url, 'https://site.example/2'],
    [
      'a file of a feed that is served elsewhere',
      elsewhere('<enclosure url="/a.mp3" type="audio/mpeg"/>'),
      file,
      'https://site.example/a.mp3',
    ],
    [
      'a link where such a feed says the base',
      elsewhere('<link>/2</link>', 'xml:base="https://c.example/"'),
      url,
      'https://c.example/2',
    ],
    ['a link of a feed at the site’s host', rss('', { channel: '' }).replace(PAGE, '2'), url, 'https://b.example/2'],
    [
      'a link that FeedBurner counts',
      rss('<feedburner:origLink>https://b.example/own</feedburner:origLink>', { names: BURNER }),
      url,
      'https://b.example/own',
    ],
    [
      'a link of Atom that FeedBurner counts',
      atom('<fb:origLink>https://b.example/own</fb:origLink>', BURNER.replace('feedburner', 'fb')),
      url,
      'https://b.example/own',
    ],
    ['a fragment in JSON Feed', json({ url: PAGE, content_html: '<a href="#x">a</a>' }), html, linked(`${PAGE}#x`)],
  ],
  'JSON Feed generated from HTML': [
    ['references in a title', json({ title: 'Tom &amp; Zo&euml; &#8211; &quot;x&quot;' }), title, 'Tom & Zoë – "x"'],
    ['tags in a title', json({ title: 'Use <b> and &lt;div&gt;' }), title, 'Use <b> and <div>'],
    ['signs in a title', json({ title: 'a < b & c' }), title, 'a < b & c'],
    ['references in the name', json({}, { title: 'Tom &amp; Co' }), ({ profile }) => profile.displayName, 'Tom & Co'],
    ['references in a summary', json({ content_html: 'x', summary: 'T &amp; J&hellip;' }), texts, ['x', 'T & J…']],
    ['a text that speaks of references', json({ content_text: '&amp; is one' }), text, '&amp; is one'],
  ],
  'the language': [
    ['with an underscore', atom(T, 'xml:lang="en_US"'), language, 'en-US'],
    ['with an underscore, in RSS', rss(T, { channel: '<language>pt_br</language>' }), language, 'pt-BR'],
    ['as declared', rss(T, { channel: '<language>en-us</language>' }), language, 'en-us'],
    ['that is empty', atom(T, 'xml:lang=""'), language, null],
    ['that an element takes back', atom('<content xml:lang="">x</content>', 'xml:lang="de"'), language, null],
    ['that is none', rss(T, { channel: '<language>und</language>' }), language, null],
    ['that is not a tag', rss(T, { channel: '<language>x_!</language>' }), language, null],
    ['that is a name', rss(T, { channel: '<language>English</language>' }), language, null],
    ['of JSON Feed', json({ content_text: 'x' }, { language: 'de_AT' }), language, 'de-AT'],
  ],
  'an image of an item': [
    [
      'in the form of a channel’s',
      rss('<image><url>/i.jpg</url><title>I</title></image>'),
      file,
      'https://b.example/i.jpg',
    ],
    ['as only its URL', rss('<image>https://b.example/i.jpg</image>'), file, 'https://b.example/i.jpg'],
    ['as an attribute', rss('<image href="https://b.example/i.jpg"/>'), file, 'https://b.example/i.jpg'],
    ['that is a word', rss('<image>none</image>'), file, undefined],
    [
      'beside an enclosure',
      rss('<image>https://b.example/i.jpg</image><enclosure url="/a.mp3" type="audio/mpeg"/>'),
      ({ posts }) => posts[0]?.media.map(({ type, previewUrl }) => [type, previewUrl]),
      [['audio', 'https://b.example/i.jpg']],
    ],
  ],
  texts: [
    [
      'a description with only an image',
      rss(`${T}<description>&lt;p&gt;&lt;img src="/a.jpg"&gt;&lt;/p&gt;</description>`),
      ({ posts }) => [posts[0]?.kind, posts[0]?.text, posts[0]?.media[0]?.url],
      ['image', null, 'https://b.example/a.jpg'],
    ],
    ['unknown tags', rss('<description>Use &lt;foo&gt; now</description>'), text, 'Use <foo> now'],
    [
      'a summary for podcasts beside a description',
      rss('<description>Short</description><itunes:summary>Long words</itunes:summary>'),
      texts,
      ['Short', null],
    ],
    [
      'a summary for podcasts beside the whole',
      rss('<content:encoded>&lt;p&gt;Full&lt;/p&gt;</content:encoded><itunes:summary>Sum</itunes:summary>'),
      texts,
      ['Full', 'Sum'],
    ],
    ['a title whose CDATA was escaped', rss('<title>&lt;![CDATA[ Tom &amp; J ]]&gt;</title>'), title, 'Tom & J'],
    [
      'a description whose CDATA was escaped',
      rss('<description>&lt;![CDATA[&lt;p&gt;Hi&lt;/p&gt;]]&gt;</description>'),
      html,
      '<p>Hi</p>',
    ],
    [
      'CDATA that was escaped, beside elements',
      rss('<description>&lt;![CDATA[Hi <b>you</b>]]&gt;</description>'),
      text,
      'Hi you',
    ],
    ['a title that speaks of CDATA', rss('<title>About &lt;![CDATA[x]]&gt;</title>'), title, 'About <![CDATA[x]]>'],
    ['an empty whole', rss('<content:encoded/><description>D</description>'), text, 'D'],
    ['the same twice', rss('<description>D</description><content:encoded>D</content:encoded>'), texts, ['D', null]],
    [
      'markup that is escaped inside XHTML',
      atom('<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">&lt;b&gt;x&lt;/b&gt;</div></content>'),
      html,
      '&lt;b&gt;x&lt;/b&gt;',
    ],
    ['a title escaped twice', rss('<title>Tom &amp;amp; J</title>'), title, 'Tom & J'],
    ['a title in CDATA with references', rss('<title><![CDATA[Tom &amp; J]]></title>'), title, 'Tom & J'],
    ['references of HTML that nothing declares', rss('<title>a &eacute; &hellip;</title>'), title, 'a é …'],
    ['control characters', rss('<title>a\u0001b\u0008</title>'), title, 'ab'],
  ],
  'Atom 0.3': [
    ['base64', atom03('<content type="text/html" mode="base64">PHA+TG93IHdhdGVyPC9wPg==</content>'), text, 'Low water'],
    [
      'base64 in lines',
      atom03('<content type="text/html" mode="BASE64">\n PHA+TG93\n IHdhdGVyPC9wPg\n</content>'),
      html,
      '<p>Low water</p>',
    ],
    ['base64 of plain text', atom03('<title type="text/plain" mode="base64">YSA8Yj4gYw==</title>'), title, 'a <b> c'],
    ['base64 beyond ASCII', atom03('<title mode="base64">w6kg8J+Yig==</title>'), title, 'é 😊'],
    ['base64 that is none', atom03('<title mode="base64">Not base64 at all!</title>'), title, 'Not base64 at all!'],
    ['base64 that is no text', atom03('<title mode="base64">/////w==</title>'), title, '/////w=='],
    ['base64 that nothing says', atom03('<title>Base</title>'), title, 'Base'],
    ['escaped', atom03('<content type="text/html" mode="escaped">&lt;p&gt;x&lt;/p&gt;</content>'), html, '<p>x</p>'],
    ['escaped plain text', atom03('<content type="text/plain" mode="escaped">a &lt;b&gt;</content>'), text, 'a <b>'],
    [
      'elements',
      atom03(
        '<content type="application/xhtml+xml" mode="xml"><p xmlns="http://www.w3.org/1999/xhtml">x</p></content>',
      ),
      html,
      '<p>x</p>',
    ],
  ],
  modules: [
    [
      'with prefixes of their own',
      rss('<c:encoded>&lt;p&gt;F&lt;/p&gt;</c:encoded><d:date>2023-01-01</d:date>', {
        names: 'xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/"',
      }),
      ({ posts }) => [posts[0]?.text, posts[0]?.publishedAt],
      ['F', '2023-01-01T00:00:00.000Z'],
    ],
    [
      'with a namespace in another case',
      rss('<enclosure url="/a.mp3" type="audio/mpeg"/><itunes:duration>10</itunes:duration>', {
        names: 'xmlns:itunes="https://www.itunes.com/DTDs/Podcast-1.0.dtd"',
      }),
      ({ posts }) => posts[0]?.media[0]?.durationSeconds,
      10,
    ],
    [
      'content as a bag of things',
      rdf(
        '<c:items><rdf:Bag><rdf:li><c:item><rdf:value><![CDATA[<p>Full</p>]]></rdf:value></c:item></rdf:li></rdf:Bag></c:items>',
        'xmlns:c="http://purl.org/rss/1.0/modules/content/"',
      ),
      html,
      '<p>Full</p>',
    ],
  ],
  'wrongly declared charsets': [
    ['UTF-16 that is UTF-8', Buffer.from(rss('<title>é</title>', { before: '<?xml encoding="utf-16"?>' })), title, 'é'],
    [
      'ASCII that is UTF-8',
      Buffer.from(rss('<title>é</title>', { before: '<?xml encoding="us-ascii"?>' })),
      title,
      'é',
    ],
    ['one that is none', Buffer.from(rss('<title>é</title>', { before: '<?xml encoding="foo"?>' })), title, 'é'],
  ],
}

for (const [what, rows] of Object.entries(FEEDS))
  describe(`feeds of many programs: ${what}`, () => {
    for (const [name, body, pick, reported] of rows)
      test(name, () => {
        const feed = read(body)
        assert.ok(feed)
        assert.deepEqual(pick(feed), reported)
      })
  })

test('rejects an HTML page, whatever it mentions', () => {
  for (const body of [
    '<head></head><rss></rss>',
    '<p>An</p><rss><channel><title>T</title></channel></rss>',
    '<html><feed>',
  ])
    assert.equal(read(`<!doctype html>${body}`), undefined, body)
})

describe('entities of a document type', () => {
  const titleOf = (declarations: string, source: string) => {
    const feed = read(rss(`<title>${source}</title>`, { before: `${XML}<!DOCTYPE rss [${declarations}]>` }))
    return feed && title(feed)
  }

  test('are resolved when they are short literals', () => {
    assert.equal(
      titleOf('<!ENTITY co "Tide Ltd"><!ENTITY who \'Zoë\'>', '&who; of &co;, &co;'),
      'Zoë of Tide Ltd, Tide Ltd',
    )
    assert.equal(titleOf('<!ENTITY co "Tide &amp; Co&#8217;s">', 'At &co;'), 'At Tide & Co’s')
    assert.equal(titleOf('<!ENTITY bb "x"><!ENTITY aa "&#38;bb;">', 'At &aa;'), 'At &bb;')
    assert.equal(titleOf('<!ENTITY aa "1"><!ENTITY aa "2">', '&aa;'), '1')
  })

  test('are ignored when they refer to anything, contain markup, are long, or are in another place', () => {
    const others = [
      '"&bb;"',
      '"&#60;b&#62;"',
      '"<b>x</b>"',
      '"&lt;b&gt;"',
      '"a & b"',
      '"%p;"',
      'SYSTEM "file:///etc/passwd"',
      'PUBLIC "x" "https://c.example/"',
      `"${'x'.repeat(201)}"`,
    ]
    for (const value of others)
      assert.equal(titleOf(`<!ENTITY bb "x"><!ENTITY aa ${value}>`, '1 &aa; 2'), '1 &aa; 2', value)
    assert.equal(titleOf('<!ENTITY % aa "x">', '1 &aa; 2'), '1 &aa; 2')
    assert.equal(titleOf('', '<!ENTITY aa "x">1 &aa; 2'), '1 &aa; 2')
  })

  test('are limited in their number and in their uses', () => {
    const long = 'x'.repeat(200)
    const items = Array.from({ length: 1_000 }, (_, n) => `<item><guid>${n}</guid><title>&aa;</title></item>`).join('')
    const feed = read(`<!DOCTYPE rss [<!ENTITY aa "${long}">]><rss><channel>${items}</channel></rss>`)
    const titles = feed?.posts.map((post) => post.title) ?? []
    assert.deepEqual([titles.filter((each) => each === long).length, titles.at(-1)], [327, '&aa;'])
    const many = Array.from({ length: 51 }, (_, n) => `<!ENTITY a${n} "v${n}">`).join('')
    assert.equal(titleOf(many, '&a49; &a50;'), 'v49 &a50;')
  })
})
