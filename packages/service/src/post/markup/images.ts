// Reads an `<img>`: the URL that is displayed, and the image in its largest form. Never invisible images: tracking
// pixels, placeholders of lazy images.

import type { Attributes } from '../../parsing/read-start-tag.ts'
import { buildMedia, pixelsOrNull } from '../build-post.ts'
import type { Media } from '../post.ts'
import { plainText } from '../text.ts'

/** Makes a URL absolute, or returns null. */
export type Resolve = (address: string | undefined) => string | null

export type Image = {
  readonly shownUrl: string
  readonly media: Media
  /** Whether its URL is in an attribute for lazy loading: then `src` is a placeholder. */
  readonly isLate: boolean
}

/** WordPress, Mastodon and compatible servers, Twitter, Friendica and Hubzilla, forums. */
const EMOJI_CLASS =
  /(?:^|\s)(?:wp-smiley|emoji|emojione|custom-emoji|custom_emoji|emoji--fortext|twemoji|emoticon|smiley|smileys|smilie|smilies)(?:\s|$)/i
const EMOJI_FILE =
  /\/images\/(?:core\/emoji|smilies|smileys|icons\/emoji|emoji\/twitter)\/|\/images\/smiley-[\w-]+\.(?:gif|png)$|\/twemoji\/|\/\/abs\.twimg\.com\/emoji\/|\/\/cdn\.discordapp\.com\/emojis\/|\/\/static\.xx\.fbcdn\.net\/images\/emoji\.php\/|\/\/static-cdn\.jtvnw\.net\/emoticons\/|\/\/www\.redditstatic\.com\/marketplace-assets\/|\/\/reddit-econ-prod-assets-permanent\.s3\.amazonaws\.com\//
/** The file name of an emoji that is named by its short code. */
const EMOJI_NAME = /\/free_emotes_pack\/(?<code>[\w-]{1,50})\.(?:gif|png)$/
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i
/** Sizes of tracking pixels. */
const UNSEEN = /^\s*[0-2](?:px)?\s*$/

/** Attributes of lazy images. */
const LATE = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-orig-src'] as const
const LATE_SETS = ['data-srcset', 'data-lazy-srcset'] as const
/** Attributes in which galleries name the full image. */
const FULL = ['data-full-url', 'data-orig-file', 'data-large-file'] as const
/** Characters of a srcset that are read. */
const LONGEST_SET = 20_000
const MAX_CANDIDATES = 50

/** Whether an emoji is drawn as an image. `alt` is then the character, or the short code of a custom emoji. */
export const isDrawnEmoji = (image: Attributes): boolean =>
  EMOJI_CLASS.test(image.class ?? '') || EMOJI_FILE.test(image.src ?? '')

/** The character or short code of the image; undefined if it has none. */
export const emojiOf = ({ alt, title, src = '' }: Attributes): string | undefined => {
  const code = EMOJI_NAME.exec(src.slice(-80))?.groups?.code
  return code === undefined ? (alt ?? title) : `:${code}:`
}

/** The author's avatar next to the text, which is not an image of the post. */
export const isAvatar = (image: Attributes): boolean => /(?:^|\s)avatar(?:\s|$)/.test(image.class ?? '')

/** `anchor`: URL of the link around it. `sets`: srcsets of `<picture>`. undefined for an invisible image. */
export const readImage = (
  image: Attributes,
  anchor: string | undefined,
  sets: readonly string[],
  resolve: Resolve,
): Image | undefined => {
  if (UNSEEN.test(image.width ?? '') || UNSEEN.test(image.height ?? '')) return undefined
  const late = firstOf(LATE, image, resolve)
  const lateSet = LATE_SETS.map((name) => image[name]).find((set) => set !== undefined)
  const own = candidatesOf(lateSet ?? image.srcset ?? '', resolve)
  const candidates = own.length > 0 ? own : sets.flatMap((set) => candidatesOf(set, resolve))
  const set = candidates.toSorted((one, other) => other.size - one.size)[0]
  const shownUrl = late ?? (lateSet === undefined ? resolve(image.src) : null) ?? set?.url ?? resolve(image.src)
  const largest = fullOf(image, resolve) ?? linkedOf(anchor, candidates, resolve) ?? set
  const url = largest?.url ?? shownUrl
  if (url === null || shownUrl === null) return undefined
  const isShown = url === shownUrl
  const media = buildMedia({
    type: /\.gif(?:\?|$)/i.test(url) ? 'gif' : 'image',
    url,
    previewUrl: isShown ? null : shownUrl,
    width: isShown ? sizeOf(image.width) : largest?.width,
    height: isShown ? sizeOf(image.height) : largest?.height,
    alt: plainText(image.alt),
  })
  return { shownUrl, media, isLate: late !== null || lateSet !== undefined }
}

const firstOf = (names: readonly string[], image: Attributes, resolve: Resolve): string | null => {
  for (const name of names) {
    const value = image[name]
    // Some programs write a flag there instead of a URL.
    const url = value === undefined || !/[./]/.test(value) ? null : resolve(value)
    if (url !== null) return url
  }
  return null
}

type Candidate = {
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  /** Width in pixels, or a density. */
  readonly size: number
}

/** The full image that a gallery names. */
const fullOf = (image: Attributes, resolve: Resolve): Candidate | undefined => {
  const url = firstOf(FULL, image, resolve)
  if (url === null) return undefined
  const [width = null, height = null] = (image['data-orig-size'] ?? '').split(',', 2).map(sizeOf)
  return { url, width, height, size: 0 }
}

/** An image that links to an image file is a smaller form of it. */
const linkedOf = (anchor: string | undefined, candidates: readonly Candidate[], resolve: Resolve) => {
  const url = PICTURE_FILE.test(anchor ?? '') ? resolve(anchor) : null
  if (url === null) return undefined
  return candidates.find((candidate) => candidate.url === url) ?? { url, width: null, height: null, size: 0 }
}

/** https://html.spec.whatwg.org/multipage/images.html#srcset-attributes */
const candidatesOf = (set: string, resolve: Resolve): Candidate[] =>
  set
    .slice(0, LONGEST_SET)
    .split(/(?<=\d[wx])\s*,|,\s+/, MAX_CANDIDATES)
    .map((candidate) => candidate.trim().split(/\s+/, 3))
    .flatMap(([address, descriptor = '1x', more]) => {
      const [, number = '', unit] = /^(\d{1,6}(?:\.\d{1,3})?)([wx])$/.exec(descriptor) ?? []
      const url = unit === undefined || more !== undefined ? null : resolve(address)
      const width = unit === 'w' ? pixelsOrNull(number) : null
      return url === null ? [] : { url, width, height: null, size: Number(number) }
    })

export const sizeOf = (value: string | undefined): number | null =>
  /^\d{1,6}$/.test(value ?? '') ? pixelsOrNull(value) : null
