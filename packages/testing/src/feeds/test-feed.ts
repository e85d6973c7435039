// Creates and maps feeds of a few items. Only tests use it.

import assert from 'node:assert/strict'
import { mapFeedPosts, mapFeedProfile } from '@central-api/service/feeds/map-feed.ts'
import { parseFeed } from '@central-api/service/feeds/parse-feed.ts'
import type { PlatformPost } from '@central-api/service/post/post.ts'
import { assertNormalized } from '../post/normalized-suite.ts'
import { responseOf } from './response-of.ts'

export const map = (body: string, url?: string) => {
  const feed = parseFeed(responseOf(body, url === undefined ? {} : { url }))
  assert.ok(feed)
  const profile = mapFeedProfile(feed, 'https://blog.example/feed.xml')
  const page = { profile, posts: mapFeedPosts(feed).map((post) => post.map()) }
  assertNormalized(page)
  return page
}

export const NAMESPACES = [
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:slash="http://purl.org/rss/1.0/modules/slash/"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:thr="http://purl.org/syndication/thread/1.0"',
].join(' ')

export const rss = (
  items: string,
  channel = '',
) => `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${NAMESPACES}>
  <channel><title>Tom &amp; Zoë’s blog</title><link>https://blog.example/</link>${channel}${items}</channel></rss>`

export const only = (items: string, channel?: string): PlatformPost => {
  const { posts } = map(rss(items, channel))
  assert.equal(posts.length, 1)
  return posts[0] as PlatformPost
}
