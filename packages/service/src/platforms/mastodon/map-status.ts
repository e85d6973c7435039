// A Status entity → a post. https://docs.joinmastodon.org/entities/Status/
// A boost has no content of its own: its post carries the text, the media and the numbers of the original, is dated and
// signed by the account that boosted, and names the original in `repostOf`.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseTime } from '../../parsing/parse-time.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { MOST_MEDIA } from '../../post/bound-html.ts'
import { buildPost, countOrNull, stringOrNull } from '../../post/build-post.ts'
import { escapeText } from '../../post/markup/escape.ts'
import { walkHtml } from '../../post/markup/walk-html.ts'
import type { LinkCard, PlatformPost, PostReference } from '../../post/post.ts'
import { paragraphs, plainText } from '../../post/text.ts'
import { mapAuthor } from './map-account.ts'
import { mapAttachment } from './map-attachment.ts'
import { mapPoll } from './map-poll.ts'
import { isQuoting, type Quoted, quotedBy, withoutQuoteLine } from './quoted.ts'

/** Anything else (followers only, direct, local to the server) is not for the public, also when a token can see it. */
const PUBLIC = new Set<unknown>(['public', 'unlisted'])

/** Hashtags that are looked at. */
const MOST_TAGS = 100

/** The link that a server adds to the text for clients that cannot show a quote. */
const isInlineQuote = (_: string, attributes: Readonly<Record<string, string>>): boolean =>
  attributes.class?.split(/\s+/).includes('quote-inline') ?? false

/** Whether everybody may see the status, and the one that it boosts. */
export const isPublicStatus = (value: unknown): boolean => {
  const status = jsonObject(value)
  return PUBLIC.has(status.visibility) && (!isEntity(status.reblog) || isPublicStatus(status.reblog))
}

/** The post; null when the status has no id. `host` is the domain of the handles of the server that answers. */
export const mapStatus = (value: unknown, host: string, pinned: boolean | null = null): PlatformPost | null => {
  const status = jsonObject(value)
  const id = stringOrNull(status.id)
  if (id === null) return null
  const isBoost = isEntity(status.reblog)
  const content = isBoost ? jsonObject(status.reblog) : status
  const url = addressOf(content)
  // Of the account that was asked for, and so at the server that answers.
  const base = addressOf(status) ?? undefined
  const quoted = quotedBy(content)
  // A quote that may not be shown (revoked, not yet accepted) leaves nothing behind either.
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

/** Servers leave `url` out where a post has no page; `uri` always names it. */
const addressOf = (status: JsonObject): string | null => absoluteUrl(status.url) ?? absoluteUrl(status.uri)

/** The warning, then the text: whoever shows the post decides whether to fold it, by `sensitive`. */
const mapContent = (status: JsonObject, url: string | null, quoted: Quoted | null, base: string | undefined) => {
  const content = stringOrNull(status.content) ?? ''
  const walked = walkHtml(content, url ?? undefined, isQuoting(status) ? { skips: isInlineQuote } : {})
  const { text, html } = withoutQuoteLine(walked, quoted)
  const warning = plainText(status.spoiler_text)
  // Servers list hashtags in small letters; the text has them as they were written.
  const named = jsonList(status.tags)
    .slice(0, MOST_TAGS)
    .map((tag) => jsonObject(tag).name)
  const tags = [...walked.tags, ...named]
  const attached = jsonList(status.media_attachments)
    .slice(0, MOST_MEDIA)
    .map((attachment) => mapAttachment(attachment, base))
    .filter((medium) => medium !== null)
  // Servers that write articles put pictures into the text and attach none.
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
  url: addressOf(status),
  author: mapAuthor(status.account, host),
})

const mapReply = (status: JsonObject, host: string): PostReference | null => {
  const id = stringOrNull(status.in_reply_to_id)
  if (id === null) return null
  const answered = stringOrNull(status.in_reply_to_account_id)
  const people = [status.account, ...jsonList(status.mentions)]
  const author = people.find((person) => answered !== null && jsonObject(person).id === answered)
  return { id, url: null, author: author === undefined ? null : mapAuthor(author, host) }
}

const mapQuote = ({ status, id, url }: Quoted, host: string): PostReference =>
  status === undefined ? { id, url, author: null } : referTo(status, host)
