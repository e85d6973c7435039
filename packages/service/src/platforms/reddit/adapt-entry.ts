// An entry of Reddit's public feeds → the post as the API would tell it, as far as a feed does. Its HTML is made for feed
// readers: a thumbnail in a table, the text, who submitted it, a link to the target and one to the post itself.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile } from '../../post/build-post.ts'
import type { Author, LinkCard, Media, PlatformPost, Profile } from '../../post/post.ts'
import type { FeedItem, FeedPerson } from '../feeds/feed.ts'
import { sourceOf } from '../feeds/feed-text.ts'
import { listOf, rootOf } from './lists.ts'
import { isPicture } from './map-media.ts'
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

const BODY = ['<!-- SC_OFF -->', '<!-- SC_ON -->'] as const
const TARGET = /<a href="([^"<>]{1,2000})">\[link\]<\/a>/
const THUMBNAIL = /<img src="([^"<>]{1,2000})"/

/** null for an entry that is neither a submission nor a comment, such as the subreddits of a search. */
export const adaptEntry = (post: PlatformPost, item: FeedItem): PlatformPost | null => {
  const isComment = post.id.startsWith('t1_')
  if (!isComment && !post.id.startsWith('t3_')) return null
  const html = item.content === undefined ? '' : sourceOf(item.content)
  const target = decodeUrl(TARGET.exec(html)?.[1])
  const thumbnail = decodeUrl(THUMBNAIL.exec(textBefore(html, BODY[0]))?.[1])
  const media = isComment || target === null ? [] : mapTarget(target, thumbnail)
  return buildPost({
    id: post.id,
    url: post.url,
    ...(isComment && { kind: 'text' }),
    // A comment's entry is titled by who wrote it below what.
    title: isComment ? null : post.title,
    ...mapBody(bodyIn(html), undefined),
    publishedAt: post.publishedAt,
    editedAt: post.editedAt === post.publishedAt ? null : post.editedAt,
    author: mapPerson(item.author),
    media,
    link: isComment || target === null || media.length > 0 ? null : mapLink(target, thumbnail, post.url),
  })
}

/** `/u/name`, with the address of the user's page. */
const mapPerson = (person: FeedPerson | undefined): Author | null => {
  const name = /^\/u\/(?<name>[\w-]{3,20})$/.exec(person?.name?.trim() ?? '')?.groups?.name
  return name === undefined ? null : buildAuthor({ handle: `u/${name}`, url: `${SITE}/user/${name}/` })
}

const bodyIn = (html: string): string | undefined => {
  const from = html.indexOf(BODY[0])
  const to = html.lastIndexOf(BODY[1])
  return from === -1 || to < from ? undefined : html.slice(from + BODY[0].length, to)
}

const textBefore = (html: string, mark: string): string => {
  const at = html.indexOf(mark)
  return at === -1 ? html : html.slice(0, at)
}

/** The feed tells of a film where it lies, and of no file of it. */
const mapTarget = (target: string, thumbnail: string | null): Media[] => {
  if (isPicture(target)) return [buildMedia({ type: typeOf(target), url: target, previewUrl: thumbnail })]
  const isFilm = new URL(target).hostname === 'v.redd.it' && thumbnail !== null
  return isFilm ? [buildMedia({ type: 'video', previewUrl: thumbnail })] : []
}

const typeOf = (url: string): Media['type'] => (/\.gif$/i.test(new URL(url).pathname) ? 'gif' : 'image')

const mapLink = (url: string, imageUrl: string | null, ownUrl: string | null): LinkCard | null => {
  const isOwn = url === ownUrl || url.startsWith(`${SITE}/gallery/`)
  return isOwn ? null : { url, title: null, description: null, imageUrl }
}

const decodeUrl = (attribute: string | undefined): string | null => absoluteUrl(attribute?.replaceAll('&amp;', '&'))
