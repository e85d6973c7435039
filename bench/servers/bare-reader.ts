// The baseline for a cold scan: fetches, parses, sanitizes the HTML and stringifies, with common libraries and nothing
// else. No egress guard, no limits, no text, no images, no quota. It returns the number of bytes that it made.

import { createServer } from 'node:http'
import { parseFeed } from 'feedsmith'
import sanitize from 'sanitize-html'
import { Agent, fetch } from 'undici'
import type { UpstreamName } from '../upstreams.ts'

const MAX_POSTS = 20
const { port, protocol } = new URL(process.env.UPSTREAM ?? '')
/** Every host name resolves to the upstream. */
const dispatcher = new Agent({
  connect: { lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
})

const RULES = {
  ...sanitize.defaults,
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'del', 'ins'],
  allowedAttributes: { a: ['href'], img: ['src', 'srcset', 'alt', 'width', 'height'], code: ['class'] },
}
const safe = (html = ''): string => sanitize(html, RULES)

const get = async (host: string, path: string) => {
  const response = await fetch(`${protocol}//${host}:${port}${path}`, { dispatcher })
  if (!response.ok) throw new Error(`The upstream returned status ${response.status}`)
  return response
}
const getJson = async <T>(host: string, path: string): Promise<T> => (await (await get(host, path)).json()) as T

const readFeed = async (host: string, path: string): Promise<string> => {
  const { format, feed } = parseFeed(await (await get(host, path)).text())
  if (format !== 'rss') throw new Error(`The feed is ${format}`)
  const posts = (feed.items ?? []).slice(0, MAX_POSTS).map((item) => ({
    id: item.guid?.value,
    url: item.link,
    title: item.title,
    html: safe(item.content?.encoded ?? item.description),
    publishedAt: item.pubDate,
    tags: item.categories?.map(({ name }) => name),
    media: item.enclosures,
    author: item.dc?.creators,
  }))
  return JSON.stringify({ profile: { name: feed.title, url: feed.link, bio: feed.description }, posts })
}

type Rendered = { readonly rendered: string }
type Site = { readonly name: string; readonly description: string; readonly home: string }
type RestPost = Readonly<Record<'title' | 'content' | 'excerpt', Rendered>> & {
  readonly id: number
  readonly link: string
  readonly date_gmt: string
  readonly _embedded: Readonly<Record<string, readonly unknown[]>>
}

const readWordPress = async (host: string): Promise<string> => {
  const site = await getJson<Site>(host, '/wp-json/')
  const list = await getJson<readonly RestPost[]>(host, '/wp-json/wp/v2/posts?per_page=20&_embed=1')
  const posts = list.map(({ id, link, date_gmt, title, content, excerpt, _embedded }) => ({
    ...{ id, url: link, publishedAt: date_gmt, title: title.rendered },
    html: safe(content.rendered),
    summary: safe(excerpt.rendered),
    ...{ author: _embedded.author, media: _embedded['wp:featuredmedia'], tags: _embedded['wp:term'] },
  }))
  return JSON.stringify({ profile: site, posts })
}

type Account = { readonly id: string; readonly display_name: string; readonly note: string; readonly url: string }
type Status = Readonly<Record<'id' | 'url' | 'created_at' | 'content', string>> & {
  readonly media_attachments: readonly unknown[]
  readonly tags: readonly unknown[]
  readonly card: unknown
}

const readFediverse = async (host: string): Promise<string> => {
  const account = await getJson<Account>(host, '/api/v1/accounts/lookup?acct=garden')
  const path = `/api/v1/accounts/${account.id}/statuses`
  const [list, pinned] = await Promise.all([
    getJson<readonly Status[]>(host, `${path}?limit=20`),
    getJson<readonly Status[]>(host, `${path}?pinned=true`),
  ])
  const posts = list.map(({ id, url, created_at, content, media_attachments, tags, card }) => ({
    ...{ id, url, publishedAt: created_at, media: media_attachments, tags, card },
    html: safe(content),
    author: account.display_name,
    pinned: pinned.some((status) => status.id === id),
  }))
  return JSON.stringify({ profile: { name: account.display_name, bio: safe(account.note), url: account.url }, posts })
}

const READERS: Readonly<Record<UpstreamName, (host: string) => Promise<string>>> = {
  blog: (host) => readFeed(host, '/feed/'),
  podcast: (host) => readFeed(host, '/episodes.xml'),
  wordpress: readWordPress,
  fediverse: readFediverse,
}

const server = createServer(async (request, response) => {
  const [, name = '', host = ''] = (request.url ?? '').split('/')
  try {
    const body = await READERS[name as UpstreamName](host)
    response.end(String(Buffer.from(body).length))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`)
})
process.on('SIGINT', () => process.exit(0))
