// One rule for everything that has a title of its own besides its text (feeds, blogs):
// - `text` begins with the title as a paragraph, `html` with it as an <h2>, so that who shows only one of them loses nothing;
// - `link` is the article's card (its address or what it points at, title, summary, picture), so that nothing is lost to who
//   needs the title alone. A `link.url` equal to the post's `url` means just that;
// - a title that only repeats how the text begins, as feeds of short posts have it, is no title.

import { POST_LIMITS } from '../../post/bound-html.ts'
import { cutText } from '../../post/cut-text.ts'
import { sanitizeHtml } from '../../post/html.ts'
import type { LinkCard, Media, PostKind } from '../../post/post.ts'
import { escapeHtml, htmlToText, textToHtml } from '../../post/text.ts'
import type { FeedText } from './feed.ts'
import { drawEmoji, readText } from './feed-text.ts'

export type Article = {
  readonly title: string | null
  readonly content: FeedText | undefined
  /** Plain text. */
  readonly summary: string | null
  readonly url: string | null
  readonly externalUrl?: string | null
  readonly base: string
  readonly media: readonly Media[]
}

export type MappedArticle = {
  readonly text: string | null
  readonly html: string | null
  readonly link: LinkCard | null
  readonly kind: PostKind
}

export const mapArticle = (article: Article): MappedArticle => {
  const { content, summary, url, externalUrl = null, base, media } = article
  const drawn = content !== undefined && 'html' in content ? drawEmoji(content.html) : undefined
  const body = drawn === undefined ? readText(content) : htmlToText(drawn)
  const title = isCutFrom(article.title, body) ? null : article.title
  const heads = title !== null && firstLine(body) !== title
  const text = heads && body !== null ? cutText(`${title}\n\n${body}`, POST_LIMITS.characters) : (body ?? title)
  const source = drawn ?? textToHtml(body) ?? ''
  const html = sanitizeHtml(heads ? `<h2>${escapeHtml(title)}</h2>${source}` : source, base)
  const target = externalUrl ?? url
  const hasCard = target !== null && (title !== null || externalUrl !== null)
  const link = hasCard ? { url: target, title, description: summary, imageUrl: pictureOf(media) } : null
  return { text, html, link, kind: kindOf(media, body === null ? link : externalUrl) }
}

const firstLine = (text: string | null): string | undefined => text?.split('\n', 1)[0]

/** Whether the title is the beginning of the text, cut off somewhere: not a line of its own. */
const isCutFrom = (title: string | null, text: string | null): boolean => {
  // Most titles have nothing to do with how the text begins, and need no look at all of it.
  if (title === null || text === null || title[0] !== text[0] || firstLine(text) === title) return false
  const beginning = fold(title).replace(/\s*(?:…|\.{3}|\[…\]|\[\.{3}\])$/, '')
  const whole = fold(text)
  return whole === beginning || (beginning.length >= 12 && whole.startsWith(beginning))
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim()

const pictureOf = (media: readonly Media[]): string | null => {
  const picture = media.find(({ type }) => type === 'image' || type === 'gif')
  return picture?.url ?? media.find(({ previewUrl }) => previewUrl !== null)?.previewUrl ?? null
}

/** A video or a recording makes the post; pictures do where there is neither. */
const kindOf = (media: readonly Media[], link: unknown): PostKind => {
  const types = new Set(media.map(({ type }) => type))
  if (types.has('video')) return 'video'
  if (types.has('audio')) return 'audio'
  if (media.length > 1) return 'gallery'
  if (media.length === 1) return 'image'
  return link === null ? 'text' : 'link'
}
