// Maps videos to posts, and entries of a playlist as long as their videos were not read.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import { hashtagsOf } from '../../post/describe-text.ts'
import type { Author, Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { isVideoId } from './canonicalize-channel.ts'
import { describeHtml } from './describe-text.ts'
import { mapOwner } from './map-channel.ts'
import { parseDuration } from './parse-duration.ts'
import { bestThumbnail } from './thumbnails.ts'
import { embedUrl, shortUrl, watchUrl } from './video-urls.ts'

/** The tabs of a channel's page. */
export type Tab = 'videos' | 'shorts' | 'live'

export type VideoContext = {
  /** The scanned channel. A video itself contains only the channel's id and title. */
  readonly owner?: Author
  /** The tab whose playlist contains the video, when it is known. */
  readonly tab?: Tab | undefined
}

/** https://support.google.com/youtube/answer/15424877 */
const MAX_SHORT_SECONDS = 180
/** Codes that are no languages: no speech, undetermined. */
const NO_LANGUAGE = new Set(['zxx', 'und'])
/** States of an upload that failed or was deleted. */
const NO_VIDEO = new Set<unknown>(['deleted', 'failed', 'rejected'])
const NOT_PUBLIC = new Set<unknown>(['private', 'privacyStatusUnspecified'])

/** Also true before the upload is processed. Streams are `uploaded` until they end. */
const isNoVideo = (video: JsonObject): boolean => {
  const { uploadStatus } = jsonObject(video.status)
  if (NO_VIDEO.has(uploadStatus)) return true
  const isStream = Object.keys(jsonObject(video.liveStreamingDetails)).length > 0
  return uploadStatus === 'uploaded' && !isStream && !parseDuration(jsonObject(video.contentDetails).duration)
}

/** The tab of a video, as far as its fields tell. A premiere looks like a stream, although YouTube shows it among the videos when it
 * is over. */
export const tabOf = (video: JsonObject): Tab => {
  const { width, height } = playerOf(video)
  if (Object.keys(jsonObject(video.liveStreamingDetails)).length > 0) return 'live'
  const seconds = parseDuration(jsonObject(video.contentDetails).duration)
  const isShort = seconds !== null && seconds <= MAX_SHORT_SECONDS
  return isShort && width !== null && height !== null && height >= width ? 'shorts' : 'videos'
}

/** null when the video has no id, or is not visible. */
export const mapVideo = (video: JsonObject, { owner, tab = tabOf(video) }: VideoContext = {}): PlatformPost | null => {
  const { id } = video
  const status = jsonObject(video.status)
  if (!isVideoId(id) || isNoVideo(video) || NOT_PUBLIC.has(status.privacyStatus)) return null
  const snippet = jsonObject(video.snippet)
  const details = jsonObject(video.contentDetails)
  const statistics = jsonObject(video.statistics)
  const thumbnail = bestThumbnail(snippet)
  const player = playerOf(video)
  const size = player.width === null ? (thumbnail ?? player) : player
  return buildPost({
    ...basicsOf(id, snippet, tab),
    author: ownerOf(snippet.channelId, snippet.channelTitle, owner),
    language: languageOf(snippet),
    publishedAt: parseTime(snippet.publishedAt),
    media: [
      mediaOf({
        previewUrl: thumbnail?.url ?? null,
        // A video that no site may embed shows an error in a frame. Without a thumbnail, the frame is all there is.
        embedUrl: status.embeddable === false && thumbnail ? null : embedUrl(id),
        width: size.width,
        height: size.height,
        durationSeconds: parseDuration(details.duration),
      }),
    ],
    metrics: {
      likes: countOrNull(statistics.likeCount),
      comments: countOrNull(statistics.commentCount),
      views: countOrNull(statistics.viewCount),
    },
    sensitive:
      details.contentRating === undefined ? null : jsonObject(details.contentRating).ytRating === 'ytAgeRestricted',
  })
}

/** The id of the video of a playlist entry; null when the video was deleted or is not public. Such entries stay in the playlist, with a
 * title that says so. */
export const listedVideo = (entry: JsonObject): string | null => {
  const details = jsonObject(entry.contentDetails)
  const snippet = jsonObject(entry.snippet)
  const id = details.videoId ?? jsonObject(snippet.resourceId).videoId
  const isGone = details.videoPublishedAt === undefined && snippet.videoOwnerChannelId === undefined
  return isVideoId(id) && !isGone && !NOT_PUBLIC.has(jsonObject(entry.status).privacyStatus) ? id : null
}

/** The publication time of the video. The entry's own time is when it was added to the playlist. */
export const publishedAtOf = (entry: JsonObject): string | null =>
  parseTime(jsonObject(entry.contentDetails).videoPublishedAt)

/** Maps the data in a playlist entry; null in the same cases as `listedVideo`. */
export const mapEntry = (entry: JsonObject, { owner, tab }: VideoContext = {}): PlatformPost | null => {
  const id = listedVideo(entry)
  if (id === null) return null
  const snippet = jsonObject(entry.snippet)
  const thumbnail = bestThumbnail(snippet)
  return buildPost({
    ...basicsOf(id, snippet, tab),
    author: ownerOf(snippet.videoOwnerChannelId, snippet.videoOwnerChannelTitle, owner),
    publishedAt: publishedAtOf(entry),
    media: [
      mediaOf({
        previewUrl: thumbnail?.url ?? null,
        embedUrl: embedUrl(id),
        width: thumbnail?.width ?? null,
        height: thumbnail?.height ?? null,
      }),
    ],
  })
}

const basicsOf = (id: string, snippet: JsonObject, tab: Tab | undefined) => {
  const title = plainText(snippet.title)
  const text = plainText(snippet.description)
  return {
    id,
    url: tab === 'shorts' ? shortUrl(id) : watchUrl(id),
    kind: 'video' as const,
    title,
    text,
    html: describeHtml(text),
    tags: [...jsonList(snippet.tags), ...hashtagsOf(title), ...hashtagsOf(text)],
  }
}

/** The API has no files: YouTube's player plays the video. */
const mediaOf = (known: Partial<Media>): Media => buildMedia({ ...known, type: 'video' })

/** The aspect ratio of the video. Thumbnails always have the same one. */
const playerOf = (video: JsonObject): Pick<Media, 'width' | 'height'> => {
  const { embedWidth, embedHeight } = jsonObject(video.player)
  const [width, height] = [pixelsOrNull(embedWidth), pixelsOrNull(embedHeight)]
  return width === null || height === null ? { width: null, height: null } : { width, height }
}

const ownerOf = (id: unknown, title: unknown, owner: Author | undefined): Author | null =>
  owner !== undefined && (id === undefined || id === owner.id) ? owner : mapOwner(id, title)

/** The spoken language, else the language of the title. */
const languageOf = ({ defaultAudioLanguage, defaultLanguage }: JsonObject): string | null =>
  [defaultAudioLanguage, defaultLanguage]
    .map(stringOrNull)
    .find((language) => language !== null && !NO_LANGUAGE.has(language)) ?? null
