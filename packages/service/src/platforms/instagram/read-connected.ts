// Reads an account whose owner connected it, with its own token. The token names the account, so that a new user name
// changes nothing.
// https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
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
import { byTokenOfFewer, requestFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { requestFields } from '../meta/graph.ts'
import { authorOf, mapAccount } from './map-account.ts'
import { mapMedia } from './map-media.ts'
import { POSTS_OF_VARIANT } from './posts-of-variant.ts'
import { LOGIN } from './urls.ts'

type Settings = { readonly META_GRAPH_VERSION: string }

/** The most that Instagram returns at once. */
const MAX_POSTS = 100

const PLAIN_ACCOUNT = 'user_id,username,name,profile_picture_url'
const ACCOUNT = `${PLAIN_ACCOUNT},biography,website,followers_count,follows_count,media_count`
const PLAIN_MEDIA = 'id,caption,media_type,media_product_type,media_url,thumbnail_url,permalink,timestamp,username'
const CHILDREN = 'children{id,media_type,media_url,thumbnail_url,permalink}'
const MEDIA: readonly [string, ...string[]] = [
  `${PLAIN_MEDIA},alt_text,like_count,comments_count,is_shared_to_feed,children{id,media_type,media_url,thumbnail_url,alt_text,permalink}`,
  `${PLAIN_MEDIA},like_count,comments_count,${CHILDREN}`,
  PLAIN_MEDIA,
]

const urlFor = ({ META_GRAPH_VERSION }: Settings, path: string): string => `${LOGIN}/${META_GRAPH_VERSION}/${path}`

type Caller = { readonly send: Send; readonly settings: Settings }

const requestAccount = async ({ send, settings }: Caller) => {
  const callFor = (fields: string) => ({ url: urlFor(settings, 'me'), query: { fields } })
  const { body } = await requestFields(send, callFor, [ACCOUNT, PLAIN_ACCOUNT])
  const [id, name] = [stringOrNull(body.user_id) ?? stringOrNull(body.id), stringOrNull(body.username)]
  if (id === null || name === null) throw new Refused('broken')
  return { id, profile: mapAccount({ ...body, id }, name.toLowerCase()) }
}

export const readAccount = async (request: AccountRequest<Settings>): Promise<Account<undefined>> => ({
  ...(await requestAccount(request)),
  keep: undefined,
})

const mediaCall = (settings: Settings, limit: number, after?: string) => (fields: string) => ({
  url: urlFor(settings, 'me/media'),
  query: { fields, limit, after },
})

type Item = { readonly media: JsonObject; readonly author: Author }

export const readPosts = (request: PostsRequest<Settings>): Promise<Posts> => {
  const { send, settings, after, limit, variant } = request
  const isWanted = POSTS_OF_VARIANT.get(variant) ?? (() => true)
  const read = async (cursor: string | undefined, size: number): Promise<Batch<Item>> => {
    const [{ body }, { profile }] = await Promise.all([
      requestFields(send, mediaCall(settings, size, cursor), MEDIA, { isBehindCursor: cursor !== undefined }),
      request.account(),
    ])
    const author = authorOf(profile)
    const all = requireList(body.data).map(jsonObject)
    // An empty page has no next page; a short one may have.
    const next = all.length === 0 ? null : stringOrNull(jsonObject(jsonObject(body.paging).cursors).after)
    return { items: all.filter(isWanted).map((media) => ({ media, author })), next: next ?? undefined }
  }
  return walk<Item>({
    ...{ after, limit, anchor: 'post' },
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: ({ media, author }) => mapMedia(media, author),
    keyOf: ({ media }) => String(media.id),
    timeOf: ({ media }) => parseTime(media.timestamp),
  })
}

const CODE = /\/(?<code>[\w-]+)\/?$/

/** The API does not find a post by its URL, so it is searched among the newest. Throws Refused (`closed`) when it may
 * be older, or another account's. */
export const readPost = async (request: PostRequest<Settings>): Promise<PostResponse> => {
  const { send, settings, match } = request
  const code = match.code ?? match.reel
  const { body, response } = await requestFewer(MAX_POSTS, (size) =>
    requestFields(send, mediaCall(settings, size), MEDIA),
  )
  const found = requireList(body.data)
    .map(jsonObject)
    .find(({ permalink }) => CODE.exec(stringOrNull(permalink) ?? '')?.groups?.code === code)
  if (code === undefined || found === undefined)
    throw new Refused('closed', {
      ...{ as: 'unsupported_post_url', about: 'post' },
      message: 'The post is not among the newest hundred of the connected account.',
    })
  const { profile } = await requestAccount(request)
  const post = mapMedia(found, authorOf(profile))
  if (post === null) throw new Refused('broken')
  return { post, answer: response }
}
