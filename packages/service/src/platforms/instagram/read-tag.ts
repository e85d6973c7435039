// Reads a hashtag: its id, which never changes, and its public posts. Instagram reveals no authors.
// https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login/hashtag-search

import { ApiError } from '../../errors.ts'
import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import type { Batch } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { failBroken, type GraphError, graphErrorOf, graphUrl, OWN, requestFields } from '../meta/graph.ts'
import { tagIn } from './canonicalize-tag.ts'
import { SITE } from './map-account.ts'
import { mapMedia } from './map-media.ts'

type Settings = { readonly META_GRAPH_VERSION: string }

export type TagKeep = {
  /** The id of the hashtag; null when nobody has used it. */
  readonly id: string | null
}

const MAX_POSTS = 50
/** No other fields: authors may not be requested, and Instagram refuses the fields of reels here. */
const SAFE_FIELDS = 'id,caption,media_type,media_url,permalink,timestamp'
const FIELDS = `${SAFE_FIELDS},like_count,comments_count,children{id,media_type,media_url,permalink}`

const EDGES: ReadonlyMap<string, string> = new Map([
  ['posts', 'recent_media'],
  ['top', 'top_media'],
])

const UNKNOWN_TAG = 24
const TOO_MANY_TAGS = 18
const TOO_MANY =
  'Instagram says that this account has used 30 different hashtags in 7 days. Hashtags that it has used go on.'
/** Instagram does not say when. The service counts as well, and knows; this is about the use by other programs. */
const AGAIN_SECONDS = 3_600

const onError = (error: GraphError): never => {
  if (error.code === TOO_MANY_TAGS)
    throw new ApiError('platform_rate_limited', { message: TOO_MANY, retryAfterSeconds: AGAIN_SECONDS })
  return failBroken(error)
}

type TagRequest = { readonly send: Send; readonly settings: Settings }

/** The id of a hashtag; null when there is none. Requesting it is what counts. */
const findTag = async ({ send, settings }: TagRequest, tag: string): Promise<string | null> => {
  const response = await send({
    url: graphUrl(settings, 'ig_hashtag_search'),
    query: { user_id: OWN, q: tag, fields: 'id' },
    distinct: tag,
    answers: [400, 404],
  })
  const error = graphErrorOf(response)
  if (error?.code === UNKNOWN_TAG) return null
  if (error !== undefined) return onError(error)
  const [found] = requireList(jsonObject(response.json()).data)
  return stringOrNull(jsonObject(found).id)
}

export const readTagAccount = async (request: AccountRequest<Settings>): Promise<Account<TagKeep>> => {
  const { handle } = request
  const tag = tagIn(handle) ?? ''
  const named = { id: `hashtag ${handle}`, handle }
  const url = `${SITE}/explore/tags/${encodeURIComponent(tag)}/`
  const profile = buildHashtag({ ...named, url, tag })
  return { ...named, profile, keep: { id: await findTag(request, tag) } }
}

export const readTagPosts = async (request: PostsRequest<Settings, TagKeep>): Promise<Posts> => {
  const { send, settings, handle, variant, after, limit, account } = request
  const tag = tagIn(handle) ?? ''
  // Somebody may use it by now.
  const id = (await account()).keep.id ?? (await findTag(request, tag))
  if (id === null) return { posts: [], next: undefined }
  const read = async (cursor: string | undefined, size: number): Promise<Batch<JsonObject>> => {
    const callFor = (fields: string) => ({
      url: graphUrl(settings, `${id}/${EDGES.get(variant) ?? 'recent_media'}`),
      query: { user_id: OWN, fields, limit: size, after: cursor },
      distinct: tag,
    })
    const { body } = await requestFields(send, callFor, [FIELDS, SAFE_FIELDS], {
      isBehindCursor: cursor !== undefined,
      onError,
    })
    const items = requireList(body.data).map(jsonObject)
    // Every page may have the same cursor. Only a page without one is the last.
    return { items, next: stringOrNull(jsonObject(jsonObject(body.paging).cursors).after) ?? undefined }
  }
  return walkUnsorted<JsonObject>({
    ...{ after, limit, mostPages: RANKED_PAGES },
    // The next call may look the same, and equal calls of one page are made once.
    mostReads: 1,
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: (media) => mapMedia(media, null),
    keyOf: (media) => String(media.id),
  })
}
