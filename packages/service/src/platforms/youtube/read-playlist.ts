// Reads a playlist through the API: what its owner says of it, its entries in the owner's order, and their videos.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import type { Account, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byToken } from '../../upstream/paging/batches.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { itemsOf, requestPlaylist, requestPlaylists } from './call-api.ts'
import { describeHtml } from './describe-text.ts'
import { mapOwner } from './map-channel.ts'
import { listedVideo, mapEntry, mapVideo } from './map-video.ts'
import { bestThumbnail } from './thumbnails.ts'
import { playlistUrl } from './video-urls.ts'
import { type Listed, withVideos } from './with-videos.ts'

/** Null when the playlist has no id. */
export const mapPlaylist = (playlist: JsonObject): PlatformProfile | null => {
  const id = stringOrNull(playlist.id)
  if (id === null) return null
  const snippet = jsonObject(playlist.snippet)
  const bio = plainText(snippet.description)
  return buildProfile({
    id: `collection ${id}`,
    handle: `playlist/${id}`,
    displayName: plainText(snippet.title),
    url: playlistUrl(id),
    owner: mapOwner(snippet.channelId, snippet.channelTitle),
    avatarUrl: bestThumbnail(snippet)?.url ?? null,
    bio: { text: bio, html: describeHtml(bio) },
    createdAt: parseTime(snippet.publishedAt),
    counts: { posts: countOrNull(jsonObject(playlist.contentDetails).itemCount) },
  })
}

/** An empty list means that there is no such playlist. Unlisted ones are readable. Throws Refused: `absent`, `hidden`. */
export const readPlaylist = async (send: Send, id: string): Promise<Account<undefined>> => {
  const [playlist = {}] = itemsOf(await requestPlaylists(send, id))
  const profile = mapPlaylist(playlist)
  if (profile === null || profile.id === null) throw new Refused('absent')
  if (jsonObject(playlist.status).privacyStatus === 'private') throw new Refused('hidden')
  return { id: profile.id, handle: profile.handle, profile, keep: undefined }
}

/** An entry's own time is when it was added, which is no order that anybody sees. */
export const readEntries = ({ send, after, limit }: PostsRequest<unknown>, id: string): Promise<Posts> =>
  walkUnsorted<Listed>({
    after,
    limit,
    keyOf: ({ id: video }) => video,
    textsOf: ({ entry }) => [stringOrNull(jsonObject(entry.snippet).description) ?? ''],
    read: byToken(async (token) => {
      const response = await requestPlaylist(send, id, token)
      const items = itemsOf(response).flatMap((entry): Listed[] => {
        const video = listedVideo(entry)
        return video === null ? [] : [{ id: video, entry }]
      })
      return { items, next: stringOrNull(jsonObject(response.json()).nextPageToken) ?? undefined }
    }),
    map: ({ entry, video }) => (video === undefined ? mapEntry(entry) : mapVideo(video)),
    enrich: (entries) => withVideos(send, entries),
  })
