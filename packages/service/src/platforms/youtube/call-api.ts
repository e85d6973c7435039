// The three calls of the API that are made, one unit each. https://developers.google.com/youtube/v3/determine_quota_cost

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { requireList } from '../../upstream/contract/require-list.ts'

export const API = 'https://youtube.googleapis.com'

/** The most that a call takes or gives; fewer cost the same. */
export const FULL = 50

/** YouTube's own channel, which is there for every key that works. */
export const PROBE: Call = {
  url: `${API}/youtube/v3/channels`,
  query: { part: 'id', id: 'UCBR8-60-B28hp2BmDPdntcQ' },
}

/** A list without anything in it may leave `items` out, and says all the same what it is. */
const LIST = /^youtube#\w{1,40}ListResponse$/

/** Throws Refused (`broken`) where the answer is no list. */
export const itemsOf = (response: Response): readonly JsonObject[] => {
  const { kind, items } = jsonObject(response.json())
  const isEmpty = (items === undefined || items === null) && LIST.test(String(kind))
  return (isEmpty ? [] : requireList(items)).map(jsonObject)
}

export type ChannelFilter = { readonly id: string } | { readonly forHandle: string } | { readonly forUsername: string }

/** A channel, or nothing in a good answer. */
export const requestChannels = (send: Send, filter: ChannelFilter): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/channels`,
    query: { part: 'snippet,statistics,contentDetails,brandingSettings,status', ...filter },
  })

/** A page of a list. */
export const requestPlaylist = (send: Send, playlistId: string, pageToken: string | undefined): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/playlistItems`,
    query: { part: 'snippet,contentDetails,status', playlistId, maxResults: FULL, pageToken },
    // A full list costs what a short one does, and the pages that it holds cost no call of their own.
    revalidate: true,
  })

/** Videos by their ids; those that are gone are missing. */
export const requestVideos = (send: Send, ids: readonly string[], about?: 'post'): Promise<Response> =>
  send({
    url: `${API}/youtube/v3/videos`,
    query: {
      part: 'snippet,contentDetails,statistics,status,player,liveStreamingDetails',
      id: ids.join(','),
      // Makes the answer tell the shape of the film.
      maxWidth: 1280,
    },
    ...(about && { about }),
  })
