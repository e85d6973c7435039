// Fetches the page of a post, and reads from its status and its redirects whether the post exists.

import { ApiError } from '../errors.ts'
import type { FetchPage, Page, StatusCodes } from './fetch-page.ts'
import type { ValidationContext } from './validation-result.ts'

const CODES: StatusCodes = { 401: 'profile_private', 404: 'post_not_found', 410: 'post_not_found' }

/** WordPress serves posts at the front page's path, too (`/?p=12`). */
const isFront = ({ pathname, searchParams }: URL): boolean => pathname === '/' && !searchParams.has('p')

/** Throws `post_not_found`, `profile_private`, `link_*`, `rate_limited`. */
export const fetchPostPage = async (fetchPage: FetchPage, url: URL, context: ValidationContext): Promise<Page> => {
  const page = await fetchPage(url, context, CODES)
  // Many sites redirect to the front page when a page is gone.
  if (url.pathname !== '/' && isFront(new URL(page.result.url))) throw new ApiError('post_not_found')
  return page
}
