// Variant → the list of a handle. The API and the feeds have the same lists under the same paths.

import type { Fields } from '../../upstream/contract/call.ts'
import { nameOf } from './canonicalize-name.ts'
import { type Place, placeOf } from './canonicalize-place.ts'

export type List = {
  /** With a leading slash, without a trailing one. */
  readonly path: string
  readonly query: Fields
}

type Tail = readonly [path: string, query?: Fields]

/** The lists of submissions that everything but a user has. */
const ORDERS: readonly (readonly [variant: string, Tail])[] = [
  ['posts', ['new']],
  ['hot', ['hot']],
  ['rising', ['rising']],
  ['controversial', ['controversial', { t: 'all' }]],
  ['top', ['top', { t: 'all' }]],
  ['top_hour', ['top', { t: 'hour' }]],
  ['top_day', ['top', { t: 'day' }]],
  ['top_week', ['top', { t: 'week' }]],
  ['top_month', ['top', { t: 'month' }]],
  ['top_year', ['top', { t: 'year' }]],
]

const USER: ReadonlyMap<string, Tail> = new Map<string, Tail>([
  ['posts', ['submitted', { sort: 'new' }]],
  ['comments', ['comments', { sort: 'new' }]],
  ['overview', ['overview', { sort: 'new' }]],
  ['hot', ['submitted', { sort: 'hot' }]],
  ['top', ['submitted', { sort: 'top', t: 'all' }]],
])
const SUBREDDIT: ReadonlyMap<string, Tail> = new Map<string, Tail>([
  ...ORDERS,
  ['comments', ['comments']],
  ['overview', ['new']],
])

/** The path of the page of a handle. */
export const rootOf = (handle: string): string => {
  const place = placeOf(handle)
  if (place !== undefined) return ROOTS[place.is](place as never)
  const { kind, name } = nameOf(handle)
  return `/${kind === 'user' ? 'user' : 'r'}/${name}`
}

type Of<Is extends Place['is']> = Extract<Place, { readonly is: Is }>

const ROOTS: { readonly [Is in Place['is']]: (place: Of<Is>) => string } = {
  several: ({ names }) => `/r/${names}`,
  custom: ({ user, name }) => `/user/${user}/m/${name}`,
  flair: ({ subreddit }) => `/r/${subreddit}`,
  within: ({ subreddit }) => `/r/${subreddit}`,
  search: () => '',
  domain: ({ host }) => `/domain/${host}`,
}

/** `top` and its periods → the fields of a search. */
const TOPS: ReadonlyMap<string, Fields> = new Map(
  ORDERS.flatMap(([variant, [sort, fields]]) => (sort === 'top' ? [[variant, { sort, ...fields }]] : [])),
)

/** Searches sort by the query. */
const searchFor = (root: string, q: string, variant: string): List => ({
  path: `${root}/search`,
  query: {
    q,
    ...(root !== '' && { restrict_sr: '1' }),
    ...(TOPS.get(variant) ?? { sort: 'new' }),
    type: 'link',
  },
})

export const listOf = (handle: string, variant: string): List => {
  const root = rootOf(handle)
  const place = placeOf(handle)
  if (place?.is === 'flair') return searchFor(root, `flair_name:"${place.words}"`, variant)
  if (place?.is === 'within' || place?.is === 'search') return searchFor(root, place.words, variant)
  const tails = place === undefined && nameOf(handle).kind === 'user' ? USER : SUBREDDIT
  const [path, query = {}] = tails.get(variant) ?? ['new']
  return { path: `${root}/${path}`, query }
}

const CHRONOLOGICAL: ReadonlySet<string> = new Set(['posts', 'comments', 'overview'])

/** Whether the list is sorted from newest to oldest. */
export const isChronological = (variant: string): boolean => CHRONOLOGICAL.has(variant)
