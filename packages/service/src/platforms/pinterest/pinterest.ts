// Pinterest by the addresses of its pins.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const pinterest = postsOnly({ id: 'pinterest', name: 'Pinterest', posts: POSTS, oembed: oembedUrl })
