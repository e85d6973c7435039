// The lists of a site besides its archives: a search, a type of content (`product`, `event`), a term of a taxonomy of its
// own. Knows their URLs. Sends no request.

import { decodeSafely } from '../../urls/repair-url.ts'

export type List =
  | { readonly is: 'search'; readonly words: string }
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'term'; readonly taxonomy: string; readonly slug: string }

const MOST_WORDS = 200
/** WordPress allows 20 characters for types, and 32 for taxonomies. */
const NAME = '[a-z0-9][a-z0-9_-]{0,39}'
const ONLY_NAME = new RegExp(`^${NAME}$`)
const PATH = new RegExp(
  `^(?<site>.*?)/(?:search/(?<words>[^/]+)|type/(?<type>${NAME})|taxonomy/(?<taxonomy>${NAME})/(?<slug>[^/]+))$`,
)

/** The end of a handle for a search; undefined for words that WordPress would not search. */
const searchPath = (text: string): string | undefined => {
  const words = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return words === '' || /^\.{1,2}$/.test(words) || words.length > MOST_WORDS
    ? undefined
    : `/search/${encodeURIComponent(words.toWellFormed())}`
}

const typePath = (type: string): string | undefined => (ONLY_NAME.test(type) ? `/type/${type}` : undefined)

/** The end of a handle for the list that the segments of a path show. */
export const listAt = (first: string, names: readonly string[]): string | undefined => {
  const [name = '', slug] = names
  if (first === 'search') return names.length === 1 ? searchPath(decodeSafely(name.replaceAll('+', ' '))) : undefined
  if (first === 'type') return names.length === 1 ? typePath(name.toLowerCase()) : undefined
  if (slug === undefined || names.length !== 2 || !ONLY_NAME.test(name.toLowerCase())) return undefined
  return `/taxonomy/${name.toLowerCase()}/${slug}`
}

/** Fields that narrow a list further. */
const NARROWING = ['author', 'author_name', 'cat', 'category_name', 'tag', 'm', 'year', 'monthnum', 'day', 'w']

/** The end of a handle for the list in a query; `other` if it is narrower than any handle. */
export const listIn = (query: URLSearchParams): string | 'other' | undefined => {
  const [words, type] = [query.get('s') ?? '', query.get('post_type') ?? '']
  if (words === '' && type === '') return undefined
  if ((words !== '' && type !== '') || NARROWING.some((field) => query.get(field))) return 'other'
  return (words === '' ? typePath(type.toLowerCase()) : searchPath(words)) ?? 'other'
}

/** The site and the list of a handle; undefined for one without a list. */
export const listOf = (handle: string): { readonly site: string; readonly list: List } | undefined => {
  const { site, words, type, taxonomy, slug = '' } = PATH.exec(handle)?.groups ?? {}
  if (site === undefined) return undefined
  if (words !== undefined) return { site, list: { is: 'search', words: decodeSafely(words) } }
  if (type !== undefined) return { site, list: { is: 'type', type } }
  return taxonomy === undefined ? undefined : { site, list: { is: 'term', taxonomy, slug } }
}
