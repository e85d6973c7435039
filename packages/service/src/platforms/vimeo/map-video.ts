// Maps a video of Vimeo's API to the normalized form. Pure. Only the owner gets the files; other clients embed the player.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import type { OwnAccount } from '../../upstream/contract/reach.ts'
import { idOf, largestImage, mapAuthor, totalOf } from './map-user.ts'

const AVAILABLE = 'available'

/** null when the video has no id, is still processed, or failed. */
export const mapVideo = (value: unknown): PlatformPost | null => {
  const video = jsonObject(value)
  const id = idOf(video.uri)
  if (id === null || (video.status ?? AVAILABLE) !== AVAILABLE) return null
  const publishedAt = parseTime(video.release_time) ?? parseTime(video.created_time)
  const modifiedAt = parseTime(video.modified_time)
  return buildPost({
    id,
    url: absoluteUrl(video.link),
    kind: 'video',
    title: plainText(video.name),
    text: plainText(video.description),
    language: stringOrNull(video.language),
    tags: jsonList(video.tags).map((tag) => jsonObject(tag).name ?? jsonObject(tag).tag),
    publishedAt,
    // Changes of settings update the modification time, too. An unchanged video has its creation time there.
    editedAt: modifiedAt !== null && publishedAt !== null && modifiedAt > publishedAt ? modifiedAt : null,
    author: mapAuthor(video.user),
    media: [mapMedium(video, id)],
    metrics: {
      likes: totalOf(video, 'likes'),
      comments: totalOf(video, 'comments'),
      views: countOrNull(jsonObject(video.stats).plays),
    },
    sensitive: isSensitive(video.content_rating),
  })
}

const mapMedium = (video: JsonObject, id: string): Media => {
  const player = absoluteUrl(video.player_embed_url)
  const seconds = countOrNull(video.duration)
  const previewUrl = largestImage(video.pictures)
  // `whitelist` allows some sites to embed the video, and the reader's may be one of them.
  const isClosed = jsonObject(video.privacy).embed === 'private'
  return buildMedia({
    type: 'video',
    previewUrl,
    // A video that no site may embed shows an error in a frame. Without a thumbnail, the frame is all there is.
    embedUrl:
      isClosed && previewUrl !== null ? null : player?.startsWith('https:') === true ? player : playerOf(video, id),
    width: pixelsOrNull(video.width),
    height: pixelsOrNull(video.height),
    durationSeconds: seconds,
  })
}

/** An unlisted video plays only with its hash, which its URL contains. */
const playerOf = ({ uri, link }: JsonObject, id: string): string => {
  const hash = /:([0-9a-f]{6,16})$/.exec(String(uri))?.[1] ?? /\/\d+\/([0-9a-f]{6,16})$/.exec(String(link))?.[1]
  return `https://player.vimeo.com/video/${id}${hash === undefined ? '' : `?h=${hash}`}`
}

const SENSITIVE_RATINGS: ReadonlySet<unknown> = new Set(['nudity', 'violence', 'drugs', 'language'])

/** null when the video has no rating. */
const isSensitive = (ratings: unknown): boolean | null => {
  const rated = jsonList(ratings)
  if (rated.some((rating) => SENSITIVE_RATINGS.has(rating))) return true
  return rated.includes('safe') ? false : null
}

/** `ptv` videos are sold; their page and a trailer are public. */
const PUBLIC: ReadonlySet<unknown> = new Set(['anybody', 'ptv'])

/** Whether the video is public. The token may also return private videos of the operator's own account. */
export const isVisible = (value: unknown, among: 'list' | 'alone'): boolean => {
  const { view } = jsonObject(jsonObject(value).privacy)
  // With the URL, any client may read unlisted videos, and videos that are hidden from Vimeo's own pages (`disable`).
  return view === undefined || PUBLIC.has(view) || (among === 'alone' && (view === 'unlisted' || view === 'disable'))
}

/** What the owner lets be shown besides: videos that play for whoever has their URL or password. */
const ON_REQUEST: ReadonlySet<unknown> = new Set(['unlisted', 'disable', 'password'])

/** The same for a connected account, whose token returns all of its videos. `hasHash`: the URL contains the hash of an
 * unlisted video. */
export const isVisibleOf = (value: unknown, { includesPrivate }: OwnAccount, hasHash = false): boolean => {
  const { view } = jsonObject(jsonObject(value).privacy)
  return isVisible(value, 'list') || (includesPrivate && ON_REQUEST.has(view)) || (hasHash && view === 'unlisted')
}

/** The texts that the mapping parses. */
export const textsOf = (value: unknown): readonly string[] => {
  const { description } = jsonObject(value)
  return typeof description === 'string' ? [description] : []
}
