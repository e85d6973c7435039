// Medium by the addresses of its articles.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const medium = postsOnly({ id: 'medium', name: 'Medium', posts: POSTS })
