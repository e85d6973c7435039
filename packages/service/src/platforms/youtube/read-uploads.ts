// Reads a channel's uploads through the API: a playlist, whose page tokens are offsets, and the videos of the returned entries. The
// tabs of a channel have undocumented playlists. When one is missing, all uploads are read, and the fields of each video decide
// whether it belongs to the tab.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { stringOrNull } from '../../post/build-post.ts'
import type { Author } from '../../post/post.ts'
import { isRefused, Refused } from '../../upstream/contract/refusal.ts'
import type { Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { type Batch, walk } from '../../upstream/paging/walk.ts'
import { itemsOf, requestPlaylist } from './call-api.ts'
import { isChannelId } from './canonicalize-channel.ts'
import { playlistIdOf } from './canonicalize-playlist.ts'
import { searchIn } from './canonicalize-search.ts'
import { authorOf } from './map-channel.ts'
import { listedVideo, mapEntry, mapVideo, publishedAtOf, type Tab, tabOf } from './map-video.ts'
import { readEntries } from './read-playlist.ts'
import { readSearch } from './read-search.ts'
import { type Listed, withVideos } from './with-videos.ts'

type Upload = Listed & {
  readonly owner: Author
  /** The tab whose playlist contains the upload. */
  readonly tab?: Tab | undefined
}

/** Prefixes of playlists, in place of the `UC` of the channel's id. */
const ALL = 'UU'
const LISTS: Readonly<Record<Tab, string>> = { videos: 'UULF', shorts: 'UUSH', live: 'UULV' }
const TABS: ReadonlyMap<string, Tab> = new Map([
  ['videos', 'videos'],
  ['shorts', 'shorts'],
  ['live', 'live'],
])

/** `list token`: the playlist, and the page in it. */
const POSITION = /^(?<list>UU(?:LF|SH|LV)?) (?<token>\S+)$/

export const readUploads = async (request: PostsRequest<unknown>): Promise<Posts> => {
  const { handle } = request
  const playlist = playlistIdOf(handle)
  if (playlist !== undefined) return readEntries(request, playlist)
  const search = searchIn(handle)
  if (search !== undefined) return readSearch(request, search)
  return readUploadsOf(request)
}

/** `isShown`: of the entries that the API returns. */
export const readUploadsOf = async (
  request: PostsRequest<unknown>,
  isShown: (entry: JsonObject) => boolean = () => true,
): Promise<Posts> => {
  const { send, handle, variant, after, limit } = request
  const tab = TABS.get(variant)

  const readList = async (list: string, token: string | undefined): Promise<Batch<Upload>> => {
    // With the channel's id in the handle, the playlist is requested in parallel with the account.
    const id = isChannelId(handle) ? handle : (await request.account()).id
    const [response, { profile }] = await Promise.all([
      requestPlaylist(send, `${list}${id.slice(2)}`, token),
      request.account(),
    ])
    const owner = authorOf(profile)
    const items = itemsOf(response).flatMap((entry): Upload[] => {
      const video = listedVideo(entry)
      return video === null || !isShown(entry) ? [] : [{ id: video, entry, owner, tab: list === ALL ? undefined : tab }]
    })
    const next = stringOrNull(jsonObject(response.json()).nextPageToken)
    return { items, next: next === null ? undefined : `${list} ${next}` }
  }

  let lacksList = false
  const readAll = async (token: string | undefined): Promise<Batch<Upload>> => {
    const batch = await readList(ALL, token).catch(
      ifAbsent(async () => {
        // A playlist whose first pages were read must exist.
        if (token !== undefined) throw new Refused('broken')
        // A channel without a video has no playlist, but its count of videos may lag behind. Only the channel shows whether it exists.
        lacksList = (await request.account()).profile.counts.posts !== 0
        return { items: [], next: undefined }
      }),
    )
    if (tab === undefined) return batch
    const uploads = await withVideos(send, batch.items)
    return { ...batch, items: uploads.filter(({ video = {} }) => tabOf(video) === tab) }
  }

  const posts = await walk<Upload>({
    after,
    limit,
    anchor: 'count',
    keyOf: ({ id }) => id,
    timeOf: ({ entry }) => publishedAtOf(entry),
    textsOf: ({ entry }) => [stringOrNull(jsonObject(entry.snippet).description) ?? ''],
    async read(at) {
      const { list, token } = positionOf(at)
      if (tab === undefined || list === ALL) return readAll(token)
      return readList(LISTS[tab], token).catch(ifAbsent(() => readAll(undefined)))
    },
    map: ({ entry, video, owner, tab: own }) =>
      video === undefined ? mapEntry(entry, { owner, tab: own }) : mapVideo(video, { owner, tab: own }),
    enrich: (uploads) => withVideos(send, uploads),
  })
  return lacksList ? { ...posts, partial: true } : posts
}

/** Runs a fallback when the API itself says that the playlist does not exist. */
const ifAbsent =
  <Value>(fallback: () => Promise<Value>) =>
  (error: unknown): Promise<Value> => {
    if (!isRefused(error, 'absent') || error.evidence !== 'own') throw error
    return fallback()
  }

const positionOf = (at: string | undefined): { readonly list?: string; readonly token?: string } => {
  if (at === undefined) return {}
  const { groups } = POSITION.exec(at) ?? {}
  if (groups === undefined) throw new Refused('invalid_cursor')
  return groups
}
