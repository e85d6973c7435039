// Reads the cards of Ghost's editor from a post's HTML: images, galleries, videos, audio, embedded players, and the
// first bookmark as the link. Never reads invisible content.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { cutHtml, MAX_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, pixelsOrNull } from '../../post/build-post.ts'
import { parseHtml } from '../../post/markup/parse-html.ts'
import { findPlayer } from '../../post/markup/players.ts'
import type { LinkCard, Media } from '../../post/post.ts'
import { plainText } from '../../post/text.ts'

type Attributes = Readonly<Record<string, string>>

export type Cards = {
  /** In the order of the text, at most 100. */
  readonly media: readonly Media[]
  readonly link: LinkCard | null
}

/** Every card contains one of these. Most posts have none and need not be parsed. */
const CARD = /<(?:img|video|audio|iframe)[\s/>]|\bkg-bookmark-card\b/i
/** Largest width of a preview, in pixels. */
const PREVIEW_WIDTH = 640
/** Sizes of tracking pixels. */
const TRACKING_PIXEL = /^\s*[0-2](?:px)?\s*$/
const AUDIO_HOSTS = /(?:^|\.)(?:spotify\.com|soundcloud\.com|bandcamp\.com|music\.apple\.com|podcasts\.apple\.com)$/

type Bookmark = { url: string | null; title: string; description: string; imageUrl: string | null }
type Field = 'title' | 'description' | 'thumbnail'
const FIELDS: readonly (readonly [string, Field])[] = [
  ['kg-bookmark-title', 'title'],
  ['kg-bookmark-description', 'description'],
  ['kg-bookmark-thumbnail', 'thumbnail'],
]
type Player = { readonly type: 'video' | 'audio'; readonly attributes: Attributes; source: string | undefined }

export const readCards = (html: string, base: string): Cards => {
  const media: Media[] = []
  let link: LinkCard | null = null
  if (!CARD.test(html)) return { media, link }
  let figure = ''
  let bookmark: Bookmark | undefined
  let field: Field | undefined
  let player: Player | undefined
  let cover: string | null = null

  const add = (found: Media | undefined) => {
    if (found && media.length < MAX_MEDIA) media.push(found)
  }
  const openImage = (image: Attributes) => {
    if (bookmark) {
      if (field === 'thumbnail') bookmark.imageUrl ??= absoluteUrl(image.src, base)
    } else if (hasClass(image, 'kg-audio-thumbnail')) cover = absoluteUrl(image.src, base)
    else add(imageOf(image, base))
  }

  parseHtml(cutHtml(html), {
    open({ name }, attributes) {
      if (name === 'figure') {
        figure = attributes.class ?? ''
        if (hasClass(attributes, 'kg-bookmark-card'))
          bookmark = { url: null, title: '', description: '', imageUrl: null }
      } else if (name === 'img') openImage(attributes)
      else if (name === 'video' || name === 'audio') player = { type: name, attributes, source: attributes.src }
      else if (name === 'source' && player) player.source ??= attributes.src
      else if (name === 'iframe') add(/\bkg-embed-card\b/.test(figure) ? frameOf(attributes) : knownFrameOf(attributes))
      else if (name === 'a' && bookmark) bookmark.url ??= absoluteUrl(attributes.href, base)
      else if (name === 'div' && bookmark) field = FIELDS.find(([known]) => hasClass(attributes, known))?.[1]
    },
    text(text) {
      if (bookmark && (field === 'title' || field === 'description')) bookmark[field] += text
    },
    close({ name }) {
      if (name === 'div') field = undefined
      if (player && name === player.type) {
        add(playerOf(player, cover, base))
        player = undefined
        cover = null
      }
      if (name !== 'figure') return
      link ??= cardOf(bookmark)
      bookmark = undefined
      figure = ''
    },
  })
  return { media, link }
}

const hasClass = (attributes: Attributes, name: string): boolean => (attributes.class ?? '').split(/\s+/).includes(name)

const cardOf = (bookmark: Bookmark | undefined): LinkCard | null => {
  if (bookmark === undefined || bookmark.url === null) return null
  const { url, title, description, imageUrl } = bookmark
  return { url, title: plainText(title), description: plainText(description), imageUrl }
}

/** `src` is the original image; `srcset` lists smaller ones. */
const imageOf = (image: Attributes, base: string): Media | undefined => {
  const url = absoluteUrl(image.src, base)
  if (url === null || TRACKING_PIXEL.test(image.width ?? '') || TRACKING_PIXEL.test(image.height ?? ''))
    return undefined
  return buildMedia({
    type: /\.gif$/i.test(new URL(url).pathname) ? 'gif' : 'image',
    url,
    previewUrl: smallerOf(image.srcset ?? '', base),
    ...sizeOf(image),
    alt: plainText(image.alt),
  })
}

/** The largest candidate of `url width w, …` that is small enough for a preview. */
const smallerOf = (srcset: string, base: string): string | null => {
  const candidates = srcset.split(/,\s+/, 20).flatMap((candidate) => {
    const [, url, width] = /^\s*(\S+)\s+(\d{1,5})w\s*$/.exec(candidate) ?? []
    return Number(width) <= PREVIEW_WIDTH ? [{ url, width: Number(width) }] : []
  })
  const [largest] = candidates.toSorted((one, other) => other.width - one.width)
  return absoluteUrl(largest?.url, base)
}

const playerOf = ({ type, attributes, source }: Player, cover: string | null, base: string): Media | undefined => {
  const url = absoluteUrl(source, base)
  if (url === null) return undefined
  const isLooped = type === 'video' && 'loop' in attributes && 'muted' in attributes
  const previewUrl = absoluteUrl(attributes.poster, base) ?? cover
  return buildMedia({ type: isLooped ? 'gif' : type, url, previewUrl, ...sizeOf(attributes) })
}

/** A player of another site, for which there is no file. */
const frameOf = (frame: Attributes): Media | undefined => {
  const embedUrl = absoluteUrl(frame.src)
  if (embedUrl === null || !embedUrl.startsWith('https:')) return undefined
  const type = AUDIO_HOSTS.test(new URL(embedUrl).hostname) ? 'audio' : 'video'
  return buildMedia({ type, embedUrl, ...sizeOf(frame) })
}

/** A frame outside a card may show anything, so only known players are media. */
const knownFrameOf = (frame: Attributes): Media | undefined => {
  const player = findPlayer(absoluteUrl(frame.src?.startsWith('//') ? `https:${frame.src}` : frame.src))
  if (player === undefined) return undefined
  const { type, embedUrl, previewUrl } = player
  return buildMedia({ type, embedUrl, previewUrl, ...sizeOf(frame) })
}

const sizeOf = ({ width = '', height = '' }: Attributes): Pick<Media, 'width' | 'height'> => ({
  width: /^\d{1,5}$/.test(width) ? pixelsOrNull(width) : null,
  height: /^\d{1,5}$/.test(height) ? pixelsOrNull(height) : null,
})
