// Maps the blocks of a post that are not text: images, videos, audio, link cards, polls. Skips blocks of unknown types.
// https://github.com/tumblr/docs/blob/master/npf-spec.md

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPoll, pixelsOrNull } from '../../post/build-post.ts'
import type { LinkCard, Media, Poll } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { playerOf } from './player-of.ts'
import { unwrapUrl } from './unwrap-url.ts'

/** The minimum width of a preview image, in pixels. */
const PREVIEW_WIDTH = 540

type File = {
  readonly url: string
  readonly type: unknown
  readonly width: number | null
  readonly height: number | null
  readonly isCropped: boolean
}

/** A list of sizes, or a single file. */
const filesOf = (value: unknown): readonly File[] =>
  (Array.isArray(value) ? value : [value]).map(jsonObject).flatMap((file): File[] => {
    const url = absoluteUrl(file.url)
    if (url === null) return []
    // Tumblr then reports 540 × 405 instead.
    const isUnknown = file.original_dimensions_missing === true
    return [
      {
        url,
        type: file.type,
        width: isUnknown ? null : pixelsOrNull(file.width),
        height: isUnknown ? null : pixelsOrNull(file.height),
        isCropped: file.cropped === true,
      },
    ]
  })

/** The widest file, preferring uncropped ones. */
const largestAmong = (files: readonly File[]): File | undefined =>
  files.toSorted(
    (one, other) => Number(one.isCropped) - Number(other.isCropped) || (other.width ?? 0) - (one.width ?? 0),
  )[0]

const largestOf = (value: unknown): File | undefined => largestAmong(filesOf(value))

const posterOf = (block: JsonObject): string | null => largestOf(block.poster)?.url ?? null

const mapImage = (block: JsonObject): Media | null => {
  const files = filesOf(block.media)
  const file = largestAmong(files)
  if (file === undefined) return null
  const smaller = files.findLast(
    ({ width, isCropped, url }) => !isCropped && (width ?? 0) >= PREVIEW_WIDTH && url !== file.url,
  )
  const poster = posterOf({ poster: jsonObject(jsonList(block.media)[0]).poster }) ?? posterOf(block)
  return buildMedia({
    type: file.type === 'image/gif' ? 'gif' : 'image',
    url: file.url,
    previewUrl: poster ?? smaller?.url ?? null,
    width: file.width,
    height: file.height,
    alt: plainText(block.alt_text),
  })
}

const httpsOnly = (url: string | null): string | null => (url?.startsWith('https:') === true ? url : null)

const mapVideo = (block: JsonObject): Media | null => {
  const file = largestOf(block.media)
  const frame = jsonObject(block.embed_iframe)
  const embedUrl = httpsOnly(absoluteUrl(block.embed_url) ?? absoluteUrl(frame.url) ?? playerOf(block.embed_html))
  const previewUrl = posterOf(block)
  if (file === undefined && embedUrl === null && previewUrl === null) return null
  const milliseconds = typeof block.duration === 'number' && block.duration > 0 ? block.duration : null
  return buildMedia({
    type: 'video',
    url: file?.url ?? null,
    previewUrl,
    // A video file needs no player.
    embedUrl: file === undefined ? embedUrl : null,
    width: file?.width ?? pixelsOrNull(frame.width),
    height: file?.height ?? pixelsOrNull(frame.height),
    durationSeconds: milliseconds === null ? null : milliseconds / 1_000,
  })
}

const mapAudio = (block: JsonObject): Media | null => {
  const file = largestOf(block.media)
  const embedUrl = httpsOnly(absoluteUrl(block.embed_url) ?? playerOf(block.embed_html))
  const previewUrl = posterOf(block)
  if (file === undefined && embedUrl === null && previewUrl === null) return null
  const named = [block.title, block.artist, block.album].flatMap((part) => plainText(part) ?? [])
  return buildMedia({
    type: 'audio',
    url: file?.url ?? null,
    previewUrl,
    embedUrl: file === undefined ? embedUrl : null,
    alt: named.length === 0 ? null : named.join(' – '),
  })
}

const MEDIA: ReadonlyMap<unknown, (block: JsonObject) => Media | null> = new Map([
  ['image', mapImage],
  ['video', mapVideo],
  ['audio', mapAudio],
])

const PLAYED: ReadonlySet<unknown> = new Set(['video', 'audio'])

/** null for a block that shows nothing, and for other types. */
export const mapMedium = (block: JsonObject): Media | null => MEDIA.get(block.type)?.(block) ?? null

/** The link card of a link, or of a video or audio elsewhere that cannot be played here. `medium` is the block's own medium. */
export const mapCard = (block: JsonObject, medium: Media | null): LinkCard | null => {
  const isCard = block.type === 'link' || (PLAYED.has(block.type) && (medium?.url ?? medium?.embedUrl ?? null) === null)
  const url = isCard ? unwrapUrl(block.url) : null
  if (url === null) return null
  return { url, title: oneLine(block.title), description: plainText(block.description), imageUrl: posterOf(block) }
}

const oneLine = (value: unknown): string | null => plainText(value)?.replace(/\s+/g, ' ') ?? null

const millisecondsOf = (timestamp: unknown): number | null => {
  const time = parseTime(timestamp)
  return time === null ? null : Date.parse(time)
}

/** The API does not return votes. `timestamp` is the raw timestamp of the post; `now` is in milliseconds since the epoch. */
export const mapPoll = (block: JsonObject, timestamp: unknown, now: number): Poll | null => {
  if (block.type !== 'poll') return null
  const postedAt = millisecondsOf(timestamp)
  const settings = jsonObject(block.settings)
  const seconds = settings.expire_after
  const isTimed = settings.close_status === 'closed-after' && typeof seconds === 'number' && seconds > 0
  const ends = isTimed && postedAt !== null ? new Date(postedAt + seconds * 1_000) : null
  const endsAt = ends === null || Number.isNaN(ends.getTime()) || ends.getUTCFullYear() > 9999 ? null : ends
  return buildPoll({
    options: jsonList(block.answers).flatMap((answer) => {
      const text = plainText(jsonObject(answer).answer_text)
      return text === null ? [] : [{ text, votes: null }]
    }),
    multiple: typeof settings.multiple_choice === 'boolean' ? settings.multiple_choice : null,
    endsAt: endsAt?.toISOString() ?? null,
    closed: endsAt === null ? null : endsAt.getTime() <= now,
  })
}
