// Maps a video to a post: a video of a list, with a shortened description, or a full video, with tags and files.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import type { ActorKind } from './canonicalize-actor.ts'
import { mapAuthor, readMarkdown, widestOf } from './map-actor.ts'

export type VideoContext = {
  /** The server that sent the response; relative paths are its own. */
  readonly host: string
  /** The kind of the list that contains the video. */
  readonly kind: ActorKind
}

/** Public and unlisted videos. */
const VISIBLE_PRIVACY = new Set<unknown>([undefined, 1, 2])
/** States without anything to play: to transcode, to import, transcoding failed. */
const UNPLAYABLE_STATES = new Set<unknown>([2, 3, 7])
const MAX_FILES = 100
const MAX_TAGS = 100

/** The id of the video on all servers. */
export const keyOf = (video: unknown): string => String(jsonObject(video).uuid)

/** The texts that the mapping parses as markup. */
export const textsOf = (value: unknown): readonly string[] => {
  const { description, truncatedDescription } = jsonObject(value)
  return [description ?? truncatedDescription].filter((text) => typeof text === 'string')
}

/** null when the video has no id, is not public, or is not published yet. */
export const mapVideo = (value: unknown, { host, kind }: VideoContext): PlatformPost | null => {
  const video = jsonObject(value)
  const id = stringOrNull(video.uuid)
  if (id === null || !isShown(video)) return null
  const { text, html, tags, hides } = readMarkdown(video.description ?? video.truncatedDescription, `https://${host}/`)
  return buildPost({
    id,
    url: urlOf(video, host),
    kind: 'video',
    title: plainText(video.name),
    text,
    html,
    language: stringOrNull(jsonObject(video.language).id),
    tags: [...jsonList(video.tags).slice(0, MAX_TAGS), ...tags],
    publishedAt: parseTime(video.publishedAt),
    // People see a channel as the author. In a scan of an account, the author is the account.
    author: mapAuthor(kind === 'accounts' ? video.account : video.channel, host) ?? mapAuthor(video.account, host),
    media: [mapMedium(video, host)],
    metrics: {
      likes: countOrNull(video.likes),
      comments: countOrNull(video.comments),
      views: countOrNull(video.views),
    },
    sensitive: hides || (typeof video.nsfw === 'boolean' ? video.nsfw : null),
  })
}

const isShown = ({ privacy, state, blacklisted }: JsonObject): boolean =>
  VISIBLE_PRIVACY.has(jsonObject(privacy).id ?? undefined) &&
  !UNPLAYABLE_STATES.has(jsonObject(state).id) &&
  blacklisted !== true

/** The URL at the home server, built from the id when an old server reports none. */
const urlOf = (video: JsonObject, host: string): string | null => {
  const home = stringOrNull(jsonObject(video.account).host) ?? host
  const name = stringOrNull(video.shortUUID) ?? stringOrNull(video.uuid)
  return absoluteUrl(video.url) ?? absoluteUrl(`https://${home}/w/${name}`)
}

const mapMedium = (video: JsonObject, host: string): Media => {
  const here = `https://${host}/`
  const file = bestFile(video)
  const { duration } = video
  const embedUrl = absoluteUrl(video.embedPath, here)
  return buildMedia({
    type: 'video',
    url: absoluteUrl(file.fileUrl),
    embedUrl: embedUrl?.startsWith('https:') ? embedUrl : null,
    // Newer servers report the sizes, older ones two paths.
    previewUrl:
      widestOf(video.thumbnails, host) ??
      absoluteUrl(video.previewPath, here) ??
      absoluteUrl(video.thumbnailPath, here),
    width: pixelsOrNull(file.width),
    height: pixelsOrNull(file.height),
    // The duration of a live stream is 0.
    durationSeconds: typeof duration === 'number' && Number.isFinite(duration) && duration > 0 ? duration : null,
  })
}

/** The file with the highest resolution that has both video and audio; empty when there is none. A server may have only HLS
 * files, each of which is a complete file, too. */
const bestFile = (video: JsonObject): JsonObject => {
  const plain = filesOf(video.files)
  const files = plain.length > 0 ? plain : filesOf(jsonObject(jsonList(video.streamingPlaylists)[0]).files)
  return files.reduce((best, file) => (heightOf(file) > heightOf(best) ? file : best), files[0] ?? {})
}

const filesOf = (value: unknown): readonly JsonObject[] =>
  jsonList(value)
    .slice(0, MAX_FILES)
    .map(jsonObject)
    .filter(
      ({ fileUrl, hasAudio, hasVideo }) => absoluteUrl(fileUrl) !== null && hasAudio !== false && hasVideo !== false,
    )

const heightOf = ({ resolution }: JsonObject): number => countOrNull(jsonObject(resolution).id) ?? -1
