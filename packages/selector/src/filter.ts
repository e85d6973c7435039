// Which of the posts that are loaded an editor wants to see.

import type { SourcePost } from './posts.ts'

export type Filter = {
  /** Words that all occur; empty for any. */
  readonly search: string
  /** Empty for any. */
  readonly kind: string
  /** Days of the editor's own time zone, such as `2025-05-03`; empty for any. */
  readonly from: string
  readonly until: string
}

export const NO_FILTER: Filter = { search: '', kind: '', from: '', until: '' }

export const isFiltering = (filter: Filter): boolean => Object.values(filter).some((value) => value !== '')

/** Without regard to case and accents. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const dayOf = (publishedAt: string | null): string => {
  const time = new Date(publishedAt ?? '')
  if (Number.isNaN(time.valueOf())) return ''
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${String(time.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

const isWithin = (publishedAt: string | null, { from, until }: Filter): boolean => {
  if (from === '' && until === '') return true
  const day = dayOf(publishedAt)
  return day !== '' && (from === '' || day >= from) && (until === '' || day <= until)
}

/** What is searched of a post; long ones are not folded again with every key. */
const folded = new WeakMap<SourcePost, string>()

const wordsOf = (post: SourcePost): string => {
  const { title, text, link, media } = post
  const known = folded.get(post)
  if (known !== undefined) return known
  const all = fold([title, text, link?.title, ...media.map(({ alt }) => alt)].filter(Boolean).join(' '))
  folded.set(post, all)
  return all
}

const holds = (post: SourcePost, search: string): boolean => {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return words.every((word) => wordsOf(post).includes(word))
}

export const matches = (post: SourcePost, filter: Filter): boolean =>
  (filter.kind === '' || post.kind === filter.kind) && isWithin(post.publishedAt, filter) && holds(post, filter.search)
