// Reads a user or a repository, a page of posts, and one post through the REST API.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { PlatformPost } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { notOwnPost } from '../../upstream/contract/not-own-post.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { FULL, nextOf, requestApi, requirePage } from './call-api.ts'
import { isRepository } from './canonicalize-name.ts'
import { placeOf } from './canonicalize-place.ts'
import { idOf, mapRepositoryProfile, mapUser } from './map-account.ts'
import { mapEvent } from './map-event.ts'
import { mapGist, mapIssue, mapRelease, mapRepository, textsOf } from './map-writing.ts'
import { isOfRest, readPlace, readPlacePosts } from './read-place.ts'

/** A connected user is read by id, since the name may be another user's by now. */
const pathOf = (handle: string, own: OwnAccount | undefined): string => {
  if (own) return `/user/${own.id}`
  return isRepository(handle) ? `/repos/${handle}` : `/users/${handle}`
}

export const readAccount = async ({ send, handle, own }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const place = placeOf(handle)
  if (place !== undefined && isOfRest(place)) return readPlace(send, place)
  const account = jsonObject((await requestApi(send, pathOf(handle, own))).json())
  const profile = isRepository(handle) ? mapRepositoryProfile(account) : mapUser(account)
  if (profile === null) throw new Refused('broken')
  // Users and repositories have separate id sequences.
  return { id: isRepository(handle) ? `repository ${profile.id}` : String(profile.id), profile, keep: undefined }
}

type List = {
  readonly path: (base: string) => string
  readonly query?: Readonly<Record<string, string>>
  readonly accept?: string
  /** The time by which the list is sorted. */
  readonly timeOf: (item: JsonObject) => unknown
  readonly map: (item: JsonObject) => PlatformPost | null
}

const EVENTS: List = {
  path: (base) => `${base}/events`,
  timeOf: (item) => item.created_at,
  map: mapEvent,
}
const RELEASES: List = {
  path: (base) => `${base}/releases`,
  accept: FULL,
  timeOf: (item) => item.published_at,
  map: mapRelease,
}

const OF_REPOSITORY: ReadonlyMap<string, List> = new Map([
  ['posts', RELEASES],
  ['releases', RELEASES],
  ['events', EVENTS],
])
const OF_USER: ReadonlyMap<string, List> = new Map<string, List>([
  [
    'posts',
    {
      path: (base) => `${base}/repos`,
      query: { type: 'owner', sort: 'pushed', direction: 'desc' },
      timeOf: (item) => item.pushed_at,
      map: mapRepository,
    },
  ],
  ['events', { ...EVENTS, path: (base) => `${base}/events/public` }],
  [
    // Only the events of the last weeks list a user's releases in all repositories.
    'releases',
    {
      ...EVENTS,
      path: (base) => `${base}/events/public`,
      map: ({ type, payload }) =>
        type === 'ReleaseEvent' ? mapRelease(jsonObject(jsonObject(payload).release)) : null,
    },
  ],
  ['gists', { path: (base) => `${base}/gists`, timeOf: (item) => item.created_at, map: mapGist }],
])

/** The repositories that the user owns, public or not, as the owner sees them. */
const ALL_OWN: List = {
  path: () => '/user/repos',
  query: { affiliation: 'owner', visibility: 'all', sort: 'pushed', direction: 'desc' },
  timeOf: (item) => item.pushed_at,
  map: mapRepository,
}

const listOf = (handle: string, variant: string, own: OwnAccount | undefined): List | undefined => {
  if (own?.includesPrivate && variant === 'posts') return ALL_OWN
  return (isRepository(handle) ? OF_REPOSITORY : OF_USER).get(variant)
}

export const readPosts = (request: PostsRequest<unknown>): Promise<Posts> => {
  const { send, handle, variant, after, limit, own } = request
  const place = placeOf(handle)
  if (place !== undefined && isOfRest(place)) return readPlacePosts(request, place)
  const list = listOf(handle, variant, own)
  if (list === undefined) throw new Refused('closed', { message: 'A repository has no gists.' })
  return walk<JsonObject>({
    after,
    limit,
    anchor: 'count',
    read: (at) => readBatch(send, list, pathOf(handle, own), at, limit),
    keyOf: (item) => idOf(item.id) ?? '',
    timeOf: (item) => parseTime(list.timeOf(item)),
    textsOf,
    map: list.map,
  })
}

/** GitHub has the last 300 events, and responds to later pages with this status. */
const PAST_THE_END = 422

const readBatch = async (
  send: Send,
  { path, query, accept }: List,
  base: string,
  at: string | undefined,
  limit: number,
): Promise<Batch<JsonObject>> => {
  const response = await requestApi(send, path(base), {
    query: { ...query, per_page: Math.min(limit, 100), page: requirePage(at) },
    answers: [PAST_THE_END],
    ...(accept !== undefined && { accept }),
  })
  if (response.status === PAST_THE_END) return { items: [], next: undefined }
  return { items: requireList(response.json()).map(jsonObject), next: nextOf(response) }
}

/** The API path of a post, and its mapping. Discussions are only in the GraphQL API. */
const singleOf = ({ match }: PostRequest<unknown>): readonly [string, List['map']] | undefined => {
  const { owner, repository, tag, kind, number, id } = match
  if (tag !== undefined) return [`/repos/${owner}/${repository}/releases/tags/${tag}`, mapRelease]
  if (id !== undefined) return [`/gists/${id}`, mapGist]
  // The API also lists pull requests as issues.
  return kind === 'issues' || kind === 'pull' ? [`/repos/${owner}/${repository}/issues/${number}`, mapIssue] : undefined
}

export const readPost = async (request: PostRequest<unknown>): Promise<PostResponse> => {
  const [path, map] = singleOf(request) ?? []
  if (path === undefined || map === undefined)
    throw new Refused('closed', {
      as: 'unsupported_post_url',
      message: 'GitHub’s REST API does not expose discussions.',
    })
  const response = await requestApi(request.send, path, { accept: FULL, about: 'post' })
  const item = jsonObject(response.json())
  if (idOf(item.id) === null) throw new Refused('broken', { about: 'post' })
  if (request.own) await requireOwn(request, item, request.own)
  const post = map(item)
  if (post === null) throw new Refused('absent', { about: 'post' })
  return { post, answer: response }
}

/** Throws Refused: `closed` for what belongs to another user, `hidden` for what the owner does not let be shown. */
const requireOwn = async ({ send, match }: PostRequest<unknown>, item: JsonObject, own: OwnAccount): Promise<void> => {
  const { owner, repository } = match
  // The post of a repository does not name the repository's owner.
  const place =
    repository === undefined
      ? { owner: item.owner, private: item.public === false }
      : jsonObject((await requestApi(send, `/repos/${owner}/${repository}`, { about: 'post' })).json())
  if (idOf(jsonObject(place.owner).id) !== own.id) throw notOwnPost()
  if (place.private === true && !own.includesPrivate) throw new Refused('hidden', { about: 'post' })
}
