// Reads commits, issues or pull requests of a repository, or the repositories with a topic.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildSearch } from '../../post/build-named-profile.ts'
import { buildProfile, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { FULL, nextOf, requestApi, requirePage } from './call-api.ts'
import type { Place } from './canonicalize-place.ts'
import { idOf, mapRepositoryProfile, SITE } from './map-account.ts'
import { mapCommit } from './map-commit.ts'
import { mapIssue, mapRepository, textsOf } from './map-writing.ts'

type RestPlace = Exclude<Place, { readonly is: 'discussions' }>
type Part = Exclude<RestPlace, { readonly is: 'topic' }>

/** An empty repository has no commits, and the issues of a repository can be switched off. */
const NOTHING = [409, 410]

/** The path behind the repository, and the page of the list. */
const partOf = (place: Part): { readonly path: string; readonly page: string } => {
  if (place.is === 'commits') {
    const path = place.branch === undefined ? 'commits' : `commits/${place.branch}`
    return { path, page: path }
  }
  if (place.is === 'pulls' || place.labels.length === 0) return { path: place.is, page: place.is }
  const filter = ['is:issue', ...place.labels.map((label) => `label:"${label}"`)].join(' ')
  return { path: `issues/${place.labels.join(',')}`, page: `issues?q=${encodeURIComponent(filter)}` }
}

/** Whether the REST API has it. */
export const isOfRest = (place: Place): place is RestPlace => place.is !== 'discussions'

export const mapPart = (repository: JsonObject, place: Part): PlatformProfile | null => {
  const profile = mapRepositoryProfile(repository)
  if (profile === null) return null
  const { path, page } = partOf(place)
  const handle = `${profile.handle.toLowerCase()}/${path}`
  const id = `section repository ${profile.id} ${path}`
  return buildProfile({
    ...profile,
    ...{ id, handle, displayName: `${profile.displayName ?? profile.handle}/${path}` },
    url: `${profile.url ?? `${SITE}/${profile.handle}`}/${page}`,
  })
}

/** Throws Refused: `absent`, `hidden`, `broken`. */
export const readPlace = async (send: Send, place: RestPlace): Promise<Account<undefined>> => {
  if (place.is === 'topic') {
    const named = { id: `search topics/${place.name}`, handle: `topics/${place.name}` }
    const profile = buildSearch({ ...named, url: `${SITE}/${named.handle}`, query: place.name })
    return { ...named, profile, keep: undefined }
  }
  const path = `/repos/${place.repository}`
  const repository = jsonObject((await requestApi(send, path)).json())
  if (place.is === 'commits' && place.branch !== undefined)
    // Only the list tells that there is no such branch, tag or commit.
    await requestApi(send, `${path}/commits`, { query: { sha: place.branch, per_page: 1 }, answers: NOTHING })
  const profile = mapPart(repository, place)
  if (profile?.id == null) throw new Refused('broken')
  return { id: profile.id, profile, keep: undefined }
}

type Request = Pick<PostsRequest<unknown>, 'send' | 'limit'>

/** New commits shift no page, since every page starts at the newest commit of the first one. */
const readCommits = async (
  { send, limit }: Request,
  { repository, branch }: Extract<Part, { readonly is: 'commits' }>,
  at: string | undefined,
): Promise<Batch<JsonObject>> => {
  const { head, page } = /^(?<head>[0-9a-f]{40,64}) (?<page>\d+)$/.exec(at ?? '')?.groups ?? {}
  if (at !== undefined && head === undefined) throw new Refused('invalid_cursor')
  const query = { sha: head ?? branch, per_page: Math.min(limit, 100), page: requirePage(page) }
  const response = await requestApi(send, `/repos/${repository}/commits`, { query, answers: NOTHING })
  if (NOTHING.includes(response.status)) return { items: [], next: undefined }
  const items = requireList(response.json()).map(jsonObject)
  const [start, next] = [head ?? stringOrNull(items[0]?.sha), nextOf(response)]
  return { items, next: next === undefined || start === null ? undefined : `${start} ${next}` }
}

const readIssues = async (
  { send, limit }: Request,
  place: Exclude<Part, { readonly is: 'commits' }>,
  at: string | undefined,
): Promise<Batch<JsonObject>> => {
  const labels = place.is === 'issues' && place.labels.length > 0 ? place.labels.join(',') : undefined
  const response = await requestApi(send, `/repos/${place.repository}/${place.is}`, {
    query: {
      ...{ labels, state: 'all', sort: 'created', direction: 'desc' },
      ...{ per_page: Math.min(limit, 100), page: requirePage(at) },
    },
    accept: FULL,
    answers: NOTHING,
  })
  if (NOTHING.includes(response.status)) return { items: [], next: undefined }
  return { items: requireList(response.json()).map(jsonObject), next: nextOf(response) }
}

/** Searches have a limit of their own. GitHub returns the first 1,000 results. */
const readTopic = async (
  { send, limit }: Request,
  name: string,
  at: string | undefined,
): Promise<Batch<JsonObject>> => {
  const query = { q: `topic:${name}`, sort: 'updated', order: 'desc', per_page: Math.min(limit, 100) }
  const response = await requestApi(send, '/search/repositories', {
    query: { ...query, page: requirePage(at) },
    bucket: 'search',
    answers: [422],
  })
  if (response.status === 422) return { items: [], next: undefined }
  return { items: requireList(jsonObject(response.json()).items).map(jsonObject), next: nextOf(response) }
}

const idOrNone = ({ id }: JsonObject): string => idOf(id) ?? ''

/** A part of a repository is one list, whatever the variant. */
export const readPlacePosts = (request: PostsRequest<unknown>, place: RestPlace): Promise<Posts> => {
  const { after, limit } = request
  const common = { after, limit, textsOf, keyOf: idOrNone }
  if (place.is === 'topic') {
    const read = (at: string | undefined) => readTopic(request, place.name, at)
    return walkUnsorted({ ...common, read, map: mapRepository, mostPages: RANKED_PAGES })
  }
  if (place.is === 'commits') {
    const read = (at: string | undefined) => readCommits(request, place, at)
    return walk({ ...common, anchor: 'post', read, keyOf: ({ sha }) => String(sha), map: mapCommit })
  }
  return walk({
    ...common,
    anchor: 'count',
    read: (at) => readIssues(request, place, at),
    // The list of issues has the pull requests, too.
    map: (issue) => (place.is === 'issues' && issue.pull_request !== undefined ? null : mapIssue(issue)),
    timeOf: (issue) => parseTime(issue.created_at),
  })
}
