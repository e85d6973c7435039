// Filters the loaded posts.

import type { SourcePost } from './posts.ts'

export type Filter = {
  /** Words that a post must contain; empty for no filter. */
  readonly search: string
  /** Empty for all kinds. */
  readonly kind: string
  /** Days in the editor's time zone, such as `2025-05-03`; empty for no limit. */
  readonly from: string
  readonly until: string
}

export const NO_FILTER: Filter = { search: '', kind: '', from: '', until: '' }

export const isFiltering = (filter: Filter): boolean => Object.values(filter).some((value) => value !== '')

/** Normalizes case and accents. */
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

/** Searchable text by post, cached because folding long posts is slow. */
const searchTexts = new WeakMap<SourcePost, string>()

const searchTextOf = (post: SourcePost): string => {
  const { title, text, link, media } = post
  const cached = searchTexts.get(post)
  if (cached !== undefined) return cached
  const searchText = fold([title, text, link?.title, ...media.map(({ alt }) => alt)].filter(Boolean).join(' '))
  searchTexts.set(post, searchText)
  return searchText
}

const contains = (post: SourcePost, search: string): boolean => {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return words.every((word) => searchTextOf(post).includes(word))
}

export const matches = (post: SourcePost, filter: Filter): boolean =>
  (filter.kind === '' || post.kind === filter.kind) &&
  isWithin(post.publishedAt, filter) &&
  contains(post, filter.search)
