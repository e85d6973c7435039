// Reads hashtags, public timelines and trends of a server. https://docs.joinmastodon.org/methods/timelines/

import { jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { PlatformProfile } from '../../post/post.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byLast, byOffset } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { RANKED_PAGES, walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { writeTags } from '../../urls/tags.ts'
import { callServer } from './call-server.ts'
import { type Timeline, timelineOf } from './canonicalize-timeline.ts'
import { kindOf } from './kinds.ts'
import { isPublicStatus, mapStatus } from './map-status.ts'
import { idOf, isOlder, textsOf } from './read-statuses.ts'
import { saysNoRecord } from './refusals.ts'
import { isTurnedOff, readAccess } from './timeline-access.ts'

type OfServer = Exclude<Timeline, { readonly is: 'tagged' }>

const timelineIn = (handle: string): OfServer => {
  const timeline = timelineOf(handle)
  if (timeline === undefined || timeline.is === 'tagged') throw new Refused('broken')
  return timeline
}

const PAGES = { local: 'public/local', public: 'public', trends: 'explore' } as const

/** Only a server has something to say of itself. */
export const readTimelineAccount = async ({ send, handle }: AccountRequest<unknown>): Promise<Account<undefined>> => {
  const timeline = timelineIn(handle)
  const id = `${kindOf(handle)} ${handle}`
  if (timeline.is !== 'tag') {
    const url = `https://${timeline.host}/${PAGES[timeline.is]}`
    const instance = timeline.is === 'trends' ? {} : await readInstance(send, timeline.host)
    return { id, profile: mapServer(instance, { handle, id, url, host: timeline.host }), keep: undefined }
  }
  const url = `https://${timeline.host}/tags/${encodeURIComponent(timeline.tags.any[0])}`
  return { id, profile: buildHashtag({ handle, id, url, tag: writeTags(timeline.tags) }), keep: undefined }
}

const readInstance = async (send: Send, host: string): Promise<unknown> =>
  (await callServer(send, host, '/api/v1/instance', { revalidate: true })).json()

type Named = { readonly handle: string; readonly id: string; readonly url: string; readonly host: string }

/** The `Instance` entity of version 1, which all servers have. */
export const mapServer = (value: unknown, { handle, id, url, host }: Named): PlatformProfile => {
  const instance = jsonObject(value)
  const about = stringOrNull(instance.short_description) ?? stringOrNull(instance.description) ?? ''
  const { text, html } = walkHtml(about, url)
  const { user_count, status_count } = jsonObject(instance.stats)
  return buildProfile({
    ...{ handle, id, url },
    displayName: stringOrNull(instance.title) ?? host,
    bannerUrl: absoluteUrl(instance.thumbnail),
    bio: { text, html: text === null ? null : html },
    counts: { followers: countOrNull(user_count), posts: countOrNull(status_count) },
  })
}

/** Repeated parameters, which a call’s query cannot have. */
const pathOf = (timeline: OfServer, isLocal: boolean): string => {
  if (timeline.is === 'trends') return '/api/v1/trends/statuses'
  if (timeline.is !== 'tag') return `/api/v1/timelines/public${isLocal ? '?local=true' : ''}`
  const [main, ...any] = timeline.tags.any
  const more = new URLSearchParams([
    ...any.map((tag) => ['any[]', tag]),
    ...timeline.tags.all.map((tag) => ['all[]', tag]),
    ...timeline.tags.none.map((tag) => ['none[]', tag]),
    ...(isLocal ? [['local', 'true']] : []),
  ])
  return `/api/v1/timelines/tag/${encodeURIComponent(main)}${more.size === 0 ? '' : `?${more}`}`
}

const NOT_FOUND = 404

export const readTimeline = ({ send, handle, variant, limit, after }: PostsRequest<unknown>): Promise<Posts> => {
  const timeline = timelineIn(handle)
  let isLocal = timeline.is === 'local'
  const request = async (query: Call['query']): Promise<readonly unknown[]> => {
    const response = await callServer(send, timeline.host, pathOf(timeline, isLocal), {
      query: { ...query, limit },
      answers: [NOT_FOUND],
    })
    if (response.status !== NOT_FOUND) return requireList(response.json())
    // Some servers know a hashtag only once somebody used it.
    if (timeline.is === 'tag' && saysNoRecord(jsonObject(response.json()))) return []
    throw new Refused('absent', { evidence: 'status' })
  }
  const read = async (query: Call['query']): Promise<readonly unknown[]> => {
    if (timeline.is === 'trends') return request(query)
    const { is, host } = timeline
    const statuses = await request(query).catch(async (error: unknown) => {
      // Guests may see what the server's own accounts post, and nothing else.
      const isClosed = isRefused(error, 'signed_only') && !isLocal
      if (!isClosed || (await readAccess(send, host, is)).local !== 'public') throw error
      isLocal = true
      return request(query)
    })
    const isFirst = after === undefined && query?.max_id === undefined
    if (statuses.length === 0 && isFirst && isTurnedOff(is, await readAccess(send, host, is)))
      throw new Refused('hidden', { message: 'The server has turned this timeline off.' })
    return statuses
  }
  const common = {
    ...{ after, limit, textsOf },
    keyOf: (status: unknown) => String(idOf(status)),
    map: (status: unknown) => (isPublicStatus(status) ? mapStatus(status, timeline.host) : null),
  }
  if (timeline.is === 'trends')
    return walkUnsorted({ ...common, mostPages: RANKED_PAGES, read: byOffset((offset) => read({ offset }), limit) })
  return walk({
    ...common,
    anchor: 'post',
    // The link to the next page forgets all hashtags but the first.
    read: byLast((last) => read({ max_id: last, ...(variant === 'media' && { only_media: 'true' }) }), idOf),
    timeOf: (status) => parseTime(jsonObject(status).created_at),
    isBehind: (status, at) => isOlder(idOf(status), at),
    ...(variant === 'media' && { wants: ({ media }) => media.length > 0 }),
  })
}
