// Maps a WordPress post to the normalized form. Pure. Of a protected post, only the title is public; the rest stays hidden.

import { mapArticle } from '../../feeds/article.ts'
import { readLine, readText } from '../../feeds/feed-text.ts'
import { jsonList, jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { shape } from '../../parsing/shape.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import { cutText } from '../../post/cut-text.ts'
import type { Author, Media, PlatformPost } from '../../post/post.ts'
import {
  Attachment,
  Details,
  embedded,
  entriesOf,
  MAX_ELEMENTS,
  readAs,
  readList,
  rendered,
  sizeOf,
  Term,
  User,
  type WordPressPost,
} from './wordpress-objects.ts'

const Protected = shape<{ readonly protected: true }>({ protected: (value) => value === true })

/** `base` is the site's URL. It resolves relative URLs of a post without a link. */
export const mapPost = (post: WordPressPost, base: string): PlatformPost => {
  const url = absoluteUrl(post.link, base)
  const hidden = isProtected(post)
  const featured = hidden ? undefined : featuredOf(post, url ?? base)
  const publishedAt = timeOf(post.date_gmt)
  const modifiedAt = timeOf(post.modified_gmt)
  const article = mapArticle({
    title: readLine(asHtml(rendered(post.title))),
    content: hidden ? undefined : asHtml(rendered(post.content)),
    summary: hidden ? null : readText(asHtml(rendered(post.excerpt))),
    base: url ?? base,
    tags: hidden ? [] : tagsOf(post),
    files: featured ? [featured] : [],
    isTitleStored: true,
  })
  return buildPost({
    id: String(post.id),
    url,
    ...article,
    // A protected post has only a title.
    kind: article.kind ?? (article.title === null ? undefined : 'article'),
    publishedAt,
    // Every post has a modification date; the post was edited when that is after the publication.
    editedAt: modifiedAt !== null && publishedAt !== null && modifiedAt > publishedAt ? modifiedAt : null,
    author: authorOf(post, url ?? base),
    pinned: typeof post.sticky === 'boolean' ? post.sticky : null,
    sensitive: article.sensitive || hidden,
  })
}

export const isProtected = ({ content }: WordPressPost): boolean => readAs(Protected, content) !== undefined

const asHtml = (html: string | undefined) => (html === undefined || html.trim() === '' ? undefined : { html })

/** Drafts and faulty imports have dates of zeros. Local times are unusable without the site's time zone. */
const timeOf = (gmt: unknown): string | null =>
  typeof gmt === 'string' && !gmt.startsWith('0000') ? parseTime(gmt) : null

const authorOf = (post: WordPressPost, base: string): Author | null => {
  const user = embedded(post, 'author', User)
  if (user) return mapAuthor(user, base)
  return typeof post.author === 'number' && post.author > 0 ? buildAuthor({ id: String(post.author) }) : null
}

/** Characters of a name that are read, since each post has one. */
const MAX_NAME = 1_000

export const mapAuthor = (user: User, base?: string): Author =>
  buildAuthor({
    id: String(user.id),
    handle: stringOrNull(user.slug),
    displayName: typeof user.name === 'string' ? readLine({ html: cutText(user.name, MAX_NAME) }) : null,
    url: absoluteUrl(user.link, base),
    avatarUrl: largestAvatar(user.avatar_urls, base),
  })

/** The largest avatar; keys are sizes in pixels, values are URLs. */
const largestAvatar = (avatars: unknown, base: string | undefined): string | null => {
  for (const [, value] of entriesOf(avatars).toSorted(([one], [other]) => Number(other) - Number(one))) {
    const url = absoluteUrl(value, base)
    if (url !== null) return url
  }
  return null
}

/** A post has a list of terms for each taxonomy. WordPress puts a post without a category into `uncategorized`. */
const tagsOf = (post: WordPressPost): string[] =>
  jsonList(jsonObject(post._embedded)['wp:term'])
    .slice(0, MAX_ELEMENTS)
    .flatMap((terms) => readList(Term, terms))
    .filter(({ taxonomy, slug }) => TAXONOMIES.has(taxonomy) && slug !== 'uncategorized')
    .flatMap(({ name }) => readLine({ html: cutText(name, MAX_NAME) }) ?? [])

const TAXONOMIES = new Set<unknown>(['category', 'post_tag'])

const featuredOf = (post: WordPressPost, base: string): Media | undefined => {
  const jetpack = absoluteUrl(post.jetpack_featured_media_url, base)
  return (
    mapAttachment(embedded(post, 'wp:featuredmedia', Attachment), base) ??
    (jetpack === null ? undefined : buildMedia({ type: 'image', url: jetpack }))
  )
}

const TYPES: Readonly<Record<string, Media['type']>> = { image: 'image', video: 'video', audio: 'audio' }
const PREVIEWS = ['large', 'medium_large', 'medium', 'thumbnail']

const mapAttachment = (attachment: Attachment | undefined, base: string): Media | undefined => {
  const mime = typeof attachment?.mime_type === 'string' ? attachment.mime_type : ''
  const type = mime === 'image/gif' ? 'gif' : lookUp(TYPES, mime.split('/', 1)[0] ?? '')
  if (attachment === undefined || type === undefined) return undefined
  const details = readAs(Details, attachment.media_details)
  const orientation = Number(jsonObject(details?.image_meta).orientation)
  // WordPress rotates uploads and then writes orientation 1. When it could not, browsers rotate the file, and the listed width and
  // height are swapped.
  const [width, height] = orientation >= 5 ? [details?.height, details?.width] : [details?.width, details?.height]
  return buildMedia({
    type,
    url: absoluteUrl(attachment.source_url, base),
    previewUrl: orientation > 1 ? null : absoluteUrl(sizeOf(details, PREVIEWS)?.source_url, base),
    width: pixelsOrNull(width),
    height: pixelsOrNull(height),
    durationSeconds: typeof details?.length === 'number' && details.length > 0 ? details.length : null,
    alt: stringOrNull(attachment.alt_text),
  })
}
