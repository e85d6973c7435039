// Reads a list of feeds (OPML 2.0): the posts of all of them, mixed by time. http://opml.org/spec2.opml

import { isApiError } from '../../errors.ts'
import type { Feed } from '../../feeds/feed.ts'
import { readLine } from '../../feeds/feed-text.ts'
import { type FeedPost, mapFeedPosts } from '../../feeds/map-feed.ts'
import { readFeed } from '../../feeds/read-document.ts'
import { compareText } from '../../parsing/compare-text.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildProfile } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { walk } from '../../upstream/paging/walk.ts'

export const MOST_FEEDS = 50
const AT_ONCE = 6
const IS_OPML = /<opml\b/i
const TITLE = /<head\b[^<>]{0,500}>[\s\S]{0,5000}?<title>([^<]{0,500})<\/title>/i
const OUTLINE = /<outline\s[^<>]{0,8000}>/gi
const FEED_URL = /\sxmlUrl\s*=\s*(?:"([^"]{1,2048})"|'([^']{1,2048})')/i

type Opml = { readonly title: string | null; readonly feeds: readonly string[] }

/** The text of an attribute or an element, with its references decoded. */
const lineOf = (source: string | undefined): string | null => (source === undefined ? null : readLine({ html: source }))

/** Throws Refused: `broken` when the document is not OPML, or lists no feed. */
const readOpml = async (send: Send, url: string): Promise<Opml> => {
  const response = await send({ url, accept: 'text/x-opml, application/xml;q=0.9, */*;q=0.5', revalidate: true })
  const text = response.text()
  const urls = [...text.matchAll(OUTLINE)].flatMap(([outline]) => {
    const [, double, single] = FEED_URL.exec(outline) ?? []
    return absoluteUrl(lineOf(double ?? single), response.url) ?? []
  })
  const feeds = [...new Set(urls)].slice(0, MOST_FEEDS)
  if (!IS_OPML.test(text.slice(0, 2_000)) || feeds.length === 0)
    throw new Refused('broken', { message: 'The URL looks like a list of feeds but does not contain one.' })
  return { title: lineOf(TITLE.exec(text)?.[1]), feeds }
}

export const readList = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const { title, feeds } = await readOpml(send, handle)
  const id = `list ${handle}`
  const counts = { following: feeds.length }
  return { id, profile: buildProfile({ handle, id, url: handle, displayName: title, counts }), keep: undefined }
}

type Item = { readonly feed: Feed; readonly post: FeedPost }

/** Throws the first error if no feed can be read. */
const readFeeds = async (send: Send, urls: readonly string[]) => {
  const items: Item[] = []
  const errors: unknown[] = []
  for (let from = 0; from < urls.length; from += AT_ONCE) {
    const results = await Promise.allSettled(urls.slice(from, from + AT_ONCE).map((url) => readFeed(send, url)))
    for (const result of results) {
      if (result.status === 'fulfilled')
        items.push(...mapFeedPosts(result.value, {}, false).map((post) => ({ feed: result.value, post })))
      else if (isApiError(result.reason)) errors.push(result.reason)
      else throw result.reason
    }
  }
  if (errors.length === urls.length) throw errors[0]
  const timeOf = ({ post }: Item): string => post.publishedAt ?? ''
  return { items: items.toSorted((one, other) => compareText(timeOf(other), timeOf(one))), failed: errors.length }
}

/** Ids of feeds may be numbers, which are the same in many. */
const idOf = ({ feed, post }: Item): string => (post.id.includes(':') ? post.id : `${feed.feedUrl}#${post.id}`)

/** A feed is the author of its posts, if they do not say another. */
const mapItem = (item: Item): PlatformPost => {
  const { feed, post } = item
  const mapped = post.map()
  const named = { displayName: readLine(feed.title), url: absoluteUrl(feed.siteUrl, feed.feedUrl) }
  return { ...mapped, id: idOf(item), author: mapped.author ?? buildAuthor(named) }
}

export const readListPosts = async ({ send, handle, variant, after, limit }: PostsRequest<unknown>): Promise<Posts> => {
  const { feeds } = await readOpml(send, handle)
  const { items, failed } = await readFeeds(send, feeds)
  const posts = await walk<Item>({
    after,
    limit,
    anchor: 'count',
    read: async () => ({ items, next: undefined }),
    keyOf: idOf,
    timeOf: ({ post }) => post.publishedAt,
    textsOf: ({ post }) => post.texts(),
    map: mapItem,
    ...(variant === 'media' && { wants: ({ media }) => media.length > 0 }),
  })
  return failed > 0 ? { ...posts, partial: true } : posts
}
