// YouTube by the addresses of its films.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const youtube = postsOnly({ id: 'youtube', name: 'YouTube', posts: POSTS, oembed: oembedUrl })
