// Reads the discussions of a repository. Only the GraphQL API has them, which takes no call without a token.
// https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { placeOf } from './canonicalize-place.ts'
import { mapDiscussion, mapForum } from './map-discussion.ts'
import { API } from './urls.ts'

const AUTHOR = `login url avatarUrl ${['User', 'Organization', 'Bot'].map((type) => `... on ${type} { databaseId }`).join(' ')}`
const DISCUSSION = [
  'id title body bodyHTML url createdAt lastEditedAt upvoteCount',
  `author { ${AUTHOR} } labels(first: 20) { nodes { name } } comments { totalCount }`,
].join(' ')
const QUERY = [
  'query($owner: String!, $name: String!, $first: Int!, $after: String) { repository(owner: $owner, name: $name) {',
  'databaseId name nameWithOwner url description createdAt isPrivate owner { avatarUrl }',
  'discussions(first: $first, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {',
  `totalCount pageInfo { hasNextPage endCursor } nodes { ${DISCUSSION} } } } }`,
].join(' ')

const MAX_POSTS = 100
const CURSOR = /^[\w=+/-]{1,200}$/

type Request = Pick<AccountRequest<unknown>, 'send' | 'handle' | 'limit'>

/** The repository with a page of its discussions. Throws Refused: `hidden` for a private repository that the token may
 * read, `invalid_cursor`, `broken`. */
const requestForum = async ({ send, handle, limit }: Request, after?: string): Promise<JsonObject> => {
  if (after !== undefined && !CURSOR.test(after)) throw new Refused('invalid_cursor')
  const place = placeOf(handle)
  if (place?.is !== 'discussions') throw new Refused('broken')
  const [owner, name] = place.repository.split('/')
  const variables = { owner, name, first: Math.min(limit, MAX_POSTS), after: after ?? null }
  const response = await send({ url: `${API}/graphql`, body: { json: { query: QUERY, variables } }, bucket: 'graphql' })
  const { repository } = jsonObject(jsonObject(response.json()).data)
  const forum = jsonObject(repository)
  if (forum.isPrivate === true) throw new Refused('hidden')
  requireList(jsonObject(forum.discussions).nodes)
  return forum
}

/** With the first page, in the same call. */
export const readForum = async (request: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const profile = mapForum(await requestForum(request))
  if (profile?.id == null) throw new Refused('broken')
  return { id: profile.id, handle: profile.handle, profile, keep: undefined }
}

/** Empty if the repository has switched its discussions off. */
export const readDiscussions = (request: PostsRequest<unknown>): Promise<Posts> => {
  const { after, limit } = request
  const read = async (cursor: string | undefined): Promise<Batch<JsonObject>> => {
    const { nodes, pageInfo } = jsonObject((await requestForum(request, cursor)).discussions)
    const { hasNextPage, endCursor } = jsonObject(pageInfo)
    const next = hasNextPage === true ? stringOrNull(endCursor) : null
    return { items: requireList(nodes).map(jsonObject), next: next ?? undefined }
  }
  return walk<JsonObject>({
    ...{ after, limit, anchor: 'count', map: mapDiscussion },
    read: byToken(read),
    keyOf: ({ id }) => String(id),
    timeOf: ({ createdAt }) => parseTime(createdAt),
    textsOf: ({ bodyHTML }) => (typeof bodyHTML === 'string' ? [bodyHTML] : []),
  })
}
