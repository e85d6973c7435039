// The images of a post or a profile, and how they are written.

import { toHtml, toOwnUrl } from './escape.ts'
import type { FeedAuthor, FeedMedia, FeedPost, ImageCopy, ImageOf, ImageSlot } from './types.ts'

export const MAX_MEDIA = 4
export const DEFAULT_SIZES = '(max-width: 600px) 100vw, 400px'

/** Copies of an image, smallest first; or the image of another server, which does not get the URL of the page. */
export type Image = { readonly copies: readonly ImageCopy[]; readonly isRemote: boolean }

export type Images = Readonly<Partial<Record<ImageSlot, Image>>>

type Size = { readonly width?: number | null | undefined; readonly height?: number | null | undefined }

const imageFor = (url: string | null | undefined, slot: ImageSlot, imageOf: ImageOf, size: Size = {}): Images => {
  if (!url) return {}
  const found = imageOf(url, slot)
  if (found === null || found === '') return {}
  if (typeof found !== 'string') return found.length === 0 ? {} : { [slot]: { copies: found, isRemote: false } }
  return { [slot]: { copies: [{ url: found, width: size.width ?? 0, height: size.height ?? 0 }], isRemote: true } }
}

const shownUrl = ({ type, url, previewUrl }: FeedMedia) => (type === 'image' ? (url ?? previewUrl) : previewUrl)

export const imagesOfPost = ({ media, link, author, repostOf }: FeedPost, imageOf: ImageOf): Images => {
  const slots = (media ?? []).slice(0, MAX_MEDIA).map((medium, index) => {
    return imageFor(shownUrl(medium), `m${index}`, imageOf, medium)
  })
  const avatar = (repostOf?.author ?? author)?.avatarUrl
  return Object.assign({}, ...slots, imageFor(link?.imageUrl, 'card', imageOf), imageFor(avatar, 'avatar', imageOf))
}

export const imagesOfProfile = ({ avatarUrl }: FeedAuthor, imageOf: ImageOf): Images =>
  imageFor(avatarUrl, 'avatar', imageOf)

/** `first`: before all others. `row`: at once, as it stands in the first row. `lazy`: when a visitor comes near it. */
export type Loading = 'first' | 'row' | 'lazy'

const LOADING = { first: 'eager" fetchpriority="high', row: 'eager', lazy: 'lazy' } as const

/** Renders an image in responsive widths. The width of a lazy one is known when it loads. */
export const toImage = (
  { copies, isRemote }: Image,
  alt: string,
  sizes = DEFAULT_SIZES,
  loading: Loading = 'lazy',
): string => {
  const last = copies.at(-1)
  if (last === undefined) return ''
  const set = copies.map(({ url, width }) => `${toOwnUrl(url)} ${Math.trunc(width)}w`).join(', ')
  const from = isRemote
    ? ' referrerpolicy="no-referrer"'
    : ` srcset="${set}" sizes="${loading === 'lazy' ? 'auto, ' : ''}${sizes}"`
  const size =
    last.width > 0 && last.height > 0 ? ` width="${Math.trunc(last.width)}" height="${Math.trunc(last.height)}"` : ''
  return `<img class="central-posts-picture" src="${toOwnUrl(copies[0]?.url ?? '')}"${from}${size} alt="${toHtml(alt)}" loading="${LOADING[loading]}" decoding="async">`
}
