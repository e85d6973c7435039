// Responses designed to block the event loop: where each is served, what it is, and how it is built. `read` says where it
// is parsed: `thread`, never on the event loop, or `turns`, on the event loop in slices.

/** The request that reaches the body: a scan of a platform, a link, a post of a platform through its page or its oEmbed. */
export type Meeting =
  | 'rss'
  | 'mastodon'
  | 'bluesky'
  | 'lemmy'
  | 'misskey'
  | 'peertube'
  | 'wordpress'
  | 'telegram'
  | 'link'
  | 'post'

export type HostileBody = {
  readonly what: string
  readonly at: Meeting
  /** The media type of the response. */
  readonly type: string
  readonly make: () => string
  /** Where it is parsed. */
  readonly read: 'thread' | 'turns'
}

const KIB = 1024
const MIB = 1024 * KIB
/** The size limits of a platform's response, and of a link. */
const [API, LINK] = [4 * MIB - KIB, 2 * MIB - KIB]

const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('')
const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))

const rss = (items: string, before = ''): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>A blog</title><link>https://blog.example/</link>${before}${items}</channel></rss>`
const item = (html: string, n = 0): string =>
  `<item><guid>${n}</guid><link>https://blog.example/${n}</link><description><![CDATA[${html}]]></description></item>`
const twenty = (html: string): string => rss(times(20, (n) => item(html, n)))
const each = (bytes: number): number => Math.floor(bytes / 20) - 200

const jsonFeed = (items: string, more = ''): string =>
  `{"version":"https://jsonfeed.org/version/1.1","title":"A blog"${more},"items":[${items}]}`

/** A typical article of a page. */
const PARAGRAPH = `<p>Some <b>words</b> to read &amp; <a href="/next">a link</a> — naïve café. ${'One more word, and another. '.repeat(12)}</p>\n`

const XML = 'application/rss+xml'
const JSON_TYPE = 'application/json'
const HTML = 'text/html; charset=utf-8'

const status = (fields: string, n = 0): string =>
  `{"id":"${n}","uri":"https://social.example/${n}","url":"https://social.example/${n}","created_at":"2026-01-01T00:00:00Z","visibility":"public","account":{"id":"1","acct":"a"},"media_attachments":[],${fields}}`

/** Twenty statuses, each with this much content. */
const statuses = (fields: (n: number) => string): string =>
  `[${Array.from({ length: 20 }, (_, n) => status(fields(n), n)).join(',')}]`

export const HOSTILE_BODIES: readonly HostileBody[] = [
  // Feeds in JSON
  {
    at: 'rss',
    what: 'an object of 130,000 keys',
    type: JSON_TYPE,
    read: 'thread',
    make: () => jsonFeed(`{"id":"1"${times(130_000, (n) => `,"key${n}":1`)}}`),
  },
  {
    at: 'rss',
    what: 'an object of 200,000 keys',
    type: JSON_TYPE,
    read: 'thread',
    make: () =>
      jsonFeed(
        '',
        times(200_000, (n) => `,"k${n}":1`),
      ),
  },
  {
    at: 'rss',
    what: 'a hundred thousand items',
    type: JSON_TYPE,
    read: 'thread',
    make: () => jsonFeed(Array.from({ length: 100_000 }, (_, n) => `{"id":"${n}"}`).join(',')),
  },
  {
    at: 'rss',
    what: '60,000 attachments of one item',
    type: JSON_TYPE,
    read: 'thread',
    make: () => jsonFeed(`{"id":"1","attachments":[${fill('{"url":"/a.mp3","mime_type":"audio/mpeg"},', 2 * MIB)}{}]}`),
  },
  {
    at: 'rss',
    what: 'signs to be escaped, and to be written again',
    type: JSON_TYPE,
    read: 'thread',
    make: () => jsonFeed(`{"id":"1","content_text":"${fill('\\"<', 2 * MIB)}"}`),
  },
  {
    at: 'rss',
    what: 'lists in lists',
    type: JSON_TYPE,
    read: 'thread',
    make: () => jsonFeed(fill('[[[[[[]]]]]],', API - KIB).slice(0, -1)),
  },
  {
    at: 'rss',
    what: 'strings that are never closed',
    type: JSON_TYPE,
    read: 'thread',
    make: () => jsonFeed(fill('"\\', API - KIB)),
  },
  // Feeds in XML
  {
    at: 'rss',
    what: '960 media addresses of -1x1 ×500',
    type: XML,
    read: 'thread',
    make: () => twenty(fill(`<img src="https://m.example/${'-1x1'.repeat(500)}.jpg">`, each(2 * MIB))),
  },
  {
    at: 'rss',
    what: 'twenty items of bare http://a/',
    type: XML,
    read: 'thread',
    make: () => twenty(fill('http://a/ ', each(API))),
  },
  {
    at: 'rss',
    what: '9,000 differently named elements',
    type: XML,
    read: 'thread',
    make: () =>
      rss(
        item(''),
        times(9_000, (n) => `<name${n}:element${n} a="b">x</name${n}:element${n}>`),
      ),
  },
  {
    at: 'rss',
    what: '400,000 elements of different names',
    type: XML,
    read: 'thread',
    make: () => rss(times(400_000, (n) => `<n${n}/>`)),
  },
  {
    at: 'rss',
    what: 'twenty posts full of small tags',
    type: XML,
    read: 'thread',
    make: () => twenty(fill('<b>x</b>', each(API))),
  },
  {
    at: 'rss',
    what: 'one post of images',
    type: XML,
    read: 'thread',
    make: () => rss(item(fill('<img src=x>', 200_000))),
  },
  {
    at: 'rss',
    what: 'links against a long base',
    type: XML,
    read: 'thread',
    make: () => rss(item(fill('<a href=x>y</a>', 200_000)), `<link>https://blog.example/${'a'.repeat(1_900)}/</link>`),
  },
  {
    at: 'rss',
    what: 'elements that nobody closes',
    type: XML,
    read: 'thread',
    make: () => twenty(fill('<p>', each(API))),
  },
  {
    at: 'rss',
    what: 'attributes without an end',
    type: XML,
    read: 'thread',
    make: () => rss(item(`<p ${fill('a=b ', API - KIB)}`)),
  },
  { at: 'rss', what: 'references alone', type: XML, read: 'thread', make: () => twenty(fill('&amp;&#1;', each(API))) },
  {
    at: 'rss',
    what: 'a hundred thousand empty items',
    type: XML,
    read: 'thread',
    make: () => rss(fill('<item/>', API - KIB)),
  },
  {
    at: 'rss',
    what: 'declarations and comments that never end',
    type: XML,
    read: 'thread',
    make: () => rss(fill('<!--<!DOCTYPE ', API - KIB)),
  },
  {
    at: 'rss',
    what: 'CDATA that is never closed',
    type: XML,
    read: 'thread',
    make: () => rss(fill('<item><title><![CDATA[', API - KIB)),
  },
  {
    at: 'rss',
    what: 'an ordinary feed of a megabyte',
    type: XML,
    read: 'thread',
    make: () => rss(times(200, (n) => item(fill(PARAGRAPH, 5_000), n))),
  },
  {
    at: 'rss',
    what: 'an ordinary page of twenty articles',
    type: XML,
    read: 'turns',
    make: () => twenty(fill(PARAGRAPH, 5_000)),
  },
  {
    at: 'rss',
    what: 'as many tags as are read on the event loop',
    type: XML,
    read: 'turns',
    make: () => rss(item(fill('<b>x</b>', 9_000))),
  },
  // APIs
  {
    at: 'mastodon',
    what: 'statuses full of small tags',
    type: JSON_TYPE,
    read: 'thread',
    make: () => statuses(() => `"content":"${fill('<b>x</b>', each(API))}"`),
  },
  {
    at: 'mastodon',
    what: 'statuses of escaped tags',
    type: JSON_TYPE,
    read: 'thread',
    make: () => statuses(() => `"content":"${fill('\\u003ca href=x\\u003e', each(API))}"`),
  },
  {
    at: 'mastodon',
    what: 'a hundred thousand choices of a poll',
    type: JSON_TYPE,
    read: 'thread',
    make: () =>
      statuses(() => `"content":"x","poll":{"options":[${fill('{"title":"a","votes_count":1},', each(API))}{}]}`),
  },
  {
    at: 'mastodon',
    what: 'a hundred thousand attachments and emojis',
    type: JSON_TYPE,
    read: 'thread',
    make: () =>
      statuses(
        () =>
          `"content":":a:","emojis":[${fill('{"shortcode":"a","url":"https://m.example/a"},', each(2 * MIB))}{}],"tags":[${fill('{"name":"a"},', each(MIB))}{}]`,
      ),
  },
  {
    at: 'mastodon',
    what: 'three hundred thousand values',
    type: JSON_TYPE,
    read: 'thread',
    make: () => `[${fill('1,', 600_000)}1]`,
  },
  {
    at: 'mastodon',
    what: 'objects of five thousand keys',
    type: JSON_TYPE,
    read: 'thread',
    make: () => `[${Array.from({ length: 50 }, () => `{"id":"1"${times(4_900, (n) => `,"key${n}":1`)}}`).join(',')}]`,
  },
  {
    at: 'lemmy',
    what: 'Markdown of emphasis that nobody closes',
    type: JSON_TYPE,
    read: 'thread',
    make: () => lemmyPosts(fill('*a _b ', each(2 * MIB))),
  },
  {
    at: 'lemmy',
    what: 'Markdown of brackets',
    type: JSON_TYPE,
    read: 'thread',
    make: () => lemmyPosts(fill('[a](b ![', each(2 * MIB))),
  },
  {
    at: 'lemmy',
    what: 'Markdown of quotes in lists in quotes',
    type: JSON_TYPE,
    read: 'thread',
    make: () => lemmyPosts(fill('> - > * > 1. ', each(2 * MIB))),
  },
  {
    at: 'lemmy',
    what: 'Markdown of backticks',
    type: JSON_TYPE,
    read: 'thread',
    make: () => lemmyPosts(times(2_000, (n) => `${'`'.repeat(n % 80)} `)),
  },
  {
    at: 'misskey',
    what: 'MFM of functions in functions',
    type: JSON_TYPE,
    read: 'thread',
    make: () => misskeyNotes(fill('$[x2 **a $[flip ', each(2 * MIB))),
  },
  {
    at: 'misskey',
    what: 'MFM of mentions, tags and emojis',
    type: JSON_TYPE,
    read: 'thread',
    make: () => misskeyNotes(fill('@a@b #c :d: ', each(2 * MIB))),
  },
  {
    at: 'wordpress',
    what: 'posts full of small tags',
    type: JSON_TYPE,
    read: 'thread',
    make: () => wordpressPosts(fill('<b>x</b>', each(API))),
  },
  {
    at: 'bluesky',
    what: 'facets on every byte',
    type: JSON_TYPE,
    read: 'thread',
    make: () => blueskyFeed(1_800),
  },
  {
    at: 'telegram',
    what: 'a page of messages full of small tags',
    type: HTML,
    read: 'thread',
    make: () =>
      `<html><body class="tgme_channel_history">${times(20, (n) => `<div class="tgme_widget_message" data-post="fernnews/${n}"><div class="tgme_widget_message_text">${fill('<b>x</b>', each(API))}</div></div>`)}</body></html>`,
  },
  { at: 'telegram', what: 'elements that nobody closes', type: HTML, read: 'thread', make: () => fill('<div>', API) },
  // Pages
  { at: 'link', what: 'nothing but <', type: HTML, read: 'thread', make: () => fill('<', LINK) },
  { at: 'link', what: 'nothing but quotes', type: HTML, read: 'thread', make: () => fill('"', LINK) },
  {
    at: 'link',
    what: 'Chinese with a broken character',
    type: 'text/html',
    read: 'thread',
    make: () => `${fill('漢', LINK / 3)}\uFFFD`,
  },
  {
    at: 'link',
    what: 'control characters that are letters elsewhere',
    type: 'text/html',
    read: 'thread',
    make: () => fill('\u0080', LINK / 2),
  },
  {
    at: 'link',
    what: 'meta elements alone',
    type: HTML,
    read: 'thread',
    make: () => fill('<meta property="og:title" content="&amp;">', LINK),
  },
  {
    at: 'link',
    what: 'h-entries in h-entries',
    type: HTML,
    read: 'thread',
    make: () => `<head></head>${fill('<i class=h-entry>', LINK - KIB)}`,
  },
  {
    at: 'link',
    what: 'JSON-LD of three hundred thousand values',
    type: HTML,
    read: 'thread',
    make: () => `<script type="application/ld+json">[${fill('{},', 900_000)}1]</script>`,
  },
  {
    at: 'link',
    what: 'links that name a feed',
    type: HTML,
    read: 'thread',
    make: () => fill('<link rel=alternate type=application/rss+xml href=/f>', LINK),
  },
  {
    at: 'link',
    what: 'as many meta elements as are read on the event loop',
    type: HTML,
    read: 'turns',
    make: () => fill('<meta property="og:title" content="&amp;">', 31 * KIB),
  },
  {
    at: 'post',
    what: 'a page of a blog, full of links to its API',
    type: HTML,
    read: 'thread',
    make: () => fill('<link rel="https://api.w.org/" href="/wp-json/">', LINK),
  },
  {
    at: 'post',
    what: 'a page that names an oEmbed answer',
    type: HTML,
    read: 'turns',
    make: () => '<link rel=alternate type="application/json+oembed" href="?oembed">',
  },
]

const lemmyPosts = (body: string): string =>
  JSON.stringify({
    posts: Array.from({ length: 20 }, (_, id) => ({
      post: { id, name: 'x', body, ap_id: `https://l.example/post/${id}`, published: '2026-01-01T00:00:00Z' },
      creator: { id: 1, name: 'a', actor_id: 'https://l.example/u/a' },
      community: { id: 1, name: 'c', actor_id: 'https://l.example/c/c' },
      counts: {},
    })),
  })
const misskeyNotes = (text: string): string =>
  JSON.stringify(
    Array.from({ length: 20 }, (_, id) => ({
      id: `${id}`,
      text,
      visibility: 'public',
      createdAt: '2026-01-01T00:00:00Z',
      user: { id: '1', username: 'a' },
      files: [],
    })),
  )
const wordpressPosts = (content: string): string =>
  JSON.stringify(
    Array.from({ length: 20 }, (_, id) => ({
      id,
      date_gmt: '2026-01-01T00:00:00',
      link: `https://b.example/${id}`,
      type: 'post',
      status: 'publish',
      title: { rendered: 'x' },
      content: { rendered: content, protected: false },
      excerpt: { rendered: '' },
    })),
  )

/** Twenty posts of 300 characters with this many facets each. A response may contain 300,000 values. */
const blueskyFeed = (facetsEach: number): string => {
  const features = [{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }]
  const facetOf = (n: number) => ({ index: { byteStart: n % 300, byteEnd: (n % 300) + 1 }, features })
  const facets = Array.from({ length: facetsEach }, (_, n) => facetOf(n))
  const author = { did: 'did:web:a.example', handle: 'a.example' }
  const postOf = (n: number) => ({
    ...{
      uri: `at://did:web:a.example/app.bsky.feed.post/${n}`,
      cid: `c${n}`,
      author,
      indexedAt: '2026-01-01T00:00:00Z',
    },
    record: { text: 'x'.repeat(300), facets, createdAt: '2026-01-01T00:00:00Z' },
  })
  return JSON.stringify({ feed: Array.from({ length: 20 }, (_, n) => ({ post: postOf(n) })) })
}
