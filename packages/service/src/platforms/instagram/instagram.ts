// Instagram by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { oembedUrl, POSTS } from './addresses.ts'

export const instagram = postsOnly({ id: 'instagram', name: 'Instagram', posts: POSTS, oembed: oembedUrl })
