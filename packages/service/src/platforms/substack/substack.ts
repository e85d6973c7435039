// Substack by the addresses of its articles.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const substack = postsOnly({ id: 'substack', name: 'Substack', posts: POSTS })
