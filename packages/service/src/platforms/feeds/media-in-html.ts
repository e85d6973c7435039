// The pictures, videos and recordings inside a piece of HTML, each in its largest form. Never what nobody sees: tracking
// pixels, emoji drawn as pictures.

import { Parser } from 'htmlparser2'
import { absoluteUrl } from '../../post/absolute-url.ts'
import { boundHtml, MOST_MEDIA } from '../../post/bound-html.ts'
import { buildMedia, pixelsOrNull, stringOrNull } from '../../post/build-post.ts'
import type { Media } from '../../post/post.ts'

type Attributes = Readonly<Record<string, string>>
type Draft = { type: 'video' | 'audio'; attributes: Attributes; source: string | undefined }

const EMOJI = /(?:^|\s)(?:wp-smiley|emoji|emojione|avatar)(?:\s|$)|\/images\/core\/emoji\//
/** Sizes of tracking pixels. */
const UNSEEN = /^\s*[0-2](?:px)?\s*$/
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i
/** Begins whatever holds media, so that most posts need not be parsed for it. */
const MEDIA_TAG = /<(?:img|video|audio)[\s/>]/i

/** In the order of the text, at most 100. */
export const mediaInHtml = (html: string, base: string): Media[] => {
  if (!MEDIA_TAG.test(html)) return []
  const media: Media[] = []
  let anchor: string | undefined
  let draft: Draft | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      if (media.length === MOST_MEDIA) return
      if (name === 'a') anchor = attributes.href
      else if (name === 'img') {
        const image = imageOf(attributes, anchor, base)
        if (image) media.push(image)
      } else if (name === 'video' || name === 'audio') draft = { type: name, attributes, source: attributes.src }
      else if (name === 'source' && draft) draft.source ??= attributes.src
    },
    onclosetag(name) {
      if (name === 'a') anchor = undefined
      if (draft && name === draft.type && media.length < MOST_MEDIA) {
        const player = playerOf(draft, base)
        if (player) media.push(player)
        draft = undefined
      }
    },
  })
  parser.end(boundHtml(html))
  return media
}

const imageOf = (image: Attributes, anchor: string | undefined, base: string): Media | undefined => {
  if (EMOJI.test(`${image.class ?? ''} `) || EMOJI.test(image.src ?? '')) return undefined
  const width = sizeOf(image.width)
  const height = sizeOf(image.height)
  if (UNSEEN.test(image.width ?? '') || UNSEEN.test(image.height ?? '')) return undefined
  // Pages that load pictures late keep a placeholder in `src`.
  const shown = absoluteUrl(image['data-src'] ?? image['data-lazy-src'], base) ?? absoluteUrl(image.src, base)
  const largest = largestOf(image, anchor, base) ?? { url: shown, width: null, height: null }
  if (largest.url === null) return undefined
  const isShown = largest.url === shown
  return buildMedia({
    type: /\.gif(?:\?|$)/i.test(largest.url) ? 'gif' : 'image',
    url: largest.url,
    previewUrl: isShown ? null : shown,
    width: isShown ? width : largest.width,
    height: isShown ? height : largest.height,
    alt: stringOrNull(image.alt),
  })
}

type Candidate = { readonly url: string | null; readonly width: number | null; readonly height: number | null }

/** The full picture: as the gallery names it, the link around it, the widest of `srcset`. */
const largestOf = (image: Attributes, anchor: string | undefined, base: string): Candidate | undefined => {
  const named = absoluteUrl(image['data-full-url'] ?? image['data-orig-file'], base)
  const [width = null, height = null] = (image['data-orig-size'] ?? '').split(',').map(sizeOf)
  if (named !== null) return { url: named, width, height }
  const candidates = candidatesOf(image.srcset ?? image['data-srcset'] ?? '', base)
  const linked = PICTURE_FILE.test(anchor ?? '') ? absoluteUrl(anchor, base) : null
  if (linked !== null) return candidates.find(({ url }) => url === linked) ?? { url: linked, width: null, height: null }
  return candidates.sort((one, other) => (other.width ?? 0) - (one.width ?? 0))[0]
}

const candidatesOf = (srcset: string, base: string): Candidate[] =>
  srcset
    .split(/(?<=\d[wx])\s*,|,\s+/, 50)
    .map((candidate) => /^\s*(\S+)\s+(\d{1,6})w\s*$/.exec(candidate))
    .filter((match) => match !== null)
    .map(([, url, width]) => ({ url: absoluteUrl(url, base), width: sizeOf(width), height: null }))
    .filter(({ url }) => url !== null)

const playerOf = ({ type, attributes, source }: Draft, base: string): Media | undefined => {
  const url = absoluteUrl(source, base)
  if (url === null) return undefined
  return buildMedia({
    type,
    url,
    previewUrl: absoluteUrl(attributes.poster, base),
    width: sizeOf(attributes.width),
    height: sizeOf(attributes.height),
  })
}

const sizeOf = (value: string | undefined): number | null =>
  /^\d{1,6}$/.test(value ?? '') ? pixelsOrNull(value) : null

/** What pictures of one original in several sizes have in common: `-300x200`, `-scaled`, `?w=300`, the CDN in front. */
export const pictureKey = (url: string): string => {
  const { host, pathname, search } = new URL(url)
  const proxied = /^i[0-3]\.wp\.com$/.test(host) ? pathname.slice(1) : host + pathname
  const isFile = /\.[a-z0-9]{2,5}$/i.test(pathname)
  return proxied.replace(/(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{13})+(\.[a-z]{3,4})$/i, '$1') + (isFile ? '' : search)
}

/** The lists one after another, each original once; what comes first is better known. */
export const uniqueMedia = (media: readonly Media[]): Media[] => {
  const seen = new Set<string>()
  return media.filter(({ url, previewUrl }) => {
    const key = url === null ? previewUrl : pictureKey(url)
    if (key === null || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
