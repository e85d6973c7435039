// Vimeo by the addresses of its films.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const vimeo = postsOnly({ id: 'vimeo', name: 'Vimeo', posts: POSTS, oembed: oembedUrl })
