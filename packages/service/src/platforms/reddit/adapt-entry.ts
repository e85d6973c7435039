// A post of Reddit's public feeds → what the API would tell, as far as a feed does. Its HTML is made for feed readers: a
// thumbnail in a table, the text, who submitted it, a link to the target and one to the post itself.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { Author, LinkCard, Media, PlatformPost, Profile } from '../../post/post.ts'
import { isExpunged, isExpungedTitle } from './is-expunged.ts'
import { listOf, rootOf } from './lists.ts'
import { isImage } from './map-media.ts'
import { mapBody, SITE } from './map-submission.ts'

/** Entries that one feed may hold. */
const MOST_ENTRIES = '100'

export const feedAddress = (handle: string, variant: string): string => {
  const { path, query } = listOf(handle, variant)
  return `${SITE}${path}.rss?${new URLSearchParams({ ...query, limit: MOST_ENTRIES })}`
}

/** What the feed says of itself is about the list and its reader; its icon is Reddit's. */
export const adaptProfile = ({ bio }: Profile, handle: string): Profile =>
  buildProfile({ handle, url: `${SITE}${rootOf(handle)}/`, bio })

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

/** Its title says who wrote it below what, and is none. */
const adaptComment = (post: PlatformPost): PlatformPost =>
  buildPost({ ...basics(post), text: post.text, html: post.html, media: post.media, sensitive: post.sensitive })

const basics = ({ id, url, publishedAt, editedAt, author }: PlatformPost) => ({
  id,
  url,
  publishedAt,
  editedAt: editedAt === publishedAt ? null : editedAt,
  author: mapPerson(author),
})

/** `/u/name`, with the address of the user's page. */
const mapPerson = (author: Author | null): Author | null => {
  const name = /^\/u\/([\w-]{3,20})$/.exec(author?.displayName ?? '')?.[1]
  return name === undefined ? null : buildAuthor({ handle: `u/${name}`, url: `${SITE}/user/${name}/` })
}

const BEGINS_WITH_THUMBNAIL = '<table>'
const CELL = '</td><td>'
/** Stands behind what the author wrote, whatever that was. */
const SUBMITTED = ' submitted by '
const TARGET = /<a href="([^"<>]{1,2100})"[^<>]{0,200}>\[link\]<\/a>/
const THUMBNAIL = /<img src="([^"<>]{1,2100})"/
/** What Reddit renders of a text is one block. */
const TEXT = '<div>'

type Entry = { readonly body: string | undefined; readonly target: string | null; readonly thumbnail: string | null }

const readEntry = (html: string): Entry => {
  // It begins the entry where nothing was written.
  const tailAt = html.startsWith(SUBMITTED.trimStart()) ? 0 : html.lastIndexOf(SUBMITTED)
  const [head, tail] = tailAt === -1 ? [html, ''] : [html.slice(0, tailAt), html.slice(tailAt)]
  const cellAt = head.startsWith(BEGINS_WITH_THUMBNAIL) ? head.indexOf(CELL) : -1
  const written = head.slice(cellAt === -1 ? 0 : cellAt + CELL.length).trim()
  return {
    body: written.startsWith(TEXT) ? written : undefined,
    target: addressIn(TARGET.exec(tail)),
    thumbnail: cellAt === -1 ? null : addressIn(THUMBNAIL.exec(head.slice(0, cellAt))),
  }
}

const addressIn = (match: RegExpExecArray | null): string | null => absoluteUrl(match?.[1]?.replaceAll('&amp;', '&'))

/** The feed tells of a film where it lies, and of no file of it. */
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
