// Tumblr by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const tumblr = postsOnly({ id: 'tumblr', name: 'Tumblr', posts: POSTS, oembed: oembedUrl })
