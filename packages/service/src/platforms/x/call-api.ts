// Calls X's API. X bills each post and each account in a response, also those that are only included.
// https://docs.x.com/x-api/getting-started/pricing

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import type { Fields, Response, Send } from '../../upstream/contract/call.ts'
import type { Limits } from '../../upstream/contract/limits.ts'
import { type Meaning, Refused } from '../../upstream/contract/refusal.ts'
import type { Dialect } from './dialects.ts'

export const API = 'https://api.x.com'

/** In half cents: $0.005 and $0.010. */
const PRICES = { post: 1, user: 2 } as const

/** X sells at most 3,000,000 posts a month, at half a cent each. The operator pays, whoever's token reads: tokens of connected
 * accounts have no budget of their own. */
export const LIMITS: Limits = {
  buckets: [{ name: 'half-cents', allows: 3_000_000, per: { seconds: 30 * 86_400 }, of: 'service' }],
  only: { search: ['hashtag', 'search'], list: ['list'], lists: ['list'] },
}

export const costOf =
  (kind: keyof typeof PRICES) =>
  (response: Response): number => {
    const { data, includes } = jsonObject(response.json())
    const { tweets, posts, users } = jsonObject(includes)
    const found = Array.isArray(data) ? data.length : data === undefined || data === null ? 0 : 1
    const included = jsonList(tweets).length + jsonList(posts).length
    return found * PRICES[kind] + included * PRICES.post + jsonList(users).length * PRICES.user
  }

/** Requests an account by its id or its name. */
export const requestUser = (send: Send, by: { readonly id: string } | { readonly name: string }, { user }: Dialect) =>
  send({
    url: 'id' in by ? `${API}/2/users/${by.id}` : `${API}/2/users/by/username/${by.name}`,
    query: user,
    cost: costOf('user'),
    bucket: 'id' in by ? 'users by id' : 'users by name',
  })

/** Throws Refused (`invalid_cursor`) for any 400: the request is valid except for its token, and X may not name what it rejects. */
export const requestTimeline = async (
  send: Send,
  id: string,
  { list }: Dialect,
  page: Fields,
  token: string | undefined,
): Promise<Response> => {
  const response = await send({
    url: `${API}/2/users/${id}/tweets`,
    query: { ...list, ...page, pagination_token: token },
    cost: costOf('post'),
    bucket: 'timelines',
    // A page that was paid for is cached and revalidated.
    revalidate: true,
    ...(token !== undefined && { answers: [400] }),
  })
  if (response.status === 400) throw new Refused('invalid_cursor')
  return response
}

/** A list with its owner. */
export const requestList = (send: Send, id: string): Promise<Response> =>
  send({
    url: `${API}/2/lists/${id}`,
    query: {
      'list.fields': 'created_at,description,follower_count,id,member_count,name,owner_id,private',
      expansions: 'owner_id',
      'user.fields': 'id,name,profile_image_url,username,verified',
    },
    cost: costOf('post'),
    bucket: 'list',
  })

/** A page of posts by several authors. `answers`: statuses that the caller reads. */
export const requestMany = (
  send: Send,
  path: string,
  { post }: Dialect,
  page: Fields,
  bucket: string,
  answers: readonly number[],
): Promise<Response> =>
  send({
    url: `${API}/2/${path}`,
    query: { ...post, ...page },
    cost: costOf('post'),
    bucket,
    revalidate: true,
    answers,
  })

export const requestPost = (send: Send, id: string, { post }: Dialect): Promise<Response> =>
  send({ url: `${API}/2/tweets/${id}`, query: post, cost: costOf('post'), bucket: 'posts', about: 'post' })

/** Problems in a response with status 200, by the last segment of their type, since X changed the host before it. */
const PROBLEMS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['resource-not-found', 'absent'],
  ['resource-unavailable', 'absent'],
  ['not-authorized-for-resource', 'hidden'],
  ['disallowed-resource', 'hidden'],
])

/** The requested object. Other problems in the response are about related objects. Throws Refused when there are only problems. */
export const dataOf = (response: Response, about: 'profile' | 'post'): JsonObject => {
  const whole = jsonObject(response.json())
  if (typeof whole.data === 'object' && whole.data !== null) return whole
  // An empty list.
  if (whole.meta !== undefined) return whole
  const [problem] = jsonList(whole.errors).map(jsonObject)
  const end = String(problem?.type).split('/').at(-1) ?? ''
  const isSuspended = problem?.title === 'Forbidden' && about === 'profile'
  throw new Refused(PROBLEMS.get(end) ?? 'broken', {
    about,
    ...(isSuspended && { message: 'X has suspended the account.' }),
  })
}
