// Reads a user, a category, a tag or all topics of a forum, a page of topics with their first posts, and one topic.

import { ApiError } from '../../errors.ts'
import { hostName } from '../../parsing/host-name.ts'
import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type {
  Account,
  AccountRequest,
  PostRequest,
  PostResponse,
  Posts,
  PostsRequest,
} from '../../upstream/contract/source.ts'
import type { Batch } from '../../upstream/paging/walk.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { requestUnknownHost } from '../../urls/request-unknown-host.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { keyOf, mapTopic, type Topic, textsOf, timeOf, topicsIn } from './map-topic.ts'
import { mapCategory, mapForum, mapUser } from './map-user.ts'
import type { DiscourseSettings } from './settings.ts'

const PAGE = /^\d{1,6}$/
/** First posts that are requested at the same time. */
const CONCURRENCY = 4
/** Values of the setting that switch texts off. */
const NO = /^(?:no|false|off|0)$/i

const placeIn = (handle: string): Place => {
  const place = placeOf(handle)
  if (place === undefined) throw new Refused('broken')
  return place
}

const requestObject = async (send: Send, url: string, name: string): Promise<JsonObject> => {
  const found = jsonObject(jsonObject((await send({ url, revalidate: true })).json())[name])
  if (!Number.isSafeInteger(found.id)) throw new Refused('broken')
  return found
}

/** Throws Refused: `absent`, `hidden`. */
export const readAccount = async ({ send, handle }: AccountRequest<DiscourseSettings>): Promise<Account<undefined>> => {
  const place = placeIn(handle)
  const { host } = place
  const named = { handle, host, id: place.is === 'user' ? handle : `${kindOf(handle)} ${handle}` }
  if (place.is === 'tag') {
    const url = `https://${host}/tag/${encodeURIComponent(place.tag)}`
    return { id: named.id, profile: buildHashtag({ handle, id: named.id, url, tag: place.tag }), keep: undefined }
  }
  if (place.is === 'user') {
    const user = await requestObject(send, `https://${host}/u/${encodeURIComponent(place.name)}.json`, 'user')
    return { id: named.id, profile: mapUser(user, named), keep: undefined }
  }
  if (place.is === 'category') {
    const category = await requestObject(send, `https://${host}/c/${place.id}/show.json`, 'category')
    return { id: named.id, profile: mapCategory(category, named), keep: undefined }
  }
  const info = jsonObject((await send({ url: `https://${host}/site/basic-info.json`, revalidate: true })).json())
  if (typeof info.title !== 'string') throw new Refused('broken')
  return { id: named.id, profile: mapForum(info, named), keep: undefined }
}

const ROOTS: { readonly [Is in Place['is']]: (place: Extract<Place, { readonly is: Is }>) => string } = {
  user: ({ name }) => `topics/created-by/${encodeURIComponent(name)}`,
  category: ({ id }) => `c/${id}/l/`,
  tag: ({ tag }) => `tag/${encodeURIComponent(tag)}/l/`,
  all: () => '',
}

/** Path and query of a list. Only `order=created` has no pinned topics at its top. */
const listOf = (place: Place, variant: string) => {
  const root = ROOTS[place.is](place as never)
  if (place.is === 'user') return { path: root, query: { order: 'created' } }
  if (variant === 'hot') return { path: `${root}hot`, query: {} }
  const [, period] = /^top_(\w+)$/.exec(variant) ?? []
  if (period !== undefined) return { path: `${root}top`, query: { period } }
  return { path: `${root}latest`, query: variant === 'active' ? {} : { order: 'created' } }
}

const readList = async (send: Send, place: Place, variant: string, at: string | undefined): Promise<Batch<Topic>> => {
  if (at !== undefined && !PAGE.test(at)) throw new Refused('invalid_cursor')
  const { path, query } = listOf(place, variant)
  const page = Number(at ?? '0')
  const response = await send({
    url: `https://${place.host}/${path}.json`,
    query: { ...query, page: page === 0 ? undefined : page },
  })
  const body = jsonObject(response.json())
  const list = jsonObject(body.topic_list)
  const topics = requireList(list.topics)
  const isLast = topics.length === 0 || typeof list.more_topics_url !== 'string'
  return { items: topicsIn(body, topics, place.host), next: isLast ? undefined : String(page + 1) }
}

/** A tag that nobody used yet does not exist. */
const noTag = (error: unknown): Batch<Topic> => {
  if (isRefused(error, 'absent') && error.evidence === 'own') return { items: [], next: undefined }
  throw error
}

const withTexts =
  (send: Send, host: string) =>
  async (topics: readonly Topic[]): Promise<readonly Topic[]> => {
    const found: Topic[] = []
    for (let from = 0; from < topics.length; from += CONCURRENCY) {
      const some = topics.slice(from, from + CONCURRENCY).map(async (topic) => {
        const url = `https://${host}/posts/by_number/${Number(topic.topic.id)}/1.json`
        const first = jsonObject((await send({ url, revalidate: true, about: 'post' })).json())
        return { ...topic, first }
      })
      found.push(...(await Promise.all(some)))
    }
    return found
  }

export const readPosts = (request: PostsRequest<DiscourseSettings>): Promise<Posts> => {
  const { send, handle, variant, after, limit, settings } = request
  const place = placeIn(handle)
  const common = {
    ...{ after, limit, keyOf, textsOf },
    map: (topic: Topic) => mapTopic(topic, place.host),
    read: async (at: string | undefined) => {
      const list = readList(send, place, variant, at)
      return place.is === 'tag' ? list.catch(noTag) : list
    },
    ...(!NO.test(settings.DISCOURSE_TEXTS) && { enrich: withTexts(send, place.host) }),
  }
  return variant === 'posts'
    ? walk({ ...common, timeOf, anchor: 'count' })
    : walkUnsorted({ ...common, mostPages: RANKED_PAGES })
}

/** Throws Refused: `absent`, `hidden`; throws `unsupported_post_url` when the host runs other software. */
export const readPost = async ({ send, match }: PostRequest<DiscourseSettings>): Promise<PostResponse> => {
  const host = hostName(match.host ?? '')
  if (host === undefined) throw new ApiError('unsupported_post_url')
  const isTopic = ({ post_stream: stream, title }: JsonObject) =>
    typeof stream === 'object' && typeof title === 'string'
  const response = await requestUnknownHost(send, { url: `https://${host}/t/${match.id}.json` }, isTopic)
  const topic = jsonObject(response.json())
  const [first] = jsonList(jsonObject(topic.post_stream).posts)
  const post = mapTopic({ topic, author: null, first: jsonObject(first) }, host)
  if (post === null) throw new Refused('hidden', { about: 'post' })
  return { post, answer: response }
}
