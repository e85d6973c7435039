// Reads the posts by others that tag an account, which Instagram shows to the account itself only.
// https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/tags

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildAuthor, stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { byTokenOfFewer } from '../../upstream/paging/request-fewer.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { graphUrl, requestFields } from '../meta/graph.ts'
import { LINKS } from './map-account.ts'
import { mapMedia } from './map-media.ts'

type Settings = { readonly INSTAGRAM_USER_ID: string; readonly META_GRAPH_VERSION: string }

const MAX_POSTS = 50
const SAFE_FIELDS = 'id,caption,media_type,media_url,permalink,timestamp,username'
const FIELDS = `${SAFE_FIELDS},like_count,comments_count,children{id,media_type,media_url,permalink}`

const NOT_OWN = 'Instagram shows the posts that tag an account to the account itself only.'

const authorOf = ({ username }: JsonObject): Author | null => {
  const handle = stringOrNull(username)
  return handle === null ? null : buildAuthor({ handle, url: LINKS.name(handle) })
}

/** Throws Refused: `closed` for an account that is not the operator's. */
export const readTagged = async (request: PostsRequest<Settings>): Promise<Posts> => {
  const { send, settings, after, limit, account } = request
  const { id } = await account()
  if (!listOf(settings.INSTAGRAM_USER_ID).includes(id)) throw new Refused('closed', { message: NOT_OWN })
  const read = async (cursor: string | undefined, size: number): Promise<Batch<JsonObject>> => {
    const callFor = (fields: string) => ({
      url: graphUrl(settings, `${id}/tags`),
      query: { fields, limit: size, after: cursor },
      as: id,
    })
    const { body } = await requestFields(send, callFor, [FIELDS, SAFE_FIELDS], { isBehindCursor: cursor !== undefined })
    const items = requireList(body.data).map(jsonObject)
    // An empty page has no next page; a short one may have.
    const next = items.length === 0 ? null : stringOrNull(jsonObject(jsonObject(body.paging).cursors).after)
    return { items, next: next ?? undefined }
  }
  return walk<JsonObject>({
    ...{ after, limit, anchor: 'post' },
    read: byTokenOfFewer(Math.min(limit, MAX_POSTS), read),
    map: (media) => mapMedia(media, authorOf(media)),
    keyOf: ({ id: media }) => String(media),
    timeOf: ({ timestamp }) => parseTime(timestamp),
  })
}
