// Simulates DEV's API and feeds. For tests and benchmarks only.

import { escapeHtml } from '@central-api/service/post/markup/escape.ts'
import { believed, type Facts } from '../suite/facts.ts'
import { type SimulatedResponse, type Simulator, startUpstream } from '../suite/simulator.ts'

export const NAME = 'ana'
export const ORGANIZATION = 'acme'
export const SERIES = '12'

/** Unverified assumptions about the API. Tests try every value. */
export const FACTS = {
  /** Number of articles in a feed. */
  feedItems: [12, 3, 40],
  /** Whether times of old articles have a time zone. */
  zones: [true, false],
} as const

type DevtoFacts = Facts<typeof FACTS>

export type DevtoSimulator = Simulator & {
  suppose(facts: Partial<DevtoFacts>): void
  failFeed(): () => void
  /** Ids of the articles of the series, the oldest first. */
  seriesIds(): readonly string[]
  /** URLs of the newest articles with the tag `ruby`. */
  taggedUrls(): readonly string[]
}

const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')

const timeOf = (index: number): string => new Date(FIRST_MS + index * 3_600_000).toISOString().replace('.000Z', 'Z')
export const bodyOf = (index: number): string =>
  `<h2>\n  <a name="one" href="#one">\n  </a>\n  Part ${index}\n</h2>\n\n<p>Text &amp; <code>code</code></p>\n\n`

const IMAGES = 'https://media2.dev.to/dynamic/image'

/** As in a list. A single article has the two forms of tags the other way around. */
const articleOf = (index: number) => {
  const slug = `five-small-queues-${index.toString(36).padStart(4, '0')}`
  return {
    ...{
      type_of: 'article',
      id: 2_500_000 + index,
      title: `Five "small" queues ${index}`,
      description: 'A short tour.',
    },
    ...{ readable_publish_date: 'May 2', slug, path: `/${NAME}/${slug}`, url: `https://dev.to/${NAME}/${slug}` },
    ...{ comments_count: 2, public_reactions_count: 17, collection_id: null, published_timestamp: timeOf(index) },
    ...{ language: 'en', subforem_id: 1, ai_disclosure_level: null, ai_disclosure_label: null },
    positive_reactions_count: 17,
    cover_image:
      index % 2 === 0
        ? `${IMAGES}/width=1000,height=420,fit=cover,gravity=auto,format=auto/https%3A%2F%2Fe.org%2F${index}.png`
        : null,
    social_image: `https://dev.to/social_previews/article/${index}.png`,
    canonical_url: index % 3 === 0 ? `https://ana.example/${index}` : `https://dev.to/${NAME}/${slug}`,
    ...{ created_at: timeOf(index), edited_at: null, crossposted_at: null, published_at: timeOf(index) },
    ...{ last_comment_at: timeOf(index), reading_time_minutes: 6, tag_list: ['ruby', 'queues'], tags: 'ruby, queues' },
    user: {
      ...{ name: 'Ana & Co', username: NAME, twitter_username: null, github_username: 'ana', user_id: 4711 },
      ...{ website_url: null, profile_image: `${IMAGES}/640.png`, profile_image_90: `${IMAGES}/90.png` },
    },
  }
}

const USER = {
  ...{ type_of: 'user', id: 4711, username: NAME, name: 'Ana & Co', twitter_username: null, github_username: 'ana' },
  ...{
    summary: 'I write about <tags>.',
    location: null,
    website_url: 'https://ana.example',
    joined_at: 'Dec 27, 2015',
  },
  profile_image: `${IMAGES}/320.png`,
}
const COMPANY = {
  ...{ type_of: 'organization', id: 900, username: ORGANIZATION, name: 'Acme', summary: 'We make things' },
  ...{ url: 'https://acme.example', joined_at: '2019-03-04T05:06:07Z', profile_image: `${IMAGES}/900.png` },
}

const NOT_FOUND: SimulatedResponse = { status: 404, body: { error: 'not found', status: 404 } }

const itemOf = (index: number): string => {
  const { title, url, published_at: time } = articleOf(index)
  return `<item><title>${escapeHtml(title)}</title><dc:creator>Ana &amp; Co</dc:creator><pubDate>${new Date(time).toUTCString().replace('GMT', '+0000')}</pubDate><link>${url}</link><guid>${url}</guid><description>${escapeHtml(bodyOf(index))}</description><category>ruby</category></item>`
}

const feedOf = (indexes: readonly number[]): SimulatedResponse => ({
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>DEV Community: Ana &amp; Co</title><description>The latest articles on DEV Community by Ana &amp; Co (@ana).</description><link>https://dev.to/ana</link><language>en</language>${indexes.map(itemOf).join('')}</channel></rss>`,
})

export const startDevto = async (): Promise<DevtoSimulator> => {
  let indexes = Array.from({ length: 57 }, (_, index) => index).reverse()
  let feedFails = false
  let facts: DevtoFacts = believed(FACTS)

  const listed = (index: number) => {
    const article = articleOf(index)
    if (facts.zones) return article
    const time = timeOf(index).replace('Z', '')
    return { ...article, published_at: time, published_timestamp: time }
  }

  /** The third part of the articles is in a series, the oldest first. */
  const series = () => indexes.filter((index) => index % 3 === 0).toReversed()

  const list = (query: URLSearchParams): SimulatedResponse => {
    const collection = query.get('collection_id')
    const size = Math.min(1_000, Number(query.get('per_page') ?? '30'))
    const page = Number(query.get('page') ?? '1')
    const isKnown = [NAME, ORGANIZATION].includes(query.get('username')?.toLowerCase() ?? '')
    const found = collection === null ? indexes : series()
    if (query.get('tag') === 'ruby') return { body: indexes.slice(0, size).map(listed) }
    return { body: (isKnown || collection === SERIES ? found : []).slice((page - 1) * size, page * size).map(listed) }
  }

  const single = (path: string): SimulatedResponse => {
    const index = indexes.find((each) => articleOf(each).path === path)
    if (index === undefined) return NOT_FOUND
    const { tag_list: tags, tags: tag_list, ...article } = articleOf(index)
    return { body: { ...article, tags, tag_list, body_html: bodyOf(index), body_markdown: '## Part' } }
  }

  const upstream = await startUpstream(({ url }) => {
    const { pathname, searchParams } = url
    if (pathname === '/api/users/by_username') return searchParams.get('url') === NAME ? { body: USER } : NOT_FOUND
    if (pathname === `/api/organizations/${ORGANIZATION}`) return { body: COMPANY }
    if (pathname === '/api/articles') return list(searchParams)
    if (pathname.startsWith('/api/articles/')) return single(pathname.slice('/api/articles'.length))
    const { tag } = /^\/feed\/tag\/(?<tag>\w+)$/.exec(pathname)?.groups ?? {}
    // A tag without articles has no feed.
    if (tag !== undefined && !feedFails && tag === 'ruby') return feedOf(indexes.slice(0, 12))
    if (tag !== undefined) return { status: 404, body: '<h1>404</h1>' }
    const { name } = /^\/feed\/(?<name>\w+)$/.exec(pathname)?.groups ?? {}
    if (feedFails || (name !== NAME && name !== ORGANIZATION)) return { status: 404, body: '<h1>404</h1>' }
    return feedOf(indexes.slice(0, facts.feedItems))
  })
  return {
    ...upstream,
    handle: NAME,
    missing: 'nobody',
    ids: () => indexes.map((index) => String(articleOf(index).id)),
    suppose(more) {
      facts = { ...facts, ...more }
    },
    publish(count) {
      const from = indexes.length
      indexes = [...Array.from({ length: count }, (_, more) => from + more).reverse(), ...indexes]
    },
    seriesIds: () => series().map((index) => String(articleOf(index).id)),
    taggedUrls: () => indexes.slice(0, 12).map((index) => articleOf(index).url),
    failFeed() {
      feedFails = true
      return () => {
        feedFails = false
      }
    },
  }
}
