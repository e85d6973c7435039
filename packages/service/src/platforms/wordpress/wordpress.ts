// Any WordPress site through its REST API, and wordpress.com through its own; the site's feed where the API is closed.

import { Type } from '../../parsing/type.ts'
import { platform, source } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'
import { canonicalizeSite } from './canonicalize-site.ts'
import { feed } from './feed.ts'
import { findHostedPost, findPagePost } from './find-wordpress-post.ts'
import type { OpenSite } from './open-site.ts'
import { pagePosts, readSite } from './page-posts.ts'

const api = source<unknown, OpenSite>({
  id: 'api',
  provenance: 'official_api',
  account: readSite,
  posts: pagePosts,
  post: findHostedPost,
  findPost: findPagePost,
})

export const wordpress = platform({
  id: 'wordpress',
  name: 'WordPress',
  handles: ['blog.example', 'https://blog.example/', 'https://blog.example/wp-admin/'],
  variants: { posts: 'all posts', media: 'posts with pictures, videos or recordings' },
  settings: Type.Object({}),
  origins: ['https://public-api.wordpress.com'],
  canonicalize: canonicalizeSite,
  sources: [api, feed],
  posts: POSTS,
  oembed: oembedUrl,
})
