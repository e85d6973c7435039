// Maps a parsed feed to the profile and the posts of the normalized form. Pure; the feed is still untrusted here. Posts are mapped on
// demand: a feed has hundreds, a page twenty.

import { compareText } from '../parsing/compare-text.ts'
import { parseTime } from '../parsing/parse-time.ts'
import { absoluteUrl } from '../post/absolute-url.ts'
import { MAX_MEDIA } from '../post/bound-html.ts'
import { buildAuthor, buildMedia, buildPost, buildProfile, countOrNull, pixelsOrNull } from '../post/build-post.ts'
import { findPlayer } from '../post/markup/players.ts'
import { type WalkOptions, walkHtml } from '../post/markup/walk-html.ts'
import type { Author, Media, PlatformPost, PlatformProfile } from '../post/post.ts'
import { plainText, textToHtml } from '../post/text.ts'
import { mapArticle } from './article.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson, FeedText, ItemContent } from './feed.ts'
import { guessTitle, readLine, readText, sourceOf } from './feed-text.ts'
import { fileTypeOf } from './file-type.ts'
import { identifyItems } from './identify-items.ts'

/** A post of a feed before it is mapped. */
export type FeedPost = Pick<PlatformPost, 'id' | 'publishedAt'> & {
  /** The texts that the mapping parses. */
  texts(): readonly string[]
  map(): PlatformPost
}

/** `handle` is the profile's. */
export const mapFeedProfile = (feed: Feed, handle: string): PlatformProfile =>
  buildProfile({
    id: feed.id,
    handle,
    displayName: readLine(feed.title),
    url: feed.siteUrl,
    avatarUrl: feed.imageUrl,
    bannerUrl: feed.bannerUrl,
    bio: bioOf(feed.description, feed.feedUrl),
  })

/** The particularities of a platform's feeds. */
export type FeedHabits = {
  /** Elements of a post's HTML that do not belong to it: buttons, forms. */
  readonly skips?: WalkOptions['skips']
  /** Titles are plain text: a tag in a title is part of it. */
  readonly hasPlainTitles?: boolean
  /** The platform stores titles, so none is generated from the text. */
  readonly hasStoredTitles?: boolean
}

/** Newest first; in the feed's order when it has no dates, or with `keepsOrder`. */
export const mapFeedPosts = (feed: Feed, habits: FeedHabits = {}, keepsOrder = false): readonly FeedPost[] => {
  const posts: FeedPost[] = []
  identifyItems(feed.items).forEach((item, id) => void posts.push(new ItemPost(id, item, feed, habits)))
  return keepsOrder ? posts : newestFirst(posts)
}

const bioOf = (description: FeedText | undefined, base: string): PlatformProfile['bio'] => {
  const walked = description !== undefined && 'html' in description ? walkHtml(description.html, base) : undefined
  const text = walked === undefined ? readText(description) : walked.text
  return { text, html: text === null ? null : (walked?.html ?? textToHtml(text)) }
}

class ItemPost implements FeedPost {
  readonly id: string
  readonly publishedAt: string | null
  readonly #item: FeedItem
  readonly #feed: Feed
  readonly #habits: FeedHabits
  #content: ItemContent | undefined

  constructor(id: string, item: FeedItem, feed: Feed, habits: FeedHabits) {
    this.id = id
    this.publishedAt = item.publishedAt ?? null
    this.#item = item
    this.#feed = feed
    this.#habits = habits
  }

  texts(): readonly string[] {
    const { title, content, summary } = this.#read()
    return [title, content, summary].flatMap((text) => (text === undefined ? [] : sourceOf(text)))
  }

  map(): PlatformPost {
    return mapItem(this.id, this.#item, this.#read(), this.#feed, this.#habits)
  }

  #read(): ItemContent {
    this.#content ??= this.#item.read()
    return this.#content
  }
}

const mapItem = (
  id: string,
  known: FeedItem,
  item: ItemContent,
  feed: Feed,
  { skips, hasPlainTitles = false, hasStoredTitles = false }: FeedHabits,
): PlatformPost => {
  const url = known.url ?? null
  const publishedAt = known.publishedAt ?? null
  const { externalUrl = null } = item
  const article = mapArticle({
    title: readLine(hasPlainTitles ? item.title && { plain: sourceOf(item.title) } : item.title),
    content: item.content,
    summary: readText(item.summary),
    base: item.base,
    page: item.page,
    ...(skips && { skips }),
    tags: tagsOf(item),
    isTitleStored: hasStoredTitles,
    files: item.files.slice(0, MAX_MEDIA).flatMap((file) => mapFile(file, item.base)),
  })
  return buildPost({
    id,
    url,
    ...article,
    language: item.language ?? feed.language,
    publishedAt,
    editedAt: laterThan(publishedAt, parseTime(item.editedAt)),
    author: authorOf(item.author, item.base),
    // A feed has no preview of the linked page.
    link:
      externalUrl === null || externalUrl === url
        ? null
        : { url: externalUrl, title: null, description: null, imageUrl: null },
    metrics: {
      likes: countOrNull(item.likes),
      comments: countOrNull(item.comments),
      views: countOrNull(item.views),
    },
    replyTo: item.replyTo && { id: item.replyTo.id ?? null, url: item.replyTo.url ?? null, author: null },
    sensitive: article.sensitive || item.explicit,
  })
}

/** The maximum number of categories of a post. */
const MAX_TAGS = 200
/** The default category of programs. */
const UNSORTED = /^uncategori[sz]ed$/i
const URL_LIKE = /^(?:https?:\/\/|urn:)/i

const tagsOf = ({ tags = [] }: ItemContent): string[] =>
  tags
    .slice(0, MAX_TAGS)
    .filter((tag) => tag.length < 1_000)
    .flatMap((tag) => readLine(guessTitle(tag)) ?? [])
    .filter((tag) => !UNSORTED.test(tag) && !URL_LIKE.test(tag))

const authorOf = (person: FeedPerson | undefined, base: string): Author | null => {
  const displayName = plainText(person?.name)
  const url = absoluteUrl(person?.url, base)
  if (displayName === null && url === null) return null
  return buildAuthor({ displayName, url, avatarUrl: absoluteUrl(person?.avatarUrl, base) })
}

/** A Flash player, with an image but without a file that a page could show. */
const FLASH = /^application\/x-shockwave-flash$/i

const typeOf = (file: FeedFile): Media['type'] | undefined => {
  const isPlayer =
    FLASH.test(file.type ?? '') && (file.previewUrl !== undefined || findPlayer(absoluteUrl(file.url)) !== undefined)
  return fileTypeOf(file) ?? (isPlayer ? 'video' : undefined)
}

const mapFile = (file: FeedFile, base: string): Media[] => {
  const type = typeOf(file)
  if (type === undefined) return []
  const fileUrl = absoluteUrl(file.url, base)
  // YouTube's feeds have the URL of a player in place of a file.
  const embedUrl = findPlayer(fileUrl)?.embedUrl ?? null
  const url = embedUrl !== null || FLASH.test(file.type ?? '') ? null : fileUrl
  const previewUrl = absoluteUrl(file.previewUrl, base)
  if (url === null && previewUrl === null && embedUrl === null) return []
  const { width, height, durationSeconds, alt } = file
  return [
    buildMedia({
      type,
      url,
      previewUrl,
      embedUrl,
      width: pixelsOrNull(width),
      height: pixelsOrNull(height),
      durationSeconds: durationSeconds !== undefined && durationSeconds > 0 ? durationSeconds : null,
      alt: plainText(alt),
    }),
  ]
}

/** The date of the last change, when it is after the publication. Feeds have it for posts that were not edited, too. */
const laterThan = (published: string | null, changed: string | null): string | null =>
  changed !== null && published !== null && changed <= published ? null : changed

/** A post without a date is sorted after the one before it in the feed. */
const newestFirst = (posts: readonly FeedPost[]): readonly FeedPost[] => {
  let last = posts.find(({ publishedAt }) => publishedAt !== null)?.publishedAt ?? ''
  const times = posts.map(({ publishedAt }) => {
    last = publishedAt ?? last
    return last
  })
  return posts
    .map((_, index) => index)
    .sort((one, other) => compareText(times[other] ?? '', times[one] ?? ''))
    .flatMap((index) => posts[index] ?? [])
}
