// The endpoints of the API, in the order of the docs.

import { account } from './account/route.ts'
import { authToken } from './auth-token/route.ts'
import { connect } from './connect/route.ts'
import { connections } from './connections/route.ts'
import type { Endpoint } from './endpoint.ts'
import { loadMorePosts } from './load-more-posts/route.ts'
import { posts } from './posts/route.ts'
import { recognize } from './recognize/route.ts'
import { scanProfile } from './scan-profile/route.ts'
import { validateLink } from './validate-link/route.ts'
import { validatePost } from './validate-post/route.ts'

export const API_PREFIX = '/api/v1'

export const ENDPOINTS: readonly Endpoint[] = [
  authToken,
  recognize,
  scanProfile,
  loadMorePosts,
  posts,
  validateLink,
  validatePost,
  account,
  connections,
  connect,
]
