// TikTok by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const tiktok = postsOnly({ id: 'tiktok', name: 'TikTok', posts: POSTS, oembed: oembedUrl })
