// A video → a post: as lists have it, with its description cut, or whole, with its tags and files.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import type { ActorKind } from './canonicalize-actor.ts'
import { mapAuthor, readMarkdown, widestOf } from './map-actor.ts'

export type VideoContext = {
  /** The server that answers: paths are its own. */
  readonly host: string
  /** Whose list it is in. */
  readonly kind: ActorKind
}

/** Public, and whoever has the address. */
const SHOWN = new Set<unknown>([undefined, 1, 2])
/** Waiting for its conversion or its import, and failed to be converted: there is nothing to play. */
const NOTHING_YET = new Set<unknown>([2, 3, 7])
const MOST_FILES = 100
const MOST_TAGS = 100

/** The id that a video has on all servers. */
export const keyOf = (video: unknown): string => String(jsonObject(video).uuid)

/** What mapping reads as markup. */
export const textsOf = (value: unknown): readonly string[] => {
  const { description, truncatedDescription } = jsonObject(value)
  return [description ?? truncatedDescription].filter((text) => typeof text === 'string')
}

/** null when the video has no id, is not for everybody, or is not there yet. */
export const mapVideo = (value: unknown, { host, kind }: VideoContext): PlatformPost | null => {
  const video = jsonObject(value)
  const id = stringOrNull(video.uuid)
  if (id === null || !isShown(video)) return null
  const { text, html, tags, hides } = readMarkdown(video.description ?? video.truncatedDescription, `https://${host}/`)
  return buildPost({
    id,
    url: addressOf(video, host),
    kind: 'video',
    title: plainText(video.name),
    text,
    html,
    language: stringOrNull(jsonObject(video.language).id),
    tags: [...jsonList(video.tags).slice(0, MOST_TAGS), ...tags],
    publishedAt: parseTime(video.publishedAt),
    // A channel is what people see; whoever asks for an account means the account.
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
  SHOWN.has(jsonObject(privacy).id ?? undefined) && !NOTHING_YET.has(jsonObject(state).id) && blacklisted !== true

/** At home; old servers tell only how it is called there. */
const addressOf = (video: JsonObject, host: string): string | null => {
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
    // Newer servers tell the sizes, older ones two paths.
    previewUrl:
      widestOf(video.thumbnails, host) ??
      absoluteUrl(video.previewPath, here) ??
      absoluteUrl(video.thumbnailPath, here),
    width: pixelsOrNull(file.width),
    height: pixelsOrNull(file.height),
    // That of a stream is 0.
    durationSeconds: typeof duration === 'number' && Number.isFinite(duration) && duration > 0 ? duration : null,
  })
}

/** The file with the most lines that has picture and sound; an empty one when there is none. Servers may keep only the pieces
 * of a stream, whose files are whole all the same. */
const bestFile = (video: JsonObject): JsonObject => {
  const plain = filesOf(video.files)
  const files = plain.length > 0 ? plain : filesOf(jsonObject(jsonList(video.streamingPlaylists)[0]).files)
  return files.reduce((best, file) => (linesOf(file) > linesOf(best) ? file : best), files[0] ?? {})
}

const filesOf = (value: unknown): readonly JsonObject[] =>
  jsonList(value)
    .slice(0, MOST_FILES)
    .map(jsonObject)
    .filter(
      ({ fileUrl, hasAudio, hasVideo }) => absoluteUrl(fileUrl) !== null && hasAudio !== false && hasVideo !== false,
    )

const linesOf = ({ resolution }: JsonObject): number => countOrNull(jsonObject(resolution).id) ?? -1
