// The calls of the API in use, one unit each; searches have a bucket of their own. https://developers.google.com/youtube/v3/determine_quota_cost

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { requireList } from '../../upstream/contract/require-list.ts'

export const API = 'https://youtube.googleapis.com'

/** The maximum number of items in a call; fewer cost the same. */
export const FULL = 50

/** YouTube's own channel, which every valid key can read. */
export const PROBE: Call = {
  url: `${API}/youtube/v3/channels`,
  query: { part: 'id', id: 'UCBR8-60-B28hp2BmDPdntcQ' },
}

/** An empty list may lack `items`, but still has its `kind`. */
const LIST = /^youtube#\w{1,40}ListResponse$/

/** Throws Refused (`broken`) when the body is no list. */
export const itemsOf = (response: Response): readonly JsonObject[] => {
  const { kind, items } = jsonObject(response.json())
  const isEmpty = (items === undefined || items === null) && LIST.test(String(kind))
  return (isEmpty ? [] : requireList(items)).map(jsonObject)
}

export type ChannelFilter = { readonly id: string } | { readonly forHandle: string } | { readonly forUsername: string }

/** A channel; an unknown one is an empty list. */
export const requestChannels = (send: Send, filter: ChannelFilter): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/channels`,
    query: { part: 'snippet,statistics,contentDetails,brandingSettings,status', ...filter },
  })

/** What the owner says of a playlist; an unknown one is an empty list. */
export const requestPlaylists = (send: Send, id: string): Promise<Response> =>
  send({ url: `${API}/youtube/v3/playlists`, query: { part: 'snippet,contentDetails,status', id } })

/** A page of a playlist. */
export const requestPlaylist = (send: Send, playlistId: string, pageToken: string | undefined): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/playlistItems`,
    query: { part: 'snippet,contentDetails,status', playlistId, maxResults: FULL, pageToken },
    // A full list costs no more than a short one, and serves several pages.
    revalidate: true,
  })

/** The newest videos that match the words. Each page is one of a hundred searches a day, and costs no units. */
export const requestSearch = (send: Send, q: string, pageToken: string | undefined): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/search`,
    query: { part: 'snippet', type: 'video', q, order: 'date', maxResults: FULL, safeSearch: 'moderate', pageToken },
    bucket: 'search',
    cost: { search: 1 },
    // A full list costs no more than a short one, and serves several pages.
    revalidate: true,
  })

/** Videos by their ids. Deleted ones are missing from the list. */
export const requestVideos = (send: Send, ids: readonly string[], about?: 'post'): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/videos`,
    query: {
      part: 'snippet,contentDetails,statistics,status,player,liveStreamingDetails',
      id: ids.join(','),
      // Makes the response contain the size of the player, and so the aspect ratio of the video.
      maxWidth: 1280,
    },
    ...(about && { about }),
  })
