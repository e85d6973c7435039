// The images of a post or a profile, and how they are written.

import { toHtml, toOwnUrl } from './escape.ts'
import type { FeedAuthor, FeedMedia, FeedPost, ImageCopy, ImageOf, ImageSlot } from './types.ts'

export const MAX_MEDIA = 4
export const DEFAULT_SIZES = '(max-width: 600px) 100vw, 400px'

type Candidate = Pick<ImageCopy, 'url' | 'width'>

/** Copies of an image, smallest first; or the image of another server, which does not get the URL of the page, and what that offers in
 * other widths. */
export type Image = { readonly copies: readonly ImageCopy[]; readonly offered?: readonly Candidate[] }

export type Images = Readonly<Partial<Record<ImageSlot, Image>>>

type Medium = Partial<Pick<FeedMedia, 'url' | 'width' | 'height' | 'sizes'>>

/** What the API offers of the file itself. */
const offeredOf = (url: string, { url: file, sizes }: Medium): readonly Candidate[] =>
  url === file ? (sizes ?? []).filter(Number.isInteger).map((width) => ({ url: `${url}?w=${width}`, width })) : []

const imageFor = (url: string | null | undefined, slot: ImageSlot, imageOf: ImageOf, medium: Medium = {}): Images => {
  if (!url) return {}
  const found = imageOf(url, slot)
  if (!found) return {}
  if (typeof found !== 'string') return found.length === 0 ? {} : { [slot]: { copies: found } }
  const copies = [{ url: found, width: medium.width ?? 0, height: medium.height ?? 0 }]
  return { [slot]: { copies, offered: offeredOf(found, medium) } }
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
  { copies, offered }: Image,
  alt: string,
  sizes = DEFAULT_SIZES,
  loading: Loading = 'lazy',
): string => {
  const last = copies.at(-1)
  if (last === undefined) return ''
  const set = (offered ?? copies)
    .map(({ url, width }: Candidate) => `${toOwnUrl(url)} ${Math.trunc(width)}w`)
    .join(', ')
  const choice = set && ` srcset="${set}" sizes="${loading === 'lazy' ? 'auto, ' : ''}${sizes}"`
  const policy = offered ? ' referrerpolicy="no-referrer"' : ''
  const size =
    last.width > 0 && last.height > 0 ? ` width="${Math.trunc(last.width)}" height="${Math.trunc(last.height)}"` : ''
  return `<img class="central-posts-picture" src="${toOwnUrl(copies[0]?.url ?? '')}"${choice}${policy}${size} alt="${toHtml(alt)}" loading="${LOADING[loading]}" decoding="async">`
}
