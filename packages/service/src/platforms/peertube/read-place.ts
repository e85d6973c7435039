// Reads a playlist, a server's own videos, or a tag. https://docs.joinpeertube.org/api-rest-reference.html

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildHashtag } from '../../post/build-named-profile.ts'
import { buildProfile, countOrNull, stringOrNull } from '../../post/build-post.ts'
import type { PlatformProfile } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Account, AccountRequest, Posts, PostsRequest } from '../../upstream/contract/source.ts'
import { byOffset } from '../../upstream/paging/batches.ts'
import { walk } from '../../upstream/paging/walk.ts'
import { walkUnsorted } from '../../upstream/paging/walk-unsorted.ts'
import { type Tags, writeTags } from '../../urls/tags.ts'
import { type Place, placeOf } from './canonicalize-place.ts'
import { kindOf } from './kinds.ts'
import { mapAuthor, readMarkdown } from './map-actor.ts'
import { keyOf, mapVideo, textsOf } from './map-video.ts'

/** Repeated parameters, which a call’s query cannot have. */
const tagsQuery = ({ any, all }: Tags): string => {
  // One hashtag to choose from is required as well.
  const isChoice = any.length > 1 || all.length === 0
  return String(
    new URLSearchParams([
      ...any.map((tag) => [isChoice ? 'tagsOneOf' : 'tagsAllOf', tag]),
      ...all.map((tag) => ['tagsAllOf', tag]),
    ]),
  )
}

type PlaceRequest = Pick<AccountRequest<unknown>, 'send' | 'handle'>

const placeIn = (handle: string): Place => {
  const place = placeOf(handle)
  if (place === undefined) throw new Refused('broken')
  return place
}

/** Privacy 3 is private, 2 unlisted. */
const PRIVATE = 3

/** `handle`: with the permanent id of the playlist. */
export const mapPlaylist = (playlist: JsonObject, handle: string, host: string): PlatformProfile => {
  const { text, html } = readMarkdown(playlist.description, `https://${host}/`)
  return buildProfile({
    ...{ handle, id: `collection ${handle}` },
    displayName: plainText(playlist.displayName),
    url: absoluteUrl(playlist.url) ?? `https://${host}/w/p/${String(playlist.uuid)}`,
    owner: mapAuthor(playlist.ownerAccount, host),
    avatarUrl: absoluteUrl(playlist.thumbnailUrl ?? playlist.thumbnailPath, `https://${host}/`),
    bio: { text, html: text === null ? null : html },
    createdAt: parseTime(playlist.createdAt),
    counts: { posts: countOrNull(playlist.videosLength) },
  })
}

/** Throws Refused: `absent`, `hidden`. */
export const readPlace = async ({ send, handle }: PlaceRequest): Promise<Account<undefined>> => {
  const place = placeIn(handle)
  const { host } = place
  const id = `${kindOf(handle)} ${handle}`
  if (place.is === 'tag') {
    const url = `https://${host}/search?${tagsQuery(place.tags)}`
    return { id, profile: buildHashtag({ handle, id, url, tag: writeTags(place.tags) }), keep: undefined }
  }
  if (place.is === 'local') {
    const response = await send({ url: `https://${host}/api/v1/config/about`, revalidate: true })
    return { id, profile: mapServer(response.json(), { handle, id, host }), keep: undefined }
  }
  const playlist = jsonObject((await send({ url: `https://${host}/api/v1/video-playlists/${place.id}` })).json())
  const uuid = stringOrNull(playlist.uuid)
  if (uuid === null) throw new Refused('broken')
  if (jsonObject(playlist.privacy).id === PRIVATE) throw new Refused('hidden')
  const lasting = `${host}/p/${uuid}`
  return {
    id: `collection ${lasting}`,
    handle: lasting,
    profile: mapPlaylist(playlist, lasting, host),
    keep: undefined,
  }
}

type Named = { readonly handle: string; readonly id: string; readonly host: string }

export const mapServer = (value: unknown, { handle, id, host }: Named): PlatformProfile => {
  const { name, shortDescription } = jsonObject(jsonObject(value).instance)
  const { text, html } = readMarkdown(shortDescription, `https://${host}/`)
  return buildProfile({
    ...{ handle, id, url: `https://${host}/videos/local` },
    displayName: plainText(name) ?? host,
    bio: { text, html: text === null ? null : html },
  })
}

type Details = (videos: readonly unknown[]) => Promise<readonly unknown[]>

/** `details`: adds what lists lack; undefined if the operator does not want it. */
export const readPlaceVideos = (
  { send, handle, after, limit }: PostsRequest<unknown>,
  details: ((host: string) => Details) | undefined,
): Promise<Posts> => {
  const place = placeIn(handle)
  const { host } = place
  const enrich = details?.(host)
  const list = async (path: string, query: Readonly<Record<string, string>>, start: number) => {
    const response = await send({ url: `https://${host}/api/v1/${path}`, query: { ...query, start, count: limit } })
    return requireList(jsonObject(response.json()).data)
  }
  const common = {
    ...{ after, limit, textsOf, ...(enrich && { enrich }) },
    map: (video: unknown) => mapVideo(video, { host, kind: 'video-channels' }),
  }
  if (place.is === 'playlist') {
    const read = async (start: number) =>
      // A video that was deleted or is private is null: it still counts.
      (await list(`video-playlists/${place.id}/videos`, {}, start)).map(
        (item, n) => jsonObject(item).video ?? start + n,
      )
    return walkUnsorted({
      ...common,
      keyOf: (video) => (typeof video === 'number' ? `gone ${video}` : keyOf(video)),
      read: byOffset(read, limit),
      ...(enrich && {
        enrich: (videos: readonly unknown[]) => enrich(videos.filter((each) => typeof each !== 'number')),
      }),
    })
  }
  const [path, filter] = place.is === 'tag' ? [`videos?${tagsQuery(place.tags)}`, {}] : ['videos', { isLocal: 'true' }]
  return walk({
    ...common,
    keyOf,
    anchor: 'count',
    read: byOffset((start) => list(path, { ...filter, sort: '-publishedAt', nsfw: 'false' }, start), limit),
    timeOf: (video) => parseTime(jsonObject(video).publishedAt),
  })
}
