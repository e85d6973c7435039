// Any WordPress site through its REST API, and wordpress.com through its own; the site's feed where the API is closed.

import { Type } from 'typebox'
import { platform } from '../platform.ts'
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
  // Posts of other hosts look like any page; findPost knows them by asking.
  postUrls: [
    /^https?:\/\/(?<site>[a-z0-9][a-z0-9-]*)\.wordpress\.com\/\d{4}\/\d{2}\/\d{2}\/(?<slug>[^/?#]+)\/?(?:[?#].*)?$/i,
    /^https?:\/\/(?<site>[a-z0-9][a-z0-9-]*)\.wordpress\.com\/?\?(?:[^#]*&)?p=(?<id>\d{1,12})(?:[&#].*)?$/i,
  ],
  post: ({ http, url }) => findHostedPost(http, url),
  findPost: findPagePost,
  oembed(url) {
    if (!url.hostname.endsWith('.wordpress.com'))
      return new URL(`/wp-json/oembed/1.0/embed?url=${encodeURIComponent(url.href)}`, url)
    return new URL(`https://public-api.wordpress.com/oembed/?for=central-api&url=${encodeURIComponent(url.href)}`)
  },
})
