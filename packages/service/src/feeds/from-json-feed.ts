// JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/) → Feed. A wrong field affects only that field.

import { createReferenceDecoder } from '../parsing/decode-references.ts'
import { type JsonObject, jsonList, jsonObject } from '../parsing/json-value.ts'
import { absoluteUrl } from '../post/absolute-url.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson, FeedText, ItemContent } from './feed.ts'
import { firstTime, nameIn } from './feed-fields.ts'

/** Items that are read, as for XML. */
const MOST_ITEMS = 2_000

/** undefined if the JSON is not a feed. */
export const fromJsonFeed = (value: unknown, feedUrl: string): Feed | undefined => {
  const json = jsonObject(value)
  if (!Array.isArray(json.items)) return undefined
  const author = authorOf(json)
  return {
    format: 'json',
    feedUrl,
    title: lineIn(json.title),
    description: lineIn(json.description),
    siteUrl: absoluteUrl(json.home_page_url, feedUrl) ?? undefined,
    imageUrl: absoluteUrl(json.icon, feedUrl) ?? absoluteUrl(json.favicon, feedUrl) ?? undefined,
    language: stringIn(json.language),
    nextUrl: absoluteUrl(json.next_url, feedUrl) ?? undefined,
    items: json.items.slice(0, MOST_ITEMS).map((item) => itemOf(jsonObject(item), feedUrl, author)),
  }
}

const itemOf = (item: JsonObject, feedUrl: string, feedAuthor: FeedPerson | undefined): FeedItem => {
  const url = absoluteUrl(item.url, feedUrl) ?? undefined
  return {
    id: stringIn(item.id),
    url,
    publishedAt: firstTime([stringIn(item.date_published), stringIn(item.date_modified)]),
    read: () => contentOf(item, feedUrl, url, feedAuthor),
  }
}

const contentOf = (
  item: JsonObject,
  feedUrl: string,
  url: string | undefined,
  feedAuthor: FeedPerson | undefined,
): ItemContent => {
  const html = stringIn(item.content_html)
  const content = html === undefined ? plain(item.content_text) : { html }
  return {
    externalUrl: absoluteUrl(item.external_url, feedUrl) ?? undefined,
    title: lineIn(item.title),
    content: content ?? lineIn(item.summary),
    summary: content && lineIn(item.summary),
    editedAt: stringIn(item.date_modified),
    author: authorOf(item) ?? feedAuthor,
    language: stringIn(item.language),
    tags: jsonList(item.tags).flatMap((tag) => stringIn(tag) ?? []),
    files: filesOf(item),
    base: url ?? feedUrl,
  }
}

/** Trimmed; ids may be numbers. */
const stringIn = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

const plain = (value: unknown): FeedText | undefined => {
  const text = stringIn(value)
  return text === undefined ? undefined : { plain: text }
}

/** A title or summary, which HTML-writing programs escape by mistake. Anything that looks like a tag is text. */
const lineIn = (value: unknown): FeedText | undefined => {
  const text = stringIn(value)
  return text === undefined ? undefined : { plain: decodeReferences(text) }
}
const decodeReferences = createReferenceDecoder()

/** Version 1.0 has one `author`. */
const authorOf = ({ authors, author }: JsonObject): FeedPerson | undefined =>
  [...jsonList(authors).slice(0, 10), author].map(personOf).find((person) => person !== undefined)

const personOf = (value: unknown): FeedPerson | undefined => {
  const person = jsonObject(value)
  const name = nameIn(stringIn(person.name) ?? stringIn(value))
  const url = stringIn(person.url)
  return name === undefined && url === undefined ? undefined : { name, url, avatarUrl: stringIn(person.avatar) }
}

const filesOf = (item: JsonObject): FeedFile[] => [
  ...jsonList(item.attachments)
    .map(jsonObject)
    .map((attachment) => ({
      url: stringIn(attachment.url),
      type: stringIn(attachment.mime_type),
      durationSeconds: typeof attachment.duration_in_seconds === 'number' ? attachment.duration_in_seconds : undefined,
      alt: stringIn(attachment.title),
    })),
  ...[item.image, item.banner_image].flatMap((url) => stringIn(url) ?? []).map((url) => ({ url, medium: 'image' })),
]
