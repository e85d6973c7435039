// Ghost by the addresses of its articles.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const ghost = postsOnly({ id: 'ghost', name: 'Ghost', posts: POSTS })
