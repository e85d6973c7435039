// Converts a post of Reddit's public feeds to what the API would return, as far as the feed has the data. Its HTML is for feed
// readers: a table with the thumbnail, the text, the author, a link to the target and one to the post.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { Author, LinkCard, Media, PlatformPost, PlatformProfile } from '../../post/post.ts'
import { placeOf } from './canonicalize-place.ts'
import { isExpunged, isExpungedTitle } from './is-expunged.ts'
import { listOf, rootOf } from './lists.ts'
import { isImage } from './map-media.ts'
import { mapPlace } from './map-place.ts'
import { mapBody, SITE } from './map-submission.ts'

/** The maximum number of entries in a feed. */
const MAX_ENTRIES = '100'

export const feedUrl = (handle: string, variant: string): string => {
  const { path, query } = listOf(handle, variant)
  return `${SITE}${path}.rss?${new URLSearchParams({ ...query, limit: MAX_ENTRIES })}`
}

/** The title and the icon of a feed are about the list and about Reddit, not about the account. */
export const adaptProfile = ({ bio }: PlatformProfile, handle: string): PlatformProfile => {
  const place = placeOf(handle)
  return place === undefined
    ? buildProfile({ handle, url: `${SITE}${rootOf(handle)}/`, bio })
    : mapPlace(undefined, handle, place)
}

/** null for an entry that is neither a submission nor a comment, such as the subreddits of a search. */
export const adaptEntry = (post: PlatformPost): PlatformPost | null => {
  if (isExpunged(post.text) || isExpungedTitle(post.title)) return null
  if (post.id.startsWith('t1_')) return adaptComment(post)
  if (!post.id.startsWith('t3_')) return null
  const { body, target, thumbnail } = readEntry(post.html ?? '')
  const media = target === null ? [] : mapTarget(target, thumbnail)
  const link = target === null || media.length > 0 ? null : mapLink(target, thumbnail, post.url)
  const { hides, ...text } = mapBody(body, undefined)
  return buildPost({ ...basics(post), title: post.title, ...text, media, link, sensitive: hides || null })
}

/** A comment's title in the feed says who wrote it and where. It is not the author's. */
const adaptComment = (post: PlatformPost): PlatformPost =>
  buildPost({ ...basics(post), text: post.text, html: post.html, media: post.media, sensitive: post.sensitive })

const basics = ({ id, url, publishedAt, editedAt, author }: PlatformPost) => ({
  id,
  url,
  publishedAt,
  editedAt: editedAt === publishedAt ? null : editedAt,
  author: mapPerson(author),
})

/** The author's name has the form `/u/name`. */
const mapPerson = (author: Author | null): Author | null => {
  const name = /^\/u\/([\w-]{3,20})$/.exec(author?.displayName ?? '')?.[1]
  return name === undefined ? null : buildAuthor({ handle: `u/${name}`, url: `${SITE}/user/${name}/` })
}

const BEGINS_WITH_THUMBNAIL = '<table>'
const CELL = '</td><td>'
/** Follows the text of the author, whatever that contains. */
const SUBMITTED = ' submitted by '
const TARGET = /<a href="([^"<>]{1,2100})"[^<>]{0,200}>\[link\]<\/a>/
const THUMBNAIL = /<img src="([^"<>]{1,2100})"/
/** Reddit renders a text as one block. */
const TEXT = '<div>'

type Entry = { readonly body: string | undefined; readonly target: string | null; readonly thumbnail: string | null }

const readEntry = (html: string): Entry => {
  // Without a text, the entry begins with this.
  const tailAt = html.startsWith(SUBMITTED.trimStart()) ? 0 : html.lastIndexOf(SUBMITTED)
  const [head, tail] = tailAt === -1 ? [html, ''] : [html.slice(0, tailAt), html.slice(tailAt)]
  const cellAt = head.startsWith(BEGINS_WITH_THUMBNAIL) ? head.indexOf(CELL) : -1
  const authorHtml = head.slice(cellAt === -1 ? 0 : cellAt + CELL.length).trim()
  return {
    body: authorHtml.startsWith(TEXT) ? authorHtml : undefined,
    target: urlIn(TARGET.exec(tail)),
    thumbnail: cellAt === -1 ? null : urlIn(THUMBNAIL.exec(head.slice(0, cellAt))),
  }
}

const urlIn = (match: RegExpExecArray | null): string | null => absoluteUrl(match?.[1]?.replaceAll('&amp;', '&'))

/** The feed has a video's page, but no file. */
const mapTarget = (target: string, thumbnail: string | null): Media[] => {
  const { hostname, pathname } = new URL(target)
  if (isImage(target))
    return [buildMedia({ type: pathname.endsWith('.gif') ? 'gif' : 'image', url: target, previewUrl: thumbnail })]
  return hostname === 'v.redd.it' && thumbnail !== null ? [buildMedia({ type: 'video', previewUrl: thumbnail })] : []
}

const mapLink = (url: string, imageUrl: string | null, ownUrl: string | null): LinkCard | null => {
  const isOwn = url === ownUrl || url.startsWith(`${SITE}/gallery/`)
  return isOwn ? null : { url, title: null, description: null, imageUrl }
}
