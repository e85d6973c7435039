// X by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const x = postsOnly({ id: 'x', name: 'X', posts: POSTS, oembed: oembedUrl })
