// Any WordPress site through its REST API, and sites at wordpress.com through wordpress.com's API; the site's feed when the API is
// closed.

import { Type } from '../../parsing/type.ts'
import { late } from '../../upstream/contract/late.ts'
import { platform, source } from '../../upstream/contract/platform.ts'
import { canonicalizeSite } from './canonicalize-site.ts'
import { feed } from './feed.ts'
import { KINDS, kindOf } from './kinds.ts'
import type { OpenSite } from './open-site.ts'
import { UNSUPPORTED } from './unsupported.ts'
import { oembedUrl, POSTS } from './urls.ts'

const page = late(() => import('./page-posts.ts'))
const find = late(() => import('./find-wordpress-post.ts'))

const api = source<unknown, OpenSite>({
  id: 'api',
  provenance: 'official_api',
  account: page('readSite'),
  posts: page('pagePosts'),
  post: find('findHostedPost'),
  findPost: find('findPagePost'),
})

export const wordpress = platform({
  id: 'wordpress',
  name: 'WordPress',
  handles: [
    'blog.example',
    'https://blog.example/',
    'https://blog.example/wp-admin/',
    'https://wordpress.com/home/blog.example',
    '@blog.example@blog.example',
  ],
  variants: { posts: 'all posts', media: 'posts with images, videos or audio' },
  settings: Type.Object({}),
  origins: ['https://public-api.wordpress.com'],
  canonicalize: canonicalizeSite,
  kinds: KINDS,
  kindOf,
  unsupported: UNSUPPORTED,
  sources: [api, feed],
  posts: POSTS,
  oembed: oembedUrl,
})
