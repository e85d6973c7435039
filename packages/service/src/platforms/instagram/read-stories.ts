// Reads the stories of an account, which Instagram shows to the account itself only: those of the last 24 hours, on one page.
// https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/stories

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import type { Author } from '../../post/post.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { graphUrl, requestFields } from '../meta/graph.ts'
import { authorOf } from './map-account.ts'
import { mapMedia } from './map-media.ts'
import { LOGIN } from './urls.ts'

type Settings = { readonly INSTAGRAM_USER_ID: string; readonly META_GRAPH_VERSION: string }

const SAFE_FIELDS = 'id,media_type,media_url,permalink,timestamp'
const FIELDS = `${SAFE_FIELDS},caption,thumbnail_url,username`
/** A story ends a day after it was published. Instagram may list it a moment longer. */
const LIFE_MS = 24 * 3_600_000

const NOT_OWN = 'Instagram shows the stories of an account to the account itself only.'

/** All stories are on one page. */
const walkStories = (
  { send, now, after, limit, account }: Pick<PostsRequest<unknown>, 'send' | 'now' | 'after' | 'limit' | 'account'>,
  callFor: (fields: string) => Parameters<Send>[0],
): Promise<Posts> => {
  const isShown = (publishedAt: string | null): boolean =>
    publishedAt === null || Date.parse(publishedAt) > now() - LIFE_MS
  return walk<{ readonly media: JsonObject; readonly author: Author }>({
    ...{ after, limit, anchor: 'post' },
    async read() {
      const [{ body }, { profile }] = await Promise.all([
        requestFields(send, callFor, [FIELDS, SAFE_FIELDS]),
        account(),
      ])
      const author = authorOf(profile)
      const items = requireList(body.data)
        .map(jsonObject)
        .filter(({ timestamp }) => isShown(parseTime(timestamp)))
      return { items: items.map((media) => ({ media, author })), next: undefined }
    },
    map: ({ media, author }) => mapMedia(media, author),
    keyOf: ({ media }) => String(media.id),
    timeOf: ({ media }) => parseTime(media.timestamp),
  })
}

/** Throws Refused: `closed` for an account that is not the operator's. */
export const readStories = async (request: PostsRequest<Settings>): Promise<Posts> => {
  const { settings, account } = request
  const { id } = await account()
  if (!listOf(settings.INSTAGRAM_USER_ID).includes(id)) throw new Refused('closed', { message: NOT_OWN })
  return walkStories(request, (fields) => ({ url: graphUrl(settings, `${id}/stories`), query: { fields }, as: id }))
}

/** Those of an account that its owner connected, with its own token. */
export const readConnectedStories = (request: PostsRequest<Pick<Settings, 'META_GRAPH_VERSION'>>): Promise<Posts> =>
  walkStories(request, (fields) => ({
    url: `${LOGIN}/${request.settings.META_GRAPH_VERSION}/me/stories`,
    query: { fields },
  }))
