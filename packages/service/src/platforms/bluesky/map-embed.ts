// The embed of a post → media, a link card, or the quoted post. Lexicons: app.bsky.embed.*

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { lookUp } from '../../parsing/look-up.ts'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { buildMedia, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { LinkCard, Media, PostReference } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'
import { mapGifCard } from './gif-card.ts'
import { isForMembersOnly } from './labels.ts'
import { mapAuthor, profileUrl } from './map-profile.ts'
import { type AtUriParts, atUriParts, postUrl } from './urls.ts'

export type MappedEmbed = {
  readonly media: Media[]
  readonly link: LinkCard | null
  readonly quoteOf: PostReference | null
}

const NOTHING: MappedEmbed = { media: [], link: null, quoteOf: null }

/** Unknown types of views are ignored. */
const EMBEDS: Readonly<Record<string, (view: JsonObject) => Partial<MappedEmbed>>> = {
  'app.bsky.embed.images#view': ({ images }) => ({ media: mapImages(images) }),
  'app.bsky.embed.gallery#view': ({ items }) => ({ media: mapImages(items) }),
  'app.bsky.embed.video#view': (view) => ({ media: mapVideo(view) }),
  'app.bsky.embed.external#view': ({ external }) => {
    const gif = mapGifCard(external)
    return gif === null ? { link: mapExternal(jsonObject(external)) } : { media: [gif] }
  },
  'app.bsky.embed.record#view': ({ record }) => mapRecord(jsonObject(record)),
  'app.bsky.embed.recordWithMedia#view': ({ record, media }) => {
    const shown = mapEmbed(media)
    const embedded = mapRecord(jsonObject(jsonObject(record).record))
    return { media: shown.media, link: shown.link ?? embedded.link ?? null, quoteOf: embedded.quoteOf ?? null }
  },
}

export const mapEmbed = (value: unknown): MappedEmbed => {
  const view = jsonObject(value)
  return { ...NOTHING, ...lookUp(EMBEDS, String(view.$type))?.(view) }
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

/** The URL is an HLS playlist (RFC 8216), not a file. */
const mapVideo = (view: JsonObject): Media[] => {
  const url = absoluteUrl(view.playlist)
  const previewUrl = absoluteUrl(view.thumbnail)
  if (url === null && previewUrl === null) return []
  const type = view.presentation === 'gif' ? 'gif' : 'video'
  return [buildMedia({ type, url, previewUrl, ...sizeOf(view.aspectRatio), alt: plainText(view.alt) })]
}

/** Apps write pixels here, but a plain ratio such as 16:9 is allowed. No image is smaller than this. */
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

/** Records that are not posts but have a page → the link card of that page. */
const PAGES: Readonly<Record<string, (record: JsonObject, parts: AtUriParts) => LinkCard>> = {
  'app.bsky.feed.defs#generatorView': (record, parts) => ({
    ...wordsOf(record),
    url: `${profileUrl(parts.authority)}/feed/${parts.key}`,
    title: plainText(record.displayName),
  }),
  'app.bsky.graph.defs#listView': (record, parts) => ({
    ...wordsOf(record),
    url: `${profileUrl(parts.authority)}/lists/${parts.key}`,
  }),
  // The title and description are in the record. The image is generated from it: https://ogcard.cdn.bsky.app
  'app.bsky.graph.defs#starterPackViewBasic': ({ record }, { authority, key }) => ({
    ...wordsOf(jsonObject(record)),
    url: `https://bsky.app/starter-pack/${authority}/${key}`,
    imageUrl: `https://ogcard.cdn.bsky.app/start/${authority}/${key}`,
  }),
  // A labeler is an account: its page is the profile.
  'app.bsky.labeler.defs#labelerView': ({ creator }, { authority }) => ({
    ...wordsOf(jsonObject(creator)),
    url: profileUrl(authority),
    title: plainText(jsonObject(creator).displayName) ?? stringOrNull(jsonObject(creator).handle),
  }),
}

const wordsOf = ({ name, description, avatar }: JsonObject): Omit<LinkCard, 'url'> => ({
  title: plainText(name),
  description: plainText(description),
  imageUrl: absoluteUrl(avatar),
})

const QUOTES: Readonly<Record<string, (record: JsonObject) => PostReference | null>> = {
  'app.bsky.embed.record#viewRecord': (record) => {
    const id = stringOrNull(record.uri)
    const author = isForMembersOnly(record.author) ? null : mapAuthor(record.author)
    return id === null ? null : { id, url: postUrl(id, author?.handle ?? null), author }
  },
  // Deleted or blocked: only the URI is known.
  'app.bsky.embed.record#viewNotFound': ({ uri }) => referToGone(uri),
  'app.bsky.embed.record#viewBlocked': ({ uri }) => referToGone(uri),
  // The quoted author detached the quote.
  'app.bsky.embed.record#viewDetached': () => null,
}

/** Only posts are quotes; a deleted feed, list or pack is not. */
const referToGone = (uri: unknown): PostReference | null => {
  const id = stringOrNull(uri)
  return id === null || postUrl(id, null) === null ? null : { id, url: null, author: null }
}

const mapRecord = (record: JsonObject): Partial<MappedEmbed> => {
  const type = String(record.$type)
  const page = lookUp(PAGES, type)
  if (page === undefined) return { quoteOf: lookUp(QUOTES, type)?.(record) ?? null }
  const parts = atUriParts(record.uri)
  return { link: parts === undefined ? null : page(record, parts) }
}
