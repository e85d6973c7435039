// Dailymotion by the addresses of its films.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const dailymotion = postsOnly({ id: 'dailymotion', name: 'Dailymotion', posts: POSTS, oembed: oembedUrl })
