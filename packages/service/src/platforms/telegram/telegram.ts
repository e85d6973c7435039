// Telegram by the addresses of its messages.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const telegram = postsOnly({ id: 'telegram', name: 'Telegram', posts: POSTS })
