// Twitch by the addresses of its films and clips.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const twitch = postsOnly({ id: 'twitch', name: 'Twitch', posts: POSTS })
