// Reads an account and a page of its posts through Business Discovery: a field of the operator's own account. Responses
// have cursors but no URLs of next pages.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byTokenOfFewer, requestFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { graphUrl, OWN, requestFields } from '../meta/graph.ts'
import { authorOf, mapAccount } from './map-account.ts'
import { mapMedia } from './map-media.ts'
import { POSTS_OF_VARIANT } from './posts-of-variant.ts'
import { readStories } from './read-stories.ts'
import { readTagged } from './read-tagged.ts'

type Settings = { readonly INSTAGRAM_USER_ID: string; readonly META_GRAPH_VERSION: string }

/** Instagram refuses or cuts larger pages. */
const MAX_POSTS = 50
/** The cursor becomes part of the field list and must not be able to end it. */
const CURSOR = /^[\w=+/-]{1,800}$/

/** Fields that the reference marks as public. Only these are guaranteed.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user */
const PUBLIC_ACCOUNT = 'id,username,media_count,followers_count,biography,website'
const ACCOUNT = `${PUBLIC_ACCOUNT},name,profile_picture_url,follows_count`
const PUBLIC_MEDIA = [
  ...['id', 'caption', 'media_type', 'media_product_type', 'media_url', 'thumbnail_url', 'permalink', 'timestamp'],
  ...['username', 'alt_text', 'comments_count', 'view_count', 'reposts_count', 'is_shared_to_feed'],
  'children{id,media_type,media_url,thumbnail_url,alt_text,permalink}',
].join(',')
const MEDIA = `${PUBLIC_MEDIA},like_count`

const discover = async (
  { send, settings, handle }: { readonly send: Send; readonly settings: Settings; readonly handle: string },
  fields: readonly [string, ...string[]],
  isBehindCursor = false,
): Promise<JsonObject> => {
  const callFor = (each: string) => ({
    url: graphUrl(settings, OWN),
    query: { fields: `business_discovery.username(${handle}){${each}}` },
  })
  const { body } = await requestFields(send, callFor, fields, { isBehindCursor })
  const found = jsonObject(body.business_discovery)
  if (stringOrNull(found.id) === null) throw new Refused('broken')
  return found
}

/** The account with its newest posts. The same call reads both, so it is made once. */
const discoverFirst = (request: AccountRequest<Settings>, size: number): Promise<JsonObject> =>
  discover(request, [
    `${ACCOUNT},media.limit(${size}){${MEDIA}}`,
    `${PUBLIC_ACCOUNT},media.limit(${size}){${PUBLIC_MEDIA}}`,
  ])

const discoverNext = async (request: AccountRequest<Settings>, cursor: string, size: number): Promise<JsonObject> => {
  if (!CURSOR.test(cursor)) throw new Refused('invalid_cursor')
  const list = `media.after(${cursor}).limit(${size})`
  return discover(request, [`id,${list}{${MEDIA}}`, `id,${list}{${PUBLIC_MEDIA}}`], true)
}

const limitOf = ({ limit }: { readonly limit: number }): number => Math.min(limit, MAX_POSTS)

export const readAccount = async (request: AccountRequest<Settings>): Promise<Account<undefined>> => {
  const found = await requestFewer(limitOf(request), (size) => discoverFirst(request, size))
  const profile = mapAccount(found, request.handle)
  return { id: profile.id ?? request.handle, profile, keep: undefined }
}

type Item = { readonly media: JsonObject; readonly author: Author }

export const readPosts = (request: PostsRequest<Settings>): Promise<Posts> => {
  const { after, limit, variant } = request
  if (variant === 'tagged') return readTagged(request)
  if (variant === 'stories') return readStories(request)
  const isWanted = POSTS_OF_VARIANT.get(variant) ?? (() => true)
  const read = async (cursor: string | undefined, size: number): Promise<Batch<Item>> => {
    const [found, { profile }] = await Promise.all([
      cursor === undefined ? discoverFirst(request, size) : discoverNext(request, cursor, size),
      request.account(),
    ])
    const { data, paging } = jsonObject(found.media)
    const author = authorOf(profile)
    const all = jsonList(data).map(jsonObject)
    // An empty page has no next page; a short one may have.
    const next = all.length === 0 ? null : stringOrNull(jsonObject(jsonObject(paging).cursors).after)
    return { items: all.filter(isWanted).map((media) => ({ media, author })), next: next ?? undefined }
  }
  return walk<Item>({
    after,
    limit,
    anchor: 'post',
    read: byTokenOfFewer(limitOf(request), read),
    map: ({ media, author }) => mapMedia(media, author),
    keyOf: ({ media }) => String(media.id),
    timeOf: ({ media }) => parseTime(media.timestamp),
  })
}
