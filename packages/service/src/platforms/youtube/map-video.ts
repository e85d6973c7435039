// Videos, and the entries of a list that stand for them until they are read → posts.

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

/** What a tab of a channel's page shows. */
export type Tab = 'videos' | 'shorts' | 'live'

export type VideoContext = {
  /** The channel, where it is read anyway: a video names only its id and title. */
  readonly owner?: Author
  /** The tab that the video was found in, where that is known. */
  readonly tab?: Tab | undefined
}

/** https://support.google.com/youtube/answer/15424877 */
const LONGEST_SHORT_SECONDS = 180
/** Of languages: no speech, undetermined. */
const NO_LANGUAGE = new Set(['zxx', 'und'])
/** States of an upload that never became a video, or no longer is one. */
const NO_VIDEO = new Set<unknown>(['deleted', 'failed', 'rejected'])
const NOT_PUBLIC = new Set<unknown>(['private', 'privacyStatusUnspecified'])

/** Also while the upload is not converted yet; streams are `uploaded` before and while they run. */
const isNoVideo = (video: JsonObject): boolean => {
  const { uploadStatus } = jsonObject(video.status)
  if (NO_VIDEO.has(uploadStatus)) return true
  const isStream = Object.keys(jsonObject(video.liveStreamingDetails)).length > 0
  return uploadStatus === 'uploaded' && !isStream && !parseDuration(jsonObject(video.contentDetails).duration)
}

/** The tab that shows a video, as far as the video itself tells. A premiere is shown among the videos once it is over, and
 * cannot be told from a stream. */
export const tabOf = (video: JsonObject): Tab => {
  const { width, height } = playerOf(video)
  if (Object.keys(jsonObject(video.liveStreamingDetails)).length > 0) return 'live'
  const seconds = parseDuration(jsonObject(video.contentDetails).duration)
  const isShort = seconds !== null && seconds <= LONGEST_SHORT_SECONDS
  return isShort && width !== null && height !== null && height >= width ? 'shorts' : 'videos'
}

/** A video; null when it has no id, or is none that is shown. */
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
    ...shownOf(id, snippet, tab),
    author: ownerOf(snippet.channelId, snippet.channelTitle, owner),
    language: languageOf(snippet),
    publishedAt: parseTime(snippet.publishedAt),
    media: [
      mediaOf({
        previewUrl: thumbnail?.url ?? null,
        // What its owner lets nobody embed shows an error in any frame; without a picture, that is all there is.
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

/** The id of the video that an entry of a list stands for; null when that was deleted or is not public: such entries stay in
 * the list, under a title that says so in words. */
export const listedVideo = (entry: JsonObject): string | null => {
  const details = jsonObject(entry.contentDetails)
  const snippet = jsonObject(entry.snippet)
  const id = details.videoId ?? jsonObject(snippet.resourceId).videoId
  const isGone = details.videoPublishedAt === undefined && snippet.videoOwnerChannelId === undefined
  return isVideoId(id) && !isGone && !NOT_PUBLIC.has(jsonObject(entry.status).privacyStatus) ? id : null
}

/** When its video was published: the entry itself has the time when it was put into the list. */
export const publishedAtOf = (entry: JsonObject): string | null =>
  parseTime(jsonObject(entry.contentDetails).videoPublishedAt)

/** What an entry of a list tells of its video; null as `listedVideo`. */
export const mapEntry = (entry: JsonObject, { owner, tab }: VideoContext = {}): PlatformPost | null => {
  const id = listedVideo(entry)
  if (id === null) return null
  const snippet = jsonObject(entry.snippet)
  const thumbnail = bestThumbnail(snippet)
  return buildPost({
    ...shownOf(id, snippet, tab),
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

const shownOf = (id: string, snippet: JsonObject, tab: Tab | undefined) => {
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

/** There is no file: a page plays the video in YouTube's own player. */
const mediaOf = (known: Partial<Media>): Media => buildMedia({ ...known, type: 'video' })

/** The shape of the film itself; pictures of it have one shape for all. */
const playerOf = (video: JsonObject): Pick<Media, 'width' | 'height'> => {
  const { embedWidth, embedHeight } = jsonObject(video.player)
  const [width, height] = [pixelsOrNull(embedWidth), pixelsOrNull(embedHeight)]
  return width === null || height === null ? { width: null, height: null } : { width, height }
}

const ownerOf = (id: unknown, title: unknown, owner: Author | undefined): Author | null =>
  owner !== undefined && (id === undefined || id === owner.id) ? owner : mapOwner(id, title)

/** What is spoken; what is written where nothing is. */
const languageOf = ({ defaultAudioLanguage, defaultLanguage }: JsonObject): string | null =>
  [defaultAudioLanguage, defaultLanguage]
    .map(stringOrNull)
    .find((language) => language !== null && !NO_LANGUAGE.has(language)) ?? null
