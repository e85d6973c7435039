// A Status entity → a post. https://docs.joinmastodon.org/entities/Status/ A boost has the text, media and counts of
// the original. Its author and time are those of the boost, and `repostOf` names the original.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MAX_MEDIA } from '../../post/bound-html.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { LinkCard, PlatformPost, PostReference } from '../../post/post.ts'
import { paragraphs, plainText } from '../../post/text.ts'
import { mapAuthor } from './map-account.ts'
import { mapAttachment } from './map-attachment.ts'
import { mapPoll } from './map-poll.ts'
import { isQuoting, type Quoted, quotedBy, withoutQuoteLine } from './quoted.ts'

/** Statuses with any other visibility are never shown, even if a token can read them. */
const PUBLIC = new Set<unknown>(['public', 'unlisted'])

/** Most hashtags to read from a status. */
const MAX_TAGS = 100

/** The link to the quoted post, which servers add for clients that cannot show quotes. */
const isInlineQuote = (_: string, attributes: Readonly<Record<string, string>>): boolean =>
  attributes.class?.split(/\s+/).includes('quote-inline') ?? false

/** Whether the status and the status that it boosts are public. */
export const isPublicStatus = (value: unknown): boolean => {
  const status = jsonObject(value)
  return PUBLIC.has(status.visibility) && (!isEntity(status.reblog) || isPublicStatus(status.reblog))
}

/** Returns null when the status has no id. `host` is the server's domain in handles. */
export const mapStatus = (value: unknown, host: string, pinned: boolean | null = null): PlatformPost | null => {
  const status = jsonObject(value)
  const id = stringOrNull(status.id)
  if (id === null) return null
  const isBoost = isEntity(status.reblog)
  const content = isBoost ? jsonObject(status.reblog) : status
  const url = urlOf(content)
  // The status is of the requested account, so its URL is at the server.
  const base = urlOf(status) ?? undefined
  const quoted = quotedBy(content)
  // A quote that may not be shown (revoked, not yet accepted) is removed from the text as well.
  const { hides, ...shown } = mapContent(content, url, quoted, base)
  const sensitive = hides || content.sensitive === true || plainText(content.spoiler_text) !== null
  return buildPost({
    id,
    url,
    ...shown,
    language: stringOrNull(content.language),
    publishedAt: parseTime(status.created_at),
    editedAt: parseTime(content.edited_at),
    author: mapAuthor(status.account, host, base),
    link: mapCard(content.card, base),
    poll: mapPoll(content.poll),
    metrics: {
      likes: countOrNull(content.favourites_count),
      comments: countOrNull(content.replies_count),
      shares: countOrNull(content.reblogs_count),
    },
    repostOf: isBoost ? referTo(content, host) : null,
    replyTo: isBoost ? null : mapReply(status, host),
    quoteOf: quoted && mapQuote(quoted, host),
    pinned,
    sensitive,
  })
}

const isEntity = (value: unknown): boolean => Object.keys(jsonObject(value)).length > 0

/** `url` is missing if the status has no page; `uri` is always there. */
const urlOf = (status: JsonObject): string | null => absoluteUrl(status.url) ?? absoluteUrl(status.uri)

/** The text starts with the content warning. Clients use `sensitive` to decide whether to fold it. */
const mapContent = (status: JsonObject, url: string | null, quoted: Quoted | null, base: string | undefined) => {
  const content = stringOrNull(status.content) ?? ''
  const walked = walkHtml(content, url ?? undefined, isQuoting(status) ? { skips: isInlineQuote } : {})
  const { text, html } = withoutQuoteLine(walked, quoted)
  const warning = plainText(status.spoiler_text)
  // Servers list hashtags in lower case; the text has their original spelling.
  const named = jsonList(status.tags)
    .slice(0, MAX_TAGS)
    .map((tag) => jsonObject(tag).name)
  const tags = [...walked.tags, ...named]
  const attached = jsonList(status.media_attachments)
    .slice(0, MAX_MEDIA)
    .map((attachment) => mapAttachment(attachment, base))
    .filter((medium) => medium !== null)
  // Servers for articles have images in the text and no attachments.
  const media = attached.length > 0 ? attached : [...walked.media]
  const { hides } = walked
  if (warning === null) return { text, html, tags, media, hides }
  return {
    hides,
    tags,
    media,
    text: text === null ? warning : `${warning}\n\n${text}`,
    html: paragraphs(escapeText(warning)) + (html ?? ''),
  }
}

const mapCard = (value: unknown, base: string | undefined): LinkCard | null => {
  const card = jsonObject(value)
  const url = absoluteUrl(card.url)
  if (url === null) return null
  return {
    url,
    title: plainText(card.title),
    description: plainText(card.description),
    imageUrl: absoluteUrl(card.image, base),
  }
}

const referTo = (status: JsonObject, host: string): PostReference => ({
  id: stringOrNull(status.id),
  url: urlOf(status),
  author: mapAuthor(status.account, host),
})

const mapReply = (status: JsonObject, host: string): PostReference | null => {
  const id = stringOrNull(status.in_reply_to_id)
  if (id === null) return null
  const parentId = stringOrNull(status.in_reply_to_account_id)
  const people = [status.account, ...jsonList(status.mentions)]
  const author = people.find((person) => parentId !== null && jsonObject(person).id === parentId)
  return { id, url: null, author: author === undefined ? null : mapAuthor(author, host) }
}

const mapQuote = ({ status, id, url }: Quoted, host: string): PostReference =>
  status === undefined ? { id, url, author: null } : referTo(status, host)
