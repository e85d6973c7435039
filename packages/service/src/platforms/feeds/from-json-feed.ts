// JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/) as feedsmith reads it → Feed. Never judges what it reads.

import type { JsonFeed } from 'feedsmith'
import { absoluteUrl } from '../../post/absolute-url.ts'
import type { Feed, FeedFile, FeedItem, FeedPerson, FeedText } from './feed.ts'

type Item = Partial<JsonFeed.Item<string>>

export const fromJsonFeed = (json: Partial<JsonFeed.Feed<string>>, feedUrl: string): Feed => {
  const [author] = json.authors ?? []
  return {
    format: 'json',
    feedUrl,
    title: plain(json.title),
    description: plain(json.description),
    siteUrl: absoluteUrl(json.home_page_url, feedUrl) ?? undefined,
    imageUrl: absoluteUrl(json.icon, feedUrl) ?? absoluteUrl(json.favicon, feedUrl) ?? undefined,
    language: json.language,
    nextUrl: absoluteUrl(json.next_url, feedUrl) ?? undefined,
    items: (json.items ?? []).map((item) => itemOf(item, feedUrl, author && personOf(author))),
  }
}

const itemOf = (item: Item, feedUrl: string, feedAuthor: FeedPerson | undefined): FeedItem => {
  const url = absoluteUrl(item.url, feedUrl) ?? undefined
  const content = item.content_html === undefined ? plain(item.content_text) : { html: item.content_html }
  const [author] = item.authors ?? []
  return {
    id: item.id,
    url,
    externalUrl: absoluteUrl(item.external_url, feedUrl) ?? undefined,
    title: plain(item.title),
    content: content ?? plain(item.summary),
    summary: content && plain(item.summary),
    publishedAt: item.date_published,
    editedAt: item.date_modified,
    author: author ? personOf(author) : feedAuthor,
    language: item.language,
    tags: item.tags,
    files: filesOf(item),
    base: url ?? feedUrl,
  }
}

const plain = (value: string | undefined): FeedText | undefined => (value === undefined ? undefined : { plain: value })

const personOf = ({ name, url, avatar }: JsonFeed.Author): FeedPerson => ({ name, url, avatarUrl: avatar })

const filesOf = (item: Item): FeedFile[] => [
  ...(item.attachments ?? []).map((attachment) => ({
    url: attachment.url,
    type: attachment.mime_type,
    durationSeconds: attachment.duration_in_seconds,
    alt: attachment.title,
  })),
  ...[item.image, item.banner_image].filter((url) => url !== undefined).map((url) => ({ url, medium: 'image' })),
]
