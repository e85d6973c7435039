// A PostView → a post, for both versions of the API. In 0.19 the counts are next to the post, in 1.0 within it.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, buildPost, countOrNull, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { LinkCard, Media, PlatformPost } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import { fileNames } from '../../urls/file-names.ts'
import { idOf, mapAuthor, readMarkdown } from './map-actor.ts'

export type PostContext = {
  /** Id of a language → its code. */
  readonly languages: ReadonlyMap<string, string>
  /** Whose list the post is from. Posts are featured in their community, or on their server. */
  readonly listedIn: 'person' | 'community' | 'server' | undefined
}

const MAX_TAGS = 100

/** The post's id: its ActivityPub URL, which is the same on all hosts. */
export const keyOf = (value: unknown): string => String(jsonObject(jsonObject(value).post).ap_id)

export const timeOf = (value: unknown): string | null => {
  const post = jsonObject(jsonObject(value).post)
  return parseTime(post.published ?? post.published_at)
}

/** The markup that mapping parses. */
export const textsOf = (value: unknown): readonly string[] =>
  [jsonObject(jsonObject(value).post).body].filter((text) => typeof text === 'string')

/** Returns null when the post has no URL, or was deleted or removed. */
export const mapPost = (value: unknown, { languages, listedIn }: PostContext): PlatformPost | null => {
  const view = jsonObject(value)
  const post = jsonObject(view.post)
  const url = absoluteUrl(post.ap_id)
  if (url === null || post.deleted === true || post.removed === true) return null
  const counts = { ...post, ...jsonObject(view.counts) }
  const body = readMarkdown(post.body, url)
  const file = mapFile(post, jsonObject(view.image_details ?? post.image_details), url)
  const link = file === null ? mapLink(post, url) : null
  const player = mapPlayer(post, url)
  const own = [file, player].filter((medium) => medium !== null)
  return buildPost({
    id: url,
    url,
    ...(file ? { kind: KINDS[file.type] } : link && { kind: 'link' }),
    // PieFed has its own name for it.
    title: plainText(post.name ?? post.title),
    text: body.text,
    html: body.html,
    language: languages.get(idOf(post.language_id) ?? '') ?? stringOrNull(post.lang),
    tags: [...jsonList(view.tags).slice(0, MAX_TAGS).map(nameOfTag), ...body.tags],
    publishedAt: timeOf(view),
    editedAt: parseTime(post.updated ?? post.updated_at ?? post.edited_at),
    author: mapAuthor(view.creator),
    media: uniqueMedia([...own, ...body.media]).slice(0, MAX_MEDIA),
    link,
    metrics: {
      likes: countOrNull(counts.upvotes),
      comments: countOrNull(counts.comments),
      shares: countOrNull(counts.boosts),
    },
    pinned: isFeatured(post, listedIn),
    sensitive: post.nsfw === true || jsonObject(view.community).nsfw === true || body.hides,
  })
}

const isFeatured = (post: JsonObject, listedIn: PostContext['listedIn']): boolean | null => {
  if (listedIn !== 'community' && listedIn !== 'server') return null
  const [community, server] = [post.featured_community ?? post.sticky, post.featured_local ?? post.instance_sticky]
  return server === true || (listedIn === 'community' && community === true)
}

const nameOfTag = (value: unknown): unknown => {
  const tag = jsonObject(value)
  return stringOrNull(tag.display_name) ?? tag.name
}

const KINDS = { image: 'image', gif: 'image', video: 'video', audio: 'audio' } as const satisfies Record<
  string,
  PlatformPost['kind']
>

const TYPES: readonly (readonly [Media['type'], RegExp, RegExp])[] = [
  ['gif', /^image\/gif\b/i, /\.gif$/i],
  ['image', /^image\//i, /\.(?:jpe?g|png|webp|avif|jxl)$/i],
  ['video', /^video\//i, /\.(?:mp4|webm|m4v|mov)$/i],
  ['audio', /^audio\//i, /\.(?:mp3|m4a|ogg|opus|flac|wav)$/i],
]

/** Paths of images on a Lemmy server and its image store, including proxied images. */
const IMAGE_PATHS = /^\/(?:api\/v\d+\/image(?:_proxy|\/proxy|\/[^/]+)|pictrs\/image(?:\/[^/]+)?)\/?$/

/** By the content type that the server found, or by the file name if it did not look. */
const typeOf = (url: string, contentType: string | null): Media['type'] | undefined => {
  if (contentType !== null) return TYPES.find(([, type]) => type.test(contentType))?.[0]
  for (const name of fileNames(url)) {
    const [type] = TYPES.find(([, , ending]) => ending.test(name)) ?? []
    if (type !== undefined) return type
  }
  return IMAGE_PATHS.test(new URL(url).pathname) ? 'image' : undefined
}

/** The posted URL, if it is a file. */
const mapFile = (post: JsonObject, details: JsonObject, base: string): Media | null => {
  const url = absoluteUrl(post.url, base)
  const type = url === null ? undefined : typeOf(url, stringOrNull(post.url_content_type))
  if (type === undefined) return null
  const previewUrl = absoluteUrl(post.thumbnail_url, base)
  return buildMedia({
    type,
    url,
    previewUrl: previewUrl === url ? null : previewUrl,
    width: pixelsOrNull(details.width),
    height: pixelsOrNull(details.height),
    alt: plainText(post.alt_text),
  })
}

/** The video of the posted page: a file or an embedded player. */
const mapPlayer = (post: JsonObject, base: string): Media | null => {
  const url = absoluteUrl(post.embed_video_url, base)
  if (url === null) return null
  const size = { width: pixelsOrNull(post.embed_video_width), height: pixelsOrNull(post.embed_video_height) }
  const known = { type: 'video' as const, previewUrl: absoluteUrl(post.thumbnail_url, base), ...size }
  if (typeOf(url, null) === 'video') return buildMedia({ ...known, url })
  return url.startsWith('https:') ? buildMedia({ ...known, embedUrl: url }) : null
}

const mapLink = (post: JsonObject, base: string): LinkCard | null => {
  const url = absoluteUrl(post.url, base)
  return url === null
    ? null
    : {
        url,
        title: plainText(post.embed_title),
        description: plainText(post.embed_description),
        imageUrl: absoluteUrl(post.thumbnail_url, base),
      }
}
