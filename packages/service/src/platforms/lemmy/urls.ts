// URLs of posts, at any host. Each host numbers posts itself.

import type { PostAddresses } from '../../upstream/contract/platform.ts'

const POST = 'https://{host}/post/{id}'

export const POSTS: PostAddresses = {
  parts: {
    id: '[1-9]\\d{0,14}',
    comment: '[1-9]\\d{0,14}',
    server: '[a-z0-9-]+(?:\\.[a-z0-9-]+)+',
    app: '[^.]+(?:\\.[^.]+)+',
  },
  patterns: {
    '{host}/post/{id}': POST,
    '{host}/post/{id}/{comment}': POST,
    // Other apps, which have the server in the path.
    'lemmyverse.link/{host:server}/post/{id}': POST,
    'threadiverse.link/{host:server}/post/{id}': POST,
    'alexandrite.app/{host:server}/post/{id}': POST,
    'phtn.app/post/{host:server}/{id}': POST,
    'vger.app/posts/{host:server}/c/{community}/comments/{id}/**': POST,
  },
  given: {
    '{app}/post/{id}@{host:server}': POST,
    '{app}/{host:server}/post/{id}': POST,
    '{app}/post/{host:server}/{id}': POST,
    '{app}/posts/{host:server}/c/{community}/comments/{id}/**': POST,
  },
}
