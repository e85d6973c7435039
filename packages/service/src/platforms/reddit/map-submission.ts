// Maps a submission (`t3`) to the normalized form; a removed submission and an advertisement are null. Pure.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildAuthor, buildPoll, buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { Author, LinkCard, Media, PlatformPost, Poll, PostKind, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { uniqueMedia } from '../../post/unique-media.ts'
import type { Named } from './canonicalize-name.ts'
import { shortCodesIn, withShortCodes } from './emotes.ts'
import { isExpunged, isExpungedTitle } from './is-expunged.ts'
import { isGallery, isImage, isRedditVideo, mapMedia, oembedOf, targetOf, thumbnailOf } from './map-media.ts'

export const SITE = 'https://www.reddit.com'

/** The kind of the list that contains the post; it decides which flag means pinned. */
export type ListedIn = Named['kind']

export const mapSubmission = (post: JsonObject, listedIn: ListedIn | undefined, now: number): PlatformPost | null => {
  const id = stringOrNull(post.name)
  if (id === null || isTakenDown(post) || isPaidFor(post)) return null
  const original = originalOf(post)
  const shown = original !== null && !isTakenDown(original) ? original : post
  const ownMedia = mapMedia(post)
  const poll = mapPoll(shown, now)
  const own = bodyOf(post)
  const { media: inBody, hides, ...body } = own.text === null ? bodyOf(shown) : own
  const media = [ownMedia, mapMedia(shown), inBody].find(({ length }) => length > 0) ?? []
  const link = mapLink(shown, media)
  return buildPost({
    id,
    url: absoluteUrl(post.permalink, SITE),
    kind: poll || shown.is_self === true ? undefined : kindOf(media, link),
    title: plainText(post.title),
    ...body,
    tags: [post.link_flair_text],
    publishedAt: parseTime(post.created_utc),
    editedAt: typeof post.edited === 'number' ? parseTime(post.edited) : null,
    author: mapAuthor(post),
    media,
    link,
    poll,
    metrics: {
      likes: post.hide_score === true ? null : countOrNull(post.score),
      comments: countOrNull(post.num_comments),
      shares: countOrNull(post.num_crossposts),
      views: countOrNull(post.view_count),
    },
    repostOf: referenceOf(post, original),
    pinned: isPinned(post, listedIn),
    sensitive: hides || anyOf(post.over_18, post.spoiler, shown.over_18, shown.spoiler),
  })
}

/** null when the account was deleted. The handle is one that can be scanned. */
export const mapAuthor = (thing: JsonObject): Author | null => {
  const name = stringOrNull(thing.author)
  if (name === null || name === '[deleted]') return null
  return buildAuthor({
    id: stringOrNull(thing.author_fullname),
    handle: `u/${name}`,
    url: absoluteUrl(`/user/${name}/`, SITE),
  })
}

/** `>!spoiler!<`, in Markdown. */
const SPOILER = />![^!\n]{1,5000}!</

type Body = {
  readonly text: string | null
  readonly html?: string | null
  readonly media: Media[]
  /** Whether some of the text is a spoiler, visible only after a click. */
  readonly hides: boolean
}

/** The text, HTML and images of `*_html`, which Reddit renders from Markdown; falls back to the Markdown. Only the Markdown names
 * an emote that stands alone. */
export const mapBody = (html: unknown, markdown: unknown): Body => {
  const source = typeof markdown === 'string' ? markdown : ''
  if (typeof html !== 'string' || html.trim() === '') {
    return { text: plainText(withShortCodes(source)), media: [], hides: SPOILER.test(source) }
  }
  const { text, html: safe, media: images, hides } = walkHtml(html, SITE)
  const media = uniqueMedia(images)
  return text === null ? { text: shortCodesIn(source), media, hides } : { text, html: safe, media, hides }
}

/** `true` when any flag is set, `null` when all are missing. */
export const anyOf = (...flags: readonly unknown[]): boolean | null => {
  const reported = flags.filter((flag) => typeof flag === 'boolean')
  return reported.length === 0 ? null : reported.includes(true)
}

const isTakenDown = (post: JsonObject): boolean =>
  stringOrNull(post.removed_by_category) !== null || isExpunged(post.selftext) || isExpungedTitle(post.title)

/** Advertisements have fields that no other post has. */
const isPaidFor = (post: JsonObject): boolean =>
  post.promoted === true ||
  post.is_created_from_ads_ui === true ||
  Object.entries(post).some(([name, value]) => name.startsWith('ad_') && value != null)

const originalOf = (post: JsonObject): JsonObject | null => {
  const [original] = jsonList(post.crosspost_parent_list)
  return original === undefined ? null : jsonObject(original)
}

const referenceOf = (post: JsonObject, original: JsonObject | null): PostReference | null => {
  const id = stringOrNull(post.crosspost_parent) ?? stringOrNull(original?.name)
  if (id === null) return null
  return { id, url: absoluteUrl(original?.permalink, SITE), author: mapAuthor(original ?? {}) }
}

const bodyOf = (post: JsonObject) => mapBody(post.selftext_html, post.selftext)

/** A user pins posts to the profile; moderators make posts of a subreddit sticky. */
const isPinned = (post: JsonObject, listedIn: ListedIn | undefined): boolean | null => {
  if (listedIn === undefined) return anyOf(post.pinned, post.stickied)
  return anyOf(listedIn === 'user' ? post.pinned : post.stickied)
}

/** The linked page, unless it is the file that the media show, or Reddit's own page of the post. */
const mapLink = (post: JsonObject, media: readonly Media[]): LinkCard | null => {
  const url = targetOf(post)
  if (
    url === null ||
    (isOwnPage(url, post) && !(media.length === 0 && (isRedditVideo(post) || isGallery(post)))) ||
    (media.length > 0 && isImage(url))
  )
    return null
  const { title, description, thumbnail_url: preview } = oembedOf(post)
  return {
    url,
    title: plainText(title),
    description: plainText(description),
    imageUrl: thumbnailOf(post) ?? absoluteUrl(preview),
  }
}

const OWN_HOSTS: ReadonlySet<string> = new Set(['i.redd.it', 'v.redd.it', 'preview.redd.it'])

const isOwnPage = (url: string, post: JsonObject): boolean => {
  const { hostname, pathname } = new URL(url)
  if (OWN_HOSTS.has(hostname)) return true
  if (hostname !== 'www.reddit.com') return false
  return pathname.startsWith('/gallery/') || url === absoluteUrl(post.permalink, SITE)
}

const mapPoll = (post: JsonObject, now: number): Poll | null => {
  const poll = jsonObject(post.poll_data)
  const endsAt = parseTime(poll.voting_end_timestamp)
  return buildPoll({
    options: jsonList(poll.options)
      .map(jsonObject)
      .flatMap((option) => {
        const text = plainText(option.text)
        // Votes are missing while the poll is open.
        return text === null ? [] : [{ text, votes: countOrNull(option.vote_count) }]
      }),
    votes: countOrNull(poll.total_vote_count),
    multiple: false,
    endsAt,
    closed: endsAt === null ? null : Date.parse(endsAt) <= now,
  })
}

const KIND_OF_MEDIA = { image: 'image', gif: 'image', video: 'video', audio: 'audio' } as const

/** The kind of a post without a text of its own. */
const kindOf = ([first, second]: readonly Media[], link: LinkCard | null): PostKind => {
  if (first) return second ? 'gallery' : KIND_OF_MEDIA[first.type]
  return link === null ? 'text' : 'link'
}
