// Reads the stories of an account, which Instagram shows to the account itself only: those of the last 24 hours, on one page.
// https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/stories

import { jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { listOf } from '../../upstream/credentials/given.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { graphUrl, requestFields } from '../meta/graph.ts'
import { authorOf } from './map-account.ts'
import { mapMedia } from './map-media.ts'

type Settings = { readonly INSTAGRAM_USER_ID: string; readonly META_GRAPH_VERSION: string }

const SAFE_FIELDS = 'id,media_type,media_url,permalink,timestamp'
const FIELDS = `${SAFE_FIELDS},caption,thumbnail_url,username`
/** A story ends a day after it was published. Instagram may list it a moment longer. */
const LIFE_MS = 24 * 3_600_000

const NOT_OWN = 'Instagram shows the stories of an account to the account itself only.'

/** Throws Refused: `closed` for an account that is not the operator's. */
export const readStories = async (request: PostsRequest<Settings>): Promise<Posts> => {
  const { send, settings, now, after, limit, account } = request
  const { id, profile } = await account()
  if (!listOf(settings.INSTAGRAM_USER_ID).includes(id)) throw new Refused('closed', { message: NOT_OWN })
  const callFor = (fields: string) => ({ url: graphUrl(settings, `${id}/stories`), query: { fields }, as: id })
  const isShown = (publishedAt: string | null): boolean =>
    publishedAt === null || Date.parse(publishedAt) > now() - LIFE_MS
  return walk({
    ...{ after, limit, anchor: 'post' },
    async read() {
      const { body } = await requestFields(send, callFor, [FIELDS, SAFE_FIELDS])
      const items = requireList(body.data)
        .map(jsonObject)
        .filter(({ timestamp }) => isShown(parseTime(timestamp)))
      return { items, next: undefined }
    },
    map: (media) => mapMedia(media, authorOf(profile)),
    keyOf: ({ id: media }) => String(media),
    timeOf: ({ timestamp }) => parseTime(timestamp),
  })
}
