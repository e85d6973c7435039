// Reads one post of a Facebook Page by its URL, if the URL contains the numbers that the API needs.

import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { PostRequest, PostResponse } from '../../upstream/contract/source.ts'
import { graphUrl, requestFields } from '../meta/graph.ts'
import { canonicalizePage, isPageNumber } from './canonicalize-page.ts'
import { isPublic, mapPost } from './map-post.ts'
import { type Settings, SINGLE_POST_FIELDS, throwForUnknown } from './read-page.ts'

/** Throws Refused: `closed` when the URL does not contain enough, so that the service tries another way; `hidden` when
 * the post is not public. */
export const readPost = async (request: PostRequest<Settings>): Promise<PostResponse> => {
  const { send, settings, url, match } = request
  const { id = '', number } = match
  const page = number ?? (/^\/[^/]+\/posts\/\d+$/.test(url.pathname) ? canonicalizePage(match.page ?? '') : undefined)
  if (page === undefined || !isPageNumber(id)) throw notFoundByUrl()
  const onError = throwForUnknown(send, settings, 'post')
  const idOf = async (name: string): Promise<string> => {
    const callFor = (fields: string) => ({ url: graphUrl(settings, name), query: { fields }, about: 'post' as const })
    const { body } = await requestFields(send, callFor, ['id'], { onError })
    return stringOrNull(body.id) ?? name
  }
  const owner = isPageNumber(page) ? page : await idOf(page)
  const callFor = (fields: string) => ({
    url: graphUrl(settings, `${owner}_${id}`),
    query: { fields },
    about: 'post' as const,
  })
  const { body, response } = await requestFields(send, callFor, SINGLE_POST_FIELDS, { onError })
  const post = mapPost(body)
  if (post === null) throw isPublic(body) ? new Refused('broken') : new Refused('hidden', { about: 'post' })
  return { post, answer: response }
}

const notFoundByUrl = () =>
  new Refused('closed', {
    as: 'unsupported_post_url',
    message: 'The Graph API cannot find this post by its URL.',
  })
