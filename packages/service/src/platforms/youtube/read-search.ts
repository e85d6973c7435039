// Reads a search or a hashtag through the API: the newest matching videos. YouTube has no index of hashtags and compares
// their text. https://developers.google.com/youtube/v3/docs/search/list

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildHashtag, buildSearch } from '../../post/build-named-profile.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import type { SearchHandle } from '../../urls/search-handles.ts'
import { itemsOf, requestSearch } from './call-api.ts'
import { listedVideo, mapEntry, mapVideo, publishedAtOf } from './map-video.ts'
import { SITE } from './urls.ts'
import { type Listed, withVideos } from './with-videos.ts'

/** YouTube has nothing to say of a search. */
export const searchAccount = (search: SearchHandle): Account<undefined> => {
  if (search.is === 'tag') {
    const handle = `#${search.tag}`
    const url = `${SITE}/hashtag/${encodeURIComponent(search.tag)}`
    const profile = buildHashtag({ id: `hashtag ${handle}`, handle, url, tag: search.tag })
    return { id: `hashtag ${handle}`, handle, profile, keep: undefined }
  }
  const { query } = search
  const named = { id: `search ${query}`, handle: `search/${query}` }
  const url = `${SITE}/results?${new URLSearchParams({ search_query: query })}`
  return { ...named, profile: buildSearch({ ...named, url, query }), keep: undefined }
}

/** A result in the form of a playlist entry. Its description is cut. */
export const entryOf = (result: JsonObject): JsonObject => {
  const snippet = jsonObject(result.snippet)
  return {
    contentDetails: { videoId: jsonObject(result.id).videoId, videoPublishedAt: snippet.publishedAt },
    snippet: { ...snippet, videoOwnerChannelId: snippet.channelId, videoOwnerChannelTitle: snippet.channelTitle },
  }
}

export const readSearch = ({ send, after, limit }: PostsRequest<unknown>, search: SearchHandle): Promise<Posts> =>
  walk<Listed>({
    after,
    limit,
    // Page tokens are offsets.
    anchor: 'count',
    keyOf: ({ id }) => id,
    timeOf: ({ entry }) => publishedAtOf(entry) ?? parseTime(jsonObject(entry.snippet).publishedAt),
    textsOf: ({ entry }) => [stringOrNull(jsonObject(entry.snippet).description) ?? ''],
    read: byToken(async (token) => {
      const response = await requestSearch(send, search.is === 'tag' ? `#${search.tag}` : search.query, token)
      const items = itemsOf(response).flatMap((result): Listed[] => {
        const entry = entryOf(result)
        const video = listedVideo(entry)
        return video === null ? [] : [{ id: video, entry }]
      })
      return { items, next: stringOrNull(jsonObject(response.json()).nextPageToken) ?? undefined }
    }),
    map: ({ entry, video }) => (video === undefined ? mapEntry(entry) : mapVideo(video)),
    enrich: (entries) => withVideos(send, entries),
  })
