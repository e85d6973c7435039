// DEV by the addresses of its articles.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const devto = postsOnly({ id: 'devto', name: 'DEV', posts: POSTS })
