// Facebook by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const facebook = postsOnly({ id: 'facebook', name: 'Facebook', posts: POSTS, oembed: oembedUrl })
