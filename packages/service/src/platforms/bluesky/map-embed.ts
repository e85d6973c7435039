// What a post shows besides its text → media, a card, or the post that it quotes. Lexicons: app.bsky.embed.*

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { LinkCard, Media, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { isForMembersOnly } from './labels.ts'
import { mapAuthor } from './map-profile.ts'
import { atUriParts, postUrl } from './post-urls.ts'

export type MappedEmbed = {
  readonly media: Media[]
  readonly link: LinkCard | null
  readonly quoteOf: PostReference | null
}

const NOTHING: MappedEmbed = { media: [], link: null, quoteOf: null }

/** A view that this table does not know shows nothing. */
const EMBEDS: Readonly<Record<string, (view: JsonObject) => Partial<MappedEmbed>>> = {
  'app.bsky.embed.images#view': ({ images }) => ({ media: mapImages(images) }),
  'app.bsky.embed.gallery#view': ({ items }) => ({ media: mapImages(items) }),
  'app.bsky.embed.video#view': (view) => ({ media: mapVideo(view) }),
  'app.bsky.embed.external#view': ({ external }) => ({ link: mapExternal(jsonObject(external)) }),
  'app.bsky.embed.record#view': ({ record }) => mapRecord(jsonObject(record)),
  'app.bsky.embed.recordWithMedia#view': ({ record, media }) => {
    const shown = mapEmbed(media)
    const embedded = mapRecord(jsonObject(jsonObject(record).record))
    return { media: shown.media, link: shown.link ?? embedded.link ?? null, quoteOf: embedded.quoteOf ?? null }
  },
}

export const mapEmbed = (value: unknown): MappedEmbed => {
  const view = jsonObject(value)
  return { ...NOTHING, ...EMBEDS[String(view.$type)]?.(view) }
}

const mapImages = (images: unknown): Media[] =>
  jsonList(images)
    .map(jsonObject)
    .flatMap((image) => {
      const previewUrl = absoluteUrl(image.thumb ?? image.thumbnail)
      const url = absoluteUrl(image.fullsize)
      if (url === null && previewUrl === null) return []
      return buildMedia({ type: 'image', url, previewUrl, ...sizeOf(image.aspectRatio), alt: plainText(image.alt) })
    })

/** The address is an HLS playlist (RFC 8216), not a file. */
const mapVideo = (view: JsonObject): Media[] => {
  const url = absoluteUrl(view.playlist)
  const previewUrl = absoluteUrl(view.thumbnail)
  if (url === null && previewUrl === null) return []
  const type = view.presentation === 'gif' ? 'gif' : 'video'
  return [buildMedia({ type, url, previewUrl, ...sizeOf(view.aspectRatio), alt: plainText(view.alt) })]
}

/** Apps write the pixels here, but a bare ratio such as 16:9 is allowed: nothing so small is a picture's size. */
const LEAST_PIXELS = 32

const sizeOf = (aspectRatio: unknown): Pick<Media, 'width' | 'height'> => {
  const ratio = jsonObject(aspectRatio)
  const [width, height] = [pixelsOrNull(ratio.width), pixelsOrNull(ratio.height)]
  if (width === null || height === null || Math.max(width, height) < LEAST_PIXELS) return { width: null, height: null }
  return { width, height }
}

const mapExternal = ({ uri, title, description, thumb }: JsonObject): LinkCard | null => {
  const url = absoluteUrl(uri)
  if (url === null) return null
  return { url, title: plainText(title), description: plainText(description), imageUrl: absoluteUrl(thumb) }
}

/** Records that have a page of their own but are no posts → the part of its address. */
const PAGES: Readonly<Record<string, string>> = {
  'app.bsky.feed.defs#generatorView': 'feed',
  'app.bsky.graph.defs#listView': 'lists',
}

const QUOTES: Readonly<Record<string, (record: JsonObject) => PostReference | null>> = {
  'app.bsky.embed.record#viewRecord': (record) => {
    const id = stringOrNull(record.uri)
    const author = isForMembersOnly(record.author) ? null : mapAuthor(record.author)
    return id === null ? null : { id, url: postUrl(id, author?.handle ?? null), author }
  },
  // Gone, or behind a block: all that is left to say is which post was meant.
  'app.bsky.embed.record#viewNotFound': ({ uri }) => ({ id: stringOrNull(uri), url: null, author: null }),
  'app.bsky.embed.record#viewBlocked': ({ uri }) => ({ id: stringOrNull(uri), url: null, author: null }),
  // The quoted author took the quote off.
  'app.bsky.embed.record#viewDetached': () => null,
}

const mapRecord = (record: JsonObject): Partial<MappedEmbed> => {
  const type = String(record.$type)
  const page = PAGES[type]
  if (page !== undefined) return { link: mapPage(record, page) }
  return { quoteOf: QUOTES[type]?.(record) ?? null }
}

const mapPage = (record: JsonObject, page: string): LinkCard | null => {
  const parts = atUriParts(record.uri)
  if (parts === undefined) return null
  return {
    url: `https://bsky.app/profile/${parts.authority}/${page}/${parts.key}`,
    title: plainText(record.displayName ?? record.name),
    description: plainText(record.description),
    imageUrl: absoluteUrl(record.avatar),
  }
}
