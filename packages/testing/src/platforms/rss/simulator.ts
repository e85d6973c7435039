// Simulates sites with feeds: one blog in every format, in one document or in a chain of documents, and sites with common faults.
// Only tests and benchmarks use it.

import { lastPart, oembedOf } from '../suite/simulated-oembed.ts'
import { postPage } from '../suite/simulated-page.ts'
import { type SimulatedRequest, type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export type RssSimulator = Simulator & {
  /** Limits the feeds to so many of the newest posts. */
  keep(count: number): void
  /** Removes a post from the feeds. */
  remove(id: string): void
}

type Entry = { readonly number: number; readonly seconds: number }

const START = Date.UTC(2026, 0, 1)
const CHAIN = 10

/** Pairs of posts share a second. Every seventh has an image, every eleventh has audio. */
const entry = (number: number): Entry => ({ number, seconds: Math.floor(number / 2) * 60 })

const BODIES = [
  '<p>Hello <b>world</b> &amp; friends 🌍 <script>alert(1)</script></p>',
  '<p dir="rtl">مرحبا بالعالم</p><img src="x" onerror="alert(1)">',
  '<p>A <a href="javascript:alert(1)">trap</a> and a <a href="/page">page</a></p>',
  '<p>&lt;not a tag&gt; &#8220;quoted&#8221;</p>',
]

const idOf = ({ number }: Entry) => `urn:post:${number}`
const dateOf = ({ seconds }: Entry) => new Date(START + seconds * 1000)
const bodyOf = ({ number }: Entry) =>
  `${BODIES[number % BODIES.length]}${number % 7 === 0 ? `<p><img src="/i/${number}.png" alt="Picture ${number}" width="640" height="480"></p>` : ''}`
const titleOf = ({ number }: Entry) => (number % 5 === 0 ? '' : `Post ${number} – “A & B”`)
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const rssItem = (post: Entry) => `<item>${titleOf(post) && `<title>${escapeXml(titleOf(post))}</title>`}
  <link>https://journal.example/${post.number}</link><guid isPermaLink="false">${idOf(post)}</guid>
  <pubDate>${dateOf(post).toUTCString()}</pubDate><description><![CDATA[${bodyOf(post)}]]></description>
  ${post.number % 11 === 0 ? `<enclosure url="https://journal.example/a/${post.number}.mp3" type="audio/mpeg" length="1"/>` : ''}</item>`

const atomEntry = (post: Entry) => `<entry><id>${idOf(post)}</id><title>${escapeXml(titleOf(post))}</title>
  <link href="https://journal.example/${post.number}"/><updated>${dateOf(post).toISOString()}</updated>
  <content type="html">${escapeXml(bodyOf(post))}</content></entry>`

const jsonItem = (post: Entry) => ({
  id: idOf(post),
  url: `https://journal.example/${post.number}`,
  title: titleOf(post),
  content_html: bodyOf(post),
  date_published: dateOf(post).toISOString(),
})

const rssDocument = (posts: readonly Entry[], channel = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>The blog</title><link>https://journal.example/</link>${channel}${posts.map(rssItem).join('')}</channel></rss>`

/** The requested part of the chain, and the number of the next part. */
const chainPart = (posts: readonly Entry[], url: URL, name: string) => {
  const number = Number(url.searchParams.get(name) ?? '1')
  const part = posts.slice((number - 1) * CHAIN, number * CHAIN)
  return { part, next: posts.length > number * CHAIN ? number + 1 : undefined }
}

const xml = (body: string, type = 'application/xml'): SimulatedResponse => ({ headers: { 'content-type': type }, body })
const html = (head: string, headers: Record<string, string> = {}): SimulatedResponse => ({
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: `<!doctype html><html><head><title>The blog</title>${head}</head><body><p>Hi</p></body></html>`,
})

const WORDPRESS = '<generator>https://wordpress.org/?v=6.1.9</generator>'

/** Responses to `?paged=2`, by the name of the site. Each site has a valid first document. */
const SECOND_DOCUMENTS: Readonly<Record<string, SimulatedResponse>> = {
  400: { status: 400 },
  401: { status: 401 },
  403: { status: 403, body: '<html><title>Just a moment…</title>' },
  404: { status: 404, body: '<html><title>Not found</title>' },
  410: { status: 410 },
  429: { status: 429, headers: { 'retry-after': '60' } },
  500: { status: 500 },
  page: { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>The blog</title><p>Hi</p>' },
  empty: { headers: { 'content-type': 'application/rss+xml' }, body: '' },
  blank: xml('<rss version="2.0"></rss>'),
}

type Route = (posts: readonly Entry[], request: SimulatedRequest) => SimulatedResponse

/** Host and path → response. */
const ROUTES: Readonly<Record<string, Route>> = {
  'journal.example/feed.xml': (posts) => xml(rssDocument(posts), 'text/html'),
  // Two feeds share the posts, and a third one is gone.
  'lists.example/feeds.opml': () =>
    xml(
      `<?xml version="1.0"?><opml version="2.0"><head><title>Fish &amp; bread</title></head><body><outline text="Blogs"><outline type="rss" text="One" xmlUrl="https://one.example/feed.xml?a=1&amp;b=2"/><outline text='Two' xmlUrl='https://two.example/feed.xml'/></outline><outline text="Three" xmlUrl="https://gone.example/feed"/><outline text="Again" xmlUrl="https://two.example/feed.xml"/></body></opml>`,
      'text/x-opml',
    ),
  'lists.example/gone.opml': () =>
    xml('<opml version="2.0"><body><outline xmlUrl="https://gone.example/feed"/></body></opml>'),
  'lists.example/empty.opml': () => xml('<opml version="2.0"><body></body></opml>'),
  'one.example/feed.xml': (posts) => xml(rssDocument(posts.filter(({ number }) => number % 2 === 0))),
  'two.example/feed.xml': (posts) => xml(rssDocument(posts.filter(({ number }) => number % 2 === 1))),
  'odysee.com/$/rss/@acme:c': (posts) => xml(rssDocument(posts)),
  'itunes.apple.com/lookup': (_, { url }) => {
    const feeds = { 1234567: 'https://journal.example/feed.xml', 7654321: undefined }
    const id = url.searchParams.get('id') ?? ''
    const results = Object.hasOwn(feeds, id) ? [{ kind: 'podcast', feedUrl: feeds[id as unknown as 1234567] }] : []
    return { body: { resultCount: results.length, results } }
  },
  'journal.example/': () =>
    html(`<link rel="alternate" type="application/rss+xml" title="The blog » Comments Feed" href="/comments/feed">
      <base href="https://journal.example/base/"><link rel="ALTERNATE" type="application/rss+xml" href="../feed.xml">`),
  'journal.example/comments/feed': () => xml(rssDocument([])),
  'header.example/': () =>
    html('', {
      link: '</x>; rel="preload", <https://journal.example/feed.xml>; rel=alternate; type="application/rss+xml"',
    }),
  'moved.example/feed.xml': () => html('<meta http-equiv="refresh" content="0; url=/blog/feed.xml">'),
  'moved.example/blog/feed.xml': () => html('', { refresh: '0;url=https://journal.example/' }),
  'circling.example/feed': () => html('<meta http-equiv="refresh" content="0;url=/back">'),
  'circling.example/back': () => html('<meta http-equiv="refresh" content="0;url=/feed">'),
  'silent.example/': () => html(''),
  'silent.example/atom.xml': (posts) =>
    xml(`<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>${posts.map(atomEntry).join('')}</feed>`),
  'bare.example/': () => html(''),
  'atom.example/feed': (posts, { url }) => {
    const { part, next } = chainPart(posts, url, 'part')
    const link = next === undefined ? '' : `<link rel="next" href="?part=${next}"/>`
    return xml(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>A ${part.length}</title>${link}${part.map(atomEntry).join('')}</feed>`,
    )
  },
  'json.example/feed': (posts, { url }) => {
    const { part, next } = chainPart(posts, url, 'part')
    const next_url = next === undefined ? {} : { next_url: `https://json.example/feed?part=${next}` }
    return { body: { version: 'https://jsonfeed.org/version/1.1', title: 'J', ...next_url, items: part.map(jsonItem) } }
  },
  'wordpress.example/feed/': (posts, { url }) => {
    const { part } = chainPart(posts, url, 'paged')
    return part.length === 0
      ? { status: 404, headers: { 'content-type': 'application/rss+xml' }, body: rssDocument([]) }
      : xml(rssDocument(part, WORDPRESS), 'application/rss+xml; charset=UTF-8')
  },
  ...Object.fromEntries(
    Object.entries(SECOND_DOCUMENTS).map(([name, second]): [string, Route] => [
      `second-${name}.example/feed/`,
      (posts, { url }) => (url.searchParams.has('paged') ? second : xml(rssDocument(posts.slice(0, CHAIN), WORDPRESS))),
    ]),
  ),
  'unnumbered.example/feed/': (posts) => xml(rssDocument(posts.slice(0, CHAIN), WORDPRESS)),
  'tagged.example/feed': (posts, { headers }) => {
    const etag = `"${posts.length}"`
    const modified = 'Tue, 06 Jan 2026 09:30:00 GMT'
    const isSame = headers['if-none-match'] === etag && headers['if-modified-since'] === modified
    const validators = { etag, 'last-modified': modified }
    if (isSame) return { status: 304, headers: validators }
    return { headers: { 'content-type': 'application/xml', ...validators }, body: rssDocument(posts) }
  },
  'undated.example/feed': (posts) => xml(rssDocument(posts).replaceAll(/<pubDate>[^<]*<\/pubDate>/g, '')),
  'hostile.example/feed': (posts) => xml(`<!DOCTYPE rss [<!ENTITY a "b">]>${rssDocument(posts)}`),
  'gone.example/feed': () => ({ status: 410 }),
  'private.example/feed': () => ({ status: 401, headers: { 'www-authenticate': 'Basic' } }),
  'walled.example/feed': () => ({ status: 403, body: '<html><title>Just a moment…</title>' }),
}

const PAGE_OF_POST = /^journal\.example\/(?<number>\d+)$/

/** The page of a post, which links to the site's own oEmbed endpoint, as on many blogs. */
const pageOf = (post: Entry): SimulatedResponse => {
  const endpoint = `https://journal.example/oembed?url=${encodeURIComponent(`https://journal.example/${post.number}`)}`
  return postPage(
    escapeXml(titleOf(post) || 'The blog'),
    `<link rel="alternate" type="application/json+oembed" href="${endpoint}">`,
  )
}

const embedOf = (posts: readonly Entry[], url: URL): SimulatedResponse =>
  oembedOf({
    url,
    provider: { name: 'The blog', url: 'https://journal.example/' },
    type: 'rich',
    isThere: (post) => posts.some(({ number }) => String(number) === lastPart(post)),
    missing: { status: 404, body: {} },
  })

export const startRssSimulator = async (count = 57): Promise<RssSimulator> => {
  let posts = Array.from({ length: count }, (_, index) => entry(index + 1)).reverse()
  let kept = Number.POSITIVE_INFINITY
  const shown = () => posts.slice(0, kept)
  const upstream = await startUpstream((request) => {
    const place = `${request.host}${request.url.pathname}`
    if (place === 'journal.example/oembed') return embedOf(posts, request.url)
    const route = ROUTES[place]
    if (route) return route(shown(), request)
    const { number } = PAGE_OF_POST.exec(place)?.groups ?? {}
    const post = posts.find((each) => String(each.number) === number)
    return post ? pageOf(post) : { status: 404, body: '<html><title>Not found</title>' }
  })
  return {
    ...upstream,
    handle: 'https://journal.example/feed.xml',
    missing: 'https://missing.example/feed.xml',
    ids: () => inOrder(shown()).map(idOf),
    publish(more) {
      const from = posts.length + 1
      posts = [...Array.from({ length: more }, (_, index) => entry(from + index)).reverse(), ...posts]
    },
    keep(most) {
      kept = most
    },
    remove(id) {
      posts = posts.filter((post) => idOf(post) !== id)
    },
  }
}

/** Newest second first; posts of one second in the order of the feed. */
const inOrder = (posts: readonly Entry[]) => posts.toSorted((one, other) => other.seconds - one.seconds)
