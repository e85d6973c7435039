// The cards of Ghost's editor inside a post's HTML: pictures and galleries, films, recordings, players of other sites, and
// the first bookmark, which is the page that the post points at. Never what nobody sees.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { cutHtml, MOST_MEDIA } from '../../post/bound-html.ts'
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

/** Begins whatever a card is made of, so that most posts need not be parsed for it. */
const CARD = /<(?:img|video|audio|iframe)[\s/>]|\bkg-bookmark-card\b/i
/** Pixels of width that a preview has at most. */
const PREVIEW_WIDTH = 640
/** Sizes of tracking pixels. */
const UNSEEN = /^\s*[0-2](?:px)?\s*$/
const RECORDINGS = /(?:^|\.)(?:spotify\.com|soundcloud\.com|bandcamp\.com|music\.apple\.com|podcasts\.apple\.com)$/

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
    if (found && media.length < MOST_MEDIA) media.push(found)
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

/** `src` is the picture as it was uploaded; `srcset` holds smaller ones. */
const imageOf = (image: Attributes, base: string): Media | undefined => {
  const url = absoluteUrl(image.src, base)
  if (url === null || UNSEEN.test(image.width ?? '') || UNSEEN.test(image.height ?? '')) return undefined
  return buildMedia({
    type: /\.gif$/i.test(new URL(url).pathname) ? 'gif' : 'image',
    url,
    previewUrl: smallerOf(image.srcset ?? '', base),
    ...sizeOf(image),
    alt: plainText(image.alt),
  })
}

/** The largest of `address width w, …` that is still a preview. */
const smallerOf = (srcset: string, base: string): string | null => {
  const candidates = srcset.split(/,\s+/, 20).flatMap((candidate) => {
    const [, address, width] = /^\s*(\S+)\s+(\d{1,5})w\s*$/.exec(candidate) ?? []
    return Number(width) <= PREVIEW_WIDTH ? [{ address, width: Number(width) }] : []
  })
  const [largest] = candidates.toSorted((one, other) => other.width - one.width)
  return absoluteUrl(largest?.address, base)
}

const playerOf = ({ type, attributes, source }: Player, cover: string | null, base: string): Media | undefined => {
  const url = absoluteUrl(source, base)
  if (url === null) return undefined
  const isLooped = type === 'video' && 'loop' in attributes && 'muted' in attributes
  const previewUrl = absoluteUrl(attributes.poster, base) ?? cover
  return buildMedia({ type: isLooped ? 'gif' : type, url, previewUrl, ...sizeOf(attributes) })
}

/** A player of another site: there is no file that a page could play. */
const frameOf = (frame: Attributes): Media | undefined => {
  const embedUrl = absoluteUrl(frame.src)
  if (embedUrl === null || !embedUrl.startsWith('https:')) return undefined
  const type = RECORDINGS.test(new URL(embedUrl).hostname) ? 'audio' : 'video'
  return buildMedia({ type, embedUrl, ...sizeOf(frame) })
}

/** A frame in HTML of the author's own may show anything: only a known player is a medium. */
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
