// LinkedIn by the addresses of its posts.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const linkedin = postsOnly({ id: 'linkedin', name: 'LinkedIn', posts: POSTS })
