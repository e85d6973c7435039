// The upstreams of cold scans: what each host serves, with realistic bodies. Each has eight editions, so that no scan
// parses what the one before has parsed.

import { article, phrase } from './articles.ts'

/** A measured upstream. `{host}` in a path or a body is replaced by the requested host. */
export type MeasuredUpstream = {
  readonly about: string
  /** The scan request for a host. */
  readonly scan: (host: string) => { readonly platform: string; readonly handle: string }
  /** Path (with its query, if it matters) → the body there. */
  readonly responses: Readonly<Record<string, { readonly type: string; readonly body: (edition: number) => string }>>
}

export const EDITIONS = 8
const POSTS = 20
const EPISODES = 600
const HOUR_MS = 3_600_000
const NEWEST = Date.UTC(2030, 0, 30, 12)

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const dateOf = (index: number) => new Date(NEWEST - index * 7 * HOUR_MS)
const numberOf = (edition: number, index: number) => edition * 1_000 + index
const RSS = 'application/rss+xml; charset=UTF-8'
const JSON_TYPE = 'application/json; charset=UTF-8'
const SITE = 'https://blog.example.com'

const rss = (title: string, channel: string, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
	xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
	>
<channel>
	<title>${title}</title>
	<atom:link href="${SITE}/feed/" rel="self" type="application/rss+xml" />
	<link>${SITE}</link>
	<description>${phrase(title.length, 8)}</description>
	<lastBuildDate>${dateOf(0).toUTCString()}</lastBuildDate>
	<language>en-US</language>
	<sy:updatePeriod>hourly</sy:updatePeriod>
	<generator>https://wordpress.org/?v=6.9</generator>
${channel}${items.join('\n')}
</channel>
</rss>`

const blogItem = (number: number, index: number): string => `	<item>
		<title>${phrase(number, 6)} &#8211; ${phrase(number + 1, 3)}</title>
		<link>${SITE}/2030/01/post-${number}/</link>
		<comments>${SITE}/2030/01/post-${number}/#respond</comments>
		<dc:creator><![CDATA[The editor]]></dc:creator>
		<pubDate>${dateOf(index).toUTCString()}</pubDate>
		<category><![CDATA[Garden &amp; kitchen]]></category>
		<category><![CDATA[${phrase(number, 1)}]]></category>
		<guid isPermaLink="false">${SITE}/?p=${number}</guid>
		<description><![CDATA[<p>${phrase(number, 40)} [&#8230;]</p>
<p>The post <a href="${SITE}/2030/01/post-${number}/">appeared first</a>.</p>
]]></description>
		<content:encoded><![CDATA[${article(number)}]]></content:encoded>
		<wfw:commentRss>${SITE}/2030/01/post-${number}/feed/</wfw:commentRss>
		<slash:comments>${index}</slash:comments>
	</item>`

/** Their notes are shorter than an article; a podcast's feed contains all of them. */
const NOTES_CHARACTERS = 500

const episodeItem = (number: number, index: number): string => `	<item>
		<title>${EPISODES - index}: ${phrase(number, 6)}</title>
		<link>${SITE}/episodes/${number}</link>
		<guid isPermaLink="false">tag:blog.example.com,2030:${number}</guid>
		<pubDate>${dateOf(index).toUTCString()}</pubDate>
		<description><![CDATA[${article(number, NOTES_CHARACTERS)}]]></description>
		<content:encoded><![CDATA[${article(number, NOTES_CHARACTERS)}]]></content:encoded>
		<itunes:title>${phrase(number, 6)}</itunes:title>
		<itunes:summary>${phrase(number, 60)}</itunes:summary>
		<itunes:duration>${1 + (index % 2)}:${String(10 + (number % 49))}:08</itunes:duration>
		<itunes:episode>${EPISODES - index}</itunes:episode>
		<itunes:explicit>false</itunes:explicit>
		<itunes:image href="https://media.example.com/covers/${number}.jpg" />
		<enclosure url="https://media.example.com/episodes/${number}.mp3" length="48210${number}" type="audio/mpeg" />
	</item>`

const POST_LINKS = { self: [{ href: `${SITE}/wp-json/wp/v2/posts/1`, targetHints: { allow: ['GET'] } }] }

const restPost = (number: number, index: number) => ({
  id: number + 1,
  date: dateOf(index).toISOString().slice(0, 19),
  date_gmt: dateOf(index).toISOString().slice(0, 19),
  modified_gmt: dateOf(index).toISOString().slice(0, 19),
  link: `${SITE}/2030/01/post-${number}/`,
  title: { rendered: `${phrase(number, 6)} &#8211; ${phrase(number + 1, 3)}` },
  content: { rendered: article(number), protected: false },
  excerpt: { rendered: `<p>${phrase(number, 40)} [&hellip;]</p>\n`, protected: false },
  author: 1,
  sticky: false,
  jetpack_featured_media_url: '',
  _links: POST_LINKS,
  _embedded: {
    author: [
      {
        id: 1,
        name: 'The editor',
        url: SITE,
        description: phrase(number, 12),
        link: `${SITE}/author/editor/`,
        slug: 'editor',
        avatar_urls: Object.fromEntries([24, 48, 96].map((size) => [size, `https://avatars.example/a?s=${size}`])),
        _links: POST_LINKS,
      },
    ],
    'wp:featuredmedia': [
      {
        id: number,
        alt_text: phrase(number, 4),
        media_type: 'image',
        mime_type: 'image/jpeg',
        source_url: `${SITE}/wp-content/uploads/2030/01/${number}.jpg`,
        media_details: {
          width: 1_600,
          height: 1_200,
          sizes: Object.fromEntries(
            Object.entries({ thumbnail: 150, medium: 300, medium_large: 768, large: 1_024 }).map(([name, width]) => [
              name,
              {
                width,
                height: (width * 3) / 4,
                source_url: `${SITE}/wp-content/uploads/2030/01/${number}-${width}.jpg`,
              },
            ]),
          ),
        },
        _links: POST_LINKS,
      },
    ],
    'wp:term': [
      [{ id: 5, name: 'Garden &amp; kitchen', slug: 'garden', taxonomy: 'category', _links: POST_LINKS }],
      [{ id: 6, name: phrase(number, 1), slug: 'word', taxonomy: 'post_tag', _links: POST_LINKS }],
    ],
  },
})

const fediverseAccount = {
  id: '109876543210987654',
  username: 'garden',
  acct: 'garden',
  display_name: 'Garden 🌱',
  locked: false,
  bot: false,
  created_at: '2022-11-05T00:00:00.000Z',
  note: '<p>Plants &amp; <a href="https://social.example/tags/soil" class="mention hashtag" rel="tag">#<span>soil</span></a></p>',
  url: 'https://social.example/@garden',
  uri: 'https://social.example/users/garden',
  avatar: 'https://files.social.example/avatars/garden.png',
  header: 'https://files.social.example/headers/garden.png',
  followers_count: 1_234,
  following_count: 321,
  statuses_count: 4_321,
  last_status_at: '2030-01-30',
  emojis: [],
  fields: [{ name: 'Site', value: '<a href="https://garden.example">garden.example</a>', verified_at: null }],
}

const fediverseStatus = (number: number, index: number) => ({
  id: String(112_000_000_000_000_000n - BigInt(number)),
  created_at: dateOf(index).toISOString(),
  in_reply_to_id: null,
  in_reply_to_account_id: null,
  sensitive: false,
  spoiler_text: '',
  visibility: 'public',
  language: 'en',
  uri: `https://social.example/users/garden/statuses/${number}`,
  url: `https://social.example/@garden/${number}`,
  replies_count: 3,
  reblogs_count: 12,
  favourites_count: 40,
  edited_at: null,
  content: `<p>${phrase(number, 40)} <a href="https://social.example/tags/soil" class="mention hashtag" rel="tag">#<span>soil</span></a></p><p>${phrase(number + 1, 20)} <a href="https://blog.example.com/2030/01/post-${number}/" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">https://</span><span class="ellipsis">blog.example.com/2030/01/post</span><span class="invisible">-${number}/</span></a></p>`,
  reblog: null,
  account: fediverseAccount,
  media_attachments: times(index % 3, (n) => ({
    id: `${number}${n}`,
    type: 'image',
    url: `https://files.social.example/${number}/${n}/original.png`,
    preview_url: `https://files.social.example/${number}/${n}/small.png`,
    remote_url: null,
    meta: { original: { width: 1_600, height: 900, size: '1600x900', aspect: 1.78 }, focus: { x: 0, y: 0 } },
    description: phrase(number + n, 12),
    blurhash: 'UBL_:rOpGG-oBUNG,qRj2so|=eE1w^n4S5NH',
  })),
  mentions: [],
  tags: [{ name: 'soil', url: 'https://social.example/tags/soil' }],
  emojis: [],
  card:
    index % 3 === 0
      ? {
          url: `https://blog.example.com/2030/01/post-${number}/`,
          title: phrase(number, 8),
          description: phrase(number, 24),
          type: 'link',
          image: `https://files.social.example/cards/${number}.jpg`,
        }
      : null,
  poll: null,
})

export const UPSTREAMS = {
  blog: {
    about: 'feed of WordPress, twenty articles of five kilobytes',
    scan: (host) => ({ platform: 'rss', handle: `https://${host}/feed/` }),
    responses: {
      '/feed/': {
        type: RSS,
        body: (edition) =>
          rss(
            'A blog',
            '',
            times(POSTS, (index) => blogItem(numberOf(edition, index), index)),
          ),
      },
    },
  },
  wordpress: {
    about: 'REST API of WordPress, the same twenty articles',
    scan: (host) => ({ platform: 'wordpress', handle: `https://${host}` }),
    responses: {
      '/wp-json/': {
        type: JSON_TYPE,
        body: () =>
          JSON.stringify({
            name: 'A blog &amp; more',
            description: phrase(1, 8),
            url: SITE,
            home: SITE,
            site_icon_url: `${SITE}/icon.png`,
          }),
      },
      '/wp-json/wp/v2/posts': {
        type: JSON_TYPE,
        body: (edition) => JSON.stringify(times(POSTS, (index) => restPost(numberOf(edition, index), index))),
      },
    },
  },
  fediverse: {
    about: 'API of Mastodon, twenty statuses',
    scan: (host) => ({ platform: 'mastodon', handle: `garden@${host}` }),
    responses: {
      '/api/v1/accounts/lookup': { type: JSON_TYPE, body: () => JSON.stringify(fediverseAccount) },
      '/api/v1/accounts/109876543210987654/statuses': {
        type: JSON_TYPE,
        body: (edition) => JSON.stringify(times(POSTS, (index) => fediverseStatus(numberOf(edition, index), index))),
      },
      '/api/v1/accounts/109876543210987654/statuses?pinned=true': {
        type: JSON_TYPE,
        body: (edition) => JSON.stringify([fediverseStatus(numberOf(edition, 3), 3)]),
      },
    },
  },
  podcast: {
    about: 'feed of a podcast, 600 episodes',
    scan: (host) => ({ platform: 'rss', handle: `https://${host}/episodes.xml` }),
    responses: {
      '/episodes.xml': {
        type: RSS,
        body: (edition) =>
          rss(
            'A podcast',
            '\t<itunes:author>The editor</itunes:author>\n\t<itunes:image href="https://media.example.com/cover.jpg" />\n',
            times(EPISODES, (index) => episodeItem(numberOf(edition, index), index)),
          ),
      },
    },
  },
} as const satisfies Record<string, MeasuredUpstream>

export type UpstreamName = keyof typeof UPSTREAMS
