// What is said of a post: how its text begins, its picture, its date, and the label of its checkbox.

import type { SourcePost } from './posts.ts'
import type { Say } from './strings.ts'

/** Of a label, which is read in one breath. */
const LABEL_CHARACTERS = 80
/** Of a card, which is no place to read long posts. */
const CARD_CHARACTERS = 400
/** How far from the end a word may begin to be left out whole. */
const LONGEST_WORD = 20

const CHARACTERS = new Intl.Segmenter()
const HTTP = /^https?:$/

/** As readers count characters; a cut falls between words where it can. */
const cut = (text: string, characters: number): string => {
  const parts: string[] = []
  for (const { segment } of CHARACTERS.segment(text)) {
    if (parts.length === characters) {
      const lastSpace = parts.lastIndexOf(' ')
      return parts.slice(0, lastSpace >= characters - LONGEST_WORD ? lastSpace : characters).join('')
    }
    parts.push(segment)
  }
  return text
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** What stands for the whole post in one line. */
export const titleOf = ({ title, text, link }: SourcePost): string | null => title ?? text ?? link?.title ?? null

/** In one line, with an ellipsis where it goes on. */
export const beginningOf = (text: string | null): string | null => {
  if (text === null) return null
  const line = flat(text.slice(0, LABEL_CHARACTERS * 20))
  const begin = cut(line, LABEL_CHARACTERS)
  return begin.length < line.length ? `${begin}…` : begin
}

/** What a card shows: the title, or how the text begins, as the label has it; and some of what follows. */
export const textOfCard = (post: SourcePost): { readonly begin: string; readonly rest: string } => {
  const body = post.text ?? post.link?.title ?? null
  const whole = flat(
    [post.title, body]
      .filter(Boolean)
      .join('\n')
      .slice(0, CARD_CHARACTERS * 20),
  )
  const shown = cut(whole, CARD_CHARACTERS)
  const begin = cut(post.title === null ? shown : flat(post.title), LABEL_CHARACTERS)
  return { begin, rest: shown.slice(begin.length) + (shown.length < whole.length ? '…' : '') }
}

/** Absolute; null for what is no address of the web, such as `javascript:`. */
export const webAddress = (address: string | null | undefined, base?: string): string | null => {
  if (address === null || address === undefined) return null
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  return url !== undefined && HTTP.test(url.protocol) ? url.href : null
}

export type Picture = { readonly url: string; readonly alt: string }

/** The smallest that is there of the first of its media, or that of its link. */
export const pictureOf = (post: SourcePost): Picture | null => {
  for (const { type, url, previewUrl, alt } of post.media) {
    const found = previewUrl ?? (type === 'image' ? url : null)
    if (found !== null) return { url: found, alt: alt ?? '' }
  }
  const card = post.link?.imageUrl ?? null
  return card === null ? null : { url: card, alt: '' }
}

type Named = { readonly kind: string | null; readonly publishedAt: string | null; readonly text: string | null }

export const dateOf = (publishedAt: string | null, say: Say): string => {
  const time = new Date(publishedAt ?? '')
  return Number.isNaN(time.valueOf()) ? say('undated') : say.date(time)
}

/** Such as “3 May 2025, Video: How the text begins”. */
export const labelOf = ({ kind, publishedAt, text }: Named, say: Say): string => {
  const about = { date: dateOf(publishedAt, say), kind: say.kind(kind) }
  return text === null ? say('labelWithoutText', about) : say('label', { ...about, text })
}
