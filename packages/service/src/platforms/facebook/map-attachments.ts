// Attachments of a Facebook post: images, videos and albums → media, an external page → a link card, a shared post → a
// reference.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { LinkCard, Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'

const SITE = 'https://www.facebook.com'

export const attachmentsOf = (post: JsonObject): readonly JsonObject[] => listIn(post.attachments)

const listIn = (edge: unknown): readonly JsonObject[] =>
  jsonList(jsonObject(edge).data).slice(0, MAX_MEDIA).map(jsonObject)

/** An album's own image repeats its first item. */
export const mapMedia = (post: JsonObject): Media[] => {
  const seconds = secondsOf(post)
  const media = attachmentsOf(post).flatMap((attachment) => {
    const within = listIn(attachment.subattachments)
    return (within.length > 0 ? within : [attachment]).flatMap((each) => mapMedium(each, seconds) ?? [])
  })
  return uniqueMedia(media).slice(0, MAX_MEDIA)
}

const TYPES: ReadonlyMap<unknown, Media['type']> = new Map([
  ['photo', 'image'],
  ['album', 'image'],
  ['video', 'video'],
])

const mapMedium = (attachment: JsonObject, durationSeconds: number | null): Media | null => {
  const kind = attachment.type === 'animated_image_share' ? 'gif' : TYPES.get(attachment.media_type)
  const { image, source } = jsonObject(attachment.media)
  const { src, width, height } = jsonObject(image)
  const still = absoluteUrl(src)
  const video = kind === 'image' ? null : absoluteUrl(source)
  if (kind === undefined || (still === null && video === null)) return null
  const size = { width: pixelsOrNull(width), height: pixelsOrNull(height) }
  if (kind === 'image') return buildMedia({ type: kind, url: still, ...size })
  const known = { type: kind, previewUrl: still, ...size, durationSeconds }
  if (video === null || isFile(video)) return buildMedia({ ...known, url: video })
  return buildMedia({ ...known, embedUrl: video.startsWith('https:') ? video : null })
}

const FILE = /\.(?:mp4|m4v|mov|webm|gif|m3u8)$/i

/** For a video shared from another site, Facebook returns the URL of the page that plays it. */
const isFile = (url: string): boolean => {
  const { hostname, pathname } = new URL(url)
  return /(?:^|\.)fbcdn\.net$/.test(hostname) || FILE.test(pathname)
}

const LENGTH = /^(?:(?<hours>\d{1,3}):)?(?<minutes>\d{1,2}):(?<seconds>\d{2})$/

/** `01:23`, the length of the post's only video. */
const secondsOf = (post: JsonObject): number | null => {
  const length = jsonList(post.properties)
    .map(jsonObject)
    .find(({ name }) => name === 'Length')
  const { hours = '0', minutes, seconds } = LENGTH.exec(String(length?.text ?? '').trim())?.groups ?? {}
  return minutes === undefined ? null : (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** Attachments that are media and not links. */
const SHOWN: ReadonlySet<unknown> = new Set(['photo', 'album'])

/** The page that the post links to, including the page of a shared video. A URL at Facebook counts only if it is a link
 * and the post is not a share. */
export const mapLink = (post: JsonObject): LinkCard | null => {
  const isShare = stringOrNull(post.parent_id) !== null
  for (const attachment of attachmentsOf(post)) {
    const url = targetOf(attachment)
    if (SHOWN.has(attachment.media_type) || url === null) continue
    if (isOwn(url) && (isShare || attachment.media_type !== 'link')) continue
    const { title, description, media } = attachment
    const imageUrl = absoluteUrl(jsonObject(jsonObject(media).image).src)
    return { url, title: plainText(title), description: plainText(description), imageUrl }
  }
  return null
}

/** Removes Facebook's redirect that counts clicks. */
const targetOf = ({ unshimmed_url, url }: JsonObject): string | null => {
  const target = absoluteUrl(unshimmed_url) ?? absoluteUrl(url, SITE)
  if (target === null) return null
  const { hostname, pathname, searchParams } = new URL(target)
  const isShim = /^lm?\.facebook\.com$/.test(hostname) && pathname === '/l.php'
  return isShim ? absoluteUrl(searchParams.get('u')) : target
}

/** Facebook's text for an attachment without media or link: an event, a place, a deleted post. */
export const wordsOf = (post: JsonObject): string | null =>
  attachmentsOf(post)
    .map(({ title, description }) => plainText(title) ?? plainText(description))
    .find((words) => words !== null) ?? null

export const isOwn = (url: string): boolean => /(?:^|\.)facebook\.com$/.test(new URL(url).hostname)
