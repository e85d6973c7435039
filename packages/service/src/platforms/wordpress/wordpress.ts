// Any WordPress site through its REST API, and wordpress.com through its own; the site's feed where the API is closed.

import { Type } from 'typebox'
import { platform } from '../platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'
import { canonicalizeSite } from './canonicalize-site.ts'
import { findHostedPost, findPagePost } from './find-wordpress-post.ts'
import { pagePosts } from './page-posts.ts'
import { FEED_MARK, pageSiteFeed } from './page-site-feed.ts'
import { RestUnavailable } from './rest-answer.ts'

export const wordpress = platform({
  id: 'wordpress',
  name: 'WordPress',
  provenance: 'official_api',
  handles: ['blog.example', 'https://blog.example/', 'https://blog.example/wp-admin/'],
  variants: { posts: 'all posts', media: 'posts with pictures, videos or recordings' },
  settings: Type.Object({}),
  origins: ['https://public-api.wordpress.com'],
  canonicalize: canonicalizeSite,
  async page(request) {
    const { after } = request
    if (after?.startsWith(FEED_MARK)) return pageSiteFeed(request)
    try {
      return await pagePosts(request)
    } catch (error) {
      if (!(error instanceof RestUnavailable)) throw error
      // A walk that began with the API cannot go on with the feed: their posts have other ids.
      if (after !== undefined) throw error.reason
      return await pageSiteFeed(request).catch(() => {
        throw error.reason
      })
    }
  },
  posts: POSTS,
  post: ({ http, url }) => findHostedPost(http, url),
  findPost: findPagePost,
  oembed: oembedUrl,
})
