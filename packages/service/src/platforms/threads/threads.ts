// Threads by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const threads = postsOnly({ id: 'threads', name: 'Threads', posts: POSTS, oembed: oembedUrl })
