// Reddit by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const reddit = postsOnly({ id: 'reddit', name: 'Reddit', posts: POSTS, oembed: oembedUrl })
