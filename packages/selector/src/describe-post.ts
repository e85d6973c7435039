// Describes a post: the beginning of its text, its image, its date, and the label of its checkbox.

import type { SourceMedia, SourcePost } from './posts.ts'
import type { Say } from './strings.ts'

/** Length of a label, kept short for screen readers. */
const LABEL_CHARACTERS = 80
/** Length of the text in a card. */
const CARD_CHARACTERS = 400
/** A longer word at the cut is split instead of dropped. */
const LONGEST_WORD = 20

const GRAPHEMES = new Intl.Segmenter()
const HTTP = /^https?:$/

/** Truncates by grapheme clusters, at a word boundary if possible. */
const truncate = (text: string, characters: number): string => {
  const parts: string[] = []
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (parts.length === characters) {
      const lastSpace = parts.lastIndexOf(' ')
      return parts.slice(0, lastSpace >= characters - LONGEST_WORD ? lastSpace : characters).join('')
    }
    parts.push(segment)
  }
  return text
}

const collapseSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The title, or its replacement. */
export const titleOf = ({ title, text, link }: SourcePost): string | null => title ?? text ?? link?.title ?? null

/** Shortens text to one line, with an ellipsis if it is cut. */
export const beginningOf = (text: string | null): string | null => {
  if (text === null) return null
  const line = collapseSpace(text.slice(0, LABEL_CHARACTERS * 20))
  const begin = truncate(line, LABEL_CHARACTERS)
  return begin.length < line.length ? `${begin}…` : begin
}

/** Text of a card: the title or the beginning of the text, as in the label, and the rest. */
export const textOfCard = (post: SourcePost): { readonly begin: string; readonly rest: string } => {
  const body = post.text ?? post.link?.title ?? null
  const whole = collapseSpace(
    [post.title, body]
      .filter(Boolean)
      .join('\n')
      .slice(0, CARD_CHARACTERS * 20),
  )
  const shown = truncate(whole, CARD_CHARACTERS)
  const begin = truncate(post.title === null ? shown : collapseSpace(post.title), LABEL_CHARACTERS)
  return { begin, rest: shown.slice(begin.length) + (shown.length < whole.length ? '…' : '') }
}

/** Returns the absolute URL, or null if it is not http(s), such as `javascript:`. */
export const httpUrlOf = (url: string | null | undefined, base?: string): string | null => {
  if (url === null || url === undefined || !URL.canParse(url, base)) return null
  const { protocol, href } = new URL(url, base)
  return HTTP.test(protocol) ? href : null
}

export type PreviewImage = { readonly url: string; readonly alt: string }

/** Of a card, on screens with two pixels for each of CSS. */
const CARD_PIXELS = 400

/** The file in a width that is enough for a card, if the service offers one. */
const inCardWidth = ({ url, sizes = [] }: SourceMedia): string | null => {
  const width = sizes.find((each) => each >= CARD_PIXELS)
  return url === null || width === undefined ? url : `${url}?w=${width}`
}

/** The smallest image of the first medium that has one, or the image of its link. */
export const previewImageOf = (post: SourcePost): PreviewImage | null => {
  for (const medium of post.media) {
    const { type, previewUrl, alt } = medium
    const found = previewUrl ?? (type === 'image' ? inCardWidth(medium) : null)
    if (found !== null) return { url: found, alt: alt ?? '' }
  }
  const card = post.link?.imageUrl ?? null
  return card === null ? null : { url: card, alt: '' }
}

type Labeled = { readonly kind: string | null; readonly publishedAt: string | null; readonly text: string | null }

export const dateOf = (publishedAt: string | null, say: Say): string => {
  const time = new Date(publishedAt ?? '')
  return Number.isNaN(time.valueOf()) ? say('undated') : say.date(time)
}

/** A label such as “3 May 2025, Video: Beginning of the text”. */
export const labelOf = ({ kind, publishedAt, text }: Labeled, say: Say): string => {
  const about = { date: dateOf(publishedAt, say), kind: say.kind(kind) }
  return text === null ? say('labelWithoutText', about) : say('label', { ...about, text })
}
