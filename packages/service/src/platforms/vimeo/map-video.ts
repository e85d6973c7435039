// A video of Vimeo's API → the normalized form. Pure. Its files are for its owner: everybody else gets a player.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { idOf, largestImage, mapAuthor, totalOf } from './map-user.ts'

const AVAILABLE = 'available'

/** null for what has no id, and for what is not a film yet, or never became one. */
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
    // Settings move it too; what was never touched has the time of its making.
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
  // `whitelist` lets some sites embed it, and the reader’s may be among them.
  const isClosed = jsonObject(video.privacy).embed === 'private'
  return buildMedia({
    type: 'video',
    previewUrl,
    // What its owner lets nobody embed shows an error in any frame; without a still, that is all there is.
    embedUrl:
      isClosed && previewUrl !== null ? null : player?.startsWith('https:') === true ? player : playerOf(video, id),
    width: pixelsOrNull(video.width),
    height: pixelsOrNull(video.height),
    durationSeconds: seconds,
  })
}

/** A film that is not listed plays with its hash alone, which stands in its address. */
const playerOf = ({ uri, link }: JsonObject, id: string): string => {
  const hash = /:([0-9a-f]{6,16})$/.exec(String(uri))?.[1] ?? /\/\d+\/([0-9a-f]{6,16})$/.exec(String(link))?.[1]
  return `https://player.vimeo.com/video/${id}${hash === undefined ? '' : `?h=${hash}`}`
}

const COVERED: ReadonlySet<unknown> = new Set(['nudity', 'violence', 'drugs', 'language'])

/** null where nobody has rated it. */
const isSensitive = (ratings: unknown): boolean | null => {
  const given = jsonList(ratings)
  if (given.some((rating) => COVERED.has(rating))) return true
  return given.includes('safe') ? false : null
}

/** What is sold shows its page, and a trailer, to everybody. */
const PUBLIC: ReadonlySet<unknown> = new Set(['anybody', 'ptv'])

/** A token of the operator's own account sees what that account keeps to itself. */
export const isShown = (value: unknown, among: 'list' | 'alone'): boolean => {
  const { view } = jsonObject(jsonObject(value).privacy)
  // Whoever has its address may see what is not listed, and what is only hidden from Vimeo's own pages.
  return view === undefined || PUBLIC.has(view) || (among === 'alone' && (view === 'unlisted' || view === 'disable'))
}

/** What is read as text when it is mapped. */
export const textsOf = (value: unknown): readonly string[] => {
  const { description } = jsonObject(value)
  return typeof description === 'string' ? [description] : []
}
