// GitHub by the addresses of releases, issues and gists.

import { postsOnly } from '../contract/platform.ts'
import { POSTS } from './addresses.ts'

export const github = postsOnly({ id: 'github', name: 'GitHub', posts: POSTS })
