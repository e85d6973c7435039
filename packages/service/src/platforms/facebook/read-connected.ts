// Reads a connected Page with its own token. The token names the Page, so that a new name changes nothing.

import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { OWN } from '../meta/graph.ts'
import { readPageAccount, type Settings } from './read-page.ts'
import { readPagePosts } from './read-posts.ts'
import { isStream, readStream } from './read-uploads.ts'

export const readAccount = (request: AccountRequest<Settings>): Promise<Account<undefined>> =>
  readPageAccount({ ...request, handle: OWN })

export const readPosts = (request: PostsRequest<Settings>): Promise<Posts> =>
  isStream(request.variant) ? readStream(request) : readPagePosts({ ...request, handle: OWN })
