// The media of a post: images, and buttons that load what other servers have. Each stands in a frame whose proportions are known before it
// loads, so that nothing on the page moves.

import type { Context } from './context.ts'
import type { Environment } from './environment.ts'
import { hostOf, toHtml, toUrl } from './escape.ts'
import { playMark, symbol } from './glyphs.ts'
import { type Image, type Images, type Loading, MAX_MEDIA, toImage } from './images.ts'
import type { PostKind } from './post-kind.ts'
import type { FeedMedia, FeedPost, ImageSlot } from './types.ts'

const FALLBACK_RATIO = '16/9'
/** Widest and tallest proportions of a frame that follows its medium. */
const MAX_RATIO = 2.4
const WIDEST = '12/5'
const MIN_RATIO = 0.5
const TALLEST = '1/2'
const MINUTE_S = 60
const HOUR_S = 3600

type Frame = { readonly html: string; readonly ratio: string }

/** Proportions of a medium, as CSS writes them: of its image, or of its own numbers. */
const ratioOf = (image: Image | undefined, item: Partial<FeedMedia> = {}): string => {
  const { width, height } = image?.copies.at(-1) ?? item
  const across = Math.trunc(width ?? 0)
  const down = Math.trunc(height ?? 0)
  if (across < 1 || down < 1) return FALLBACK_RATIO
  const ratio = across / down
  if (ratio > MAX_RATIO) return WIDEST
  return ratio < MIN_RATIO ? TALLEST : `${across}/${down}`
}

const frameOf = (content: string, ratio: string, more = ''): Frame => ({
  html: `<div class="central-posts-frame${more}" style="--central-posts-natural:${ratio}">${content}</div>`,
  ratio,
})

const blank = (glyph: 'audio' | 'image' | undefined): string =>
  `<span class="central-posts-blank" aria-hidden="true">${glyph === undefined ? '' : symbol(glyph)}</span>`

const two = (number: number): string => String(number).padStart(2, '0')

const durationOf = (seconds: number | null | undefined): string => {
  const rounded = Math.round(seconds ?? 0)
  if ((seconds ?? 0) < 1) return ''
  const minutes = Math.trunc((rounded % HOUR_S) / MINUTE_S)
  const rest = two(rounded % MINUTE_S)
  const shown = rounded < HOUR_S ? `${minutes}:${rest}` : `${Math.trunc(rounded / HOUR_S)}:${two(minutes)}:${rest}`
  return `<span class="central-posts-duration">${shown}</span>`
}

/** A button that a script shows. Without a script it stays hidden. */
const loadButton = (
  src: string | null | undefined,
  kind: 'frame' | 'video' | 'audio' | 'image',
  label: string,
  { word }: Environment,
  alt = '',
): string => {
  const url = toUrl(src)
  if (url === '') return ''
  const mark = kind === 'image' ? '' : `<span class="central-posts-badge">${playMark()}</span>`
  const warning = toHtml(word('loadsFrom', hostOf(src)))
  return `<button type="button" hidden class="central-posts-load" data-kind="${kind}" data-src="${url}" data-alt="${toHtml(alt)}">${mark}<span class="central-posts-verb">${toHtml(label)}</span> <span class="central-posts-loads"><span>(</span>${warning}<span>)</span></span></button>`
}

const playerOf = (
  item: FeedMedia,
  image: Image | undefined,
  ratio: string,
  context: Context,
  loading: Loading,
): Frame => {
  const { environment, design } = context
  const isAudio = item.type === 'audio'
  const alt = item.alt ?? ''
  const preview =
    image === undefined ? blank(isAudio ? 'audio' : undefined) : toImage(image, alt, design.imageSizes, loading)
  const file = isAudio ? 'audio' : 'video'
  const label = environment.word(isAudio ? 'playAudio' : 'playVideo')
  const button = loadButton(item.embedUrl ?? item.url, item.embedUrl ? 'frame' : file, label, environment)
  const classes = ` central-posts-player${isAudio ? ' is-audio' : ''}`
  return frameOf(preview + button + durationOf(item.durationSeconds), ratio, classes)
}

const itemFrame = (
  item: FeedMedia,
  image: Image | undefined,
  context: Context,
  loading: Loading,
): Frame | undefined => {
  const { environment, design } = context
  const alt = item.alt ?? ''
  const ratio = ratioOf(image, item)
  if (item.type === 'image') {
    if (image !== undefined) return frameOf(toImage(image, alt, design.imageSizes, loading), ratio)
    const button = loadButton(item.url ?? item.previewUrl, 'image', environment.word('showImage'), environment, alt)
    return button === '' ? undefined : frameOf(blank('image') + button, ratio, ' central-posts-player')
  }
  if (item.embedUrl ?? item.url) return playerOf(item, image, ratio, context, loading)
  if (image === undefined) return undefined
  const badge = `<span class="central-posts-badge" aria-hidden="true">${playMark()}</span>`
  return frameOf(toImage(image, alt, design.imageSizes, loading) + badge + durationOf(item.durationSeconds), ratio)
}

/** The HTML of the media; empty if there are none. `loading` is for the first of them. */
export const renderMedia = (
  post: FeedPost,
  kind: PostKind,
  images: Images,
  context: Context,
  loading: Loading,
): string => {
  const { environment, design } = context
  const media = post.media ?? []
  const max = design.isWhole || kind === 'gallery' ? MAX_MEDIA : 1
  const frames = media.slice(0, max).flatMap((item, index) => {
    return itemFrame(item, images[`m${index}` as ImageSlot], context, index === 0 ? loading : 'lazy') ?? []
  })
  const ofLink = (kind === 'link' || kind === 'article') && post.link ? images.card : undefined
  if (frames.length === 0 && ofLink !== undefined) {
    frames.push(frameOf(toImage(ofLink, '', design.imageSizes, loading), ratioOf(ofLink)))
  }
  const [first] = frames
  if (first === undefined) return ''
  const style = `style="--central-posts-natural:${first.ratio}"`
  if (frames.length === 1) return `<div class="central-posts-media" ${style}>${first.html}</div>`
  const count = toHtml(environment.number(media.length))
  const label = toHtml(environment.plural('items', media.length, environment.number(media.length)))
  const slides = frames.map(({ html }) => html).join('')
  return `<div class="central-posts-media is-gallery" ${style}><div class="central-posts-slides" role="group" tabindex="0" aria-label="${label}">${slides}</div><span class="central-posts-number" aria-hidden="true">${symbol('gallery')}<span>${count}</span></span></div>`
}
