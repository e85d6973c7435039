// Variant → the list of a user or a subreddit. The API and the feeds have the same lists under the same paths.

import type { Fields } from '../../upstream/contract/call.ts'
import { type Named, nameOf } from './canonicalize-name.ts'

export type List = {
  /** With a leading slash, without a trailing one. */
  readonly path: string
  readonly query: Fields
}

type Tail = readonly [path: string, query?: Fields]

const TAILS: Readonly<Record<Named['kind'], ReadonlyMap<string, Tail>>> = {
  user: new Map<string, Tail>([
    ['posts', ['submitted', { sort: 'new' }]],
    ['comments', ['comments', { sort: 'new' }]],
    ['overview', ['overview', { sort: 'new' }]],
    ['hot', ['submitted', { sort: 'hot' }]],
    ['top', ['submitted', { sort: 'top', t: 'all' }]],
  ]),
  subreddit: new Map<string, Tail>([
    ['posts', ['new']],
    ['comments', ['comments']],
    ['overview', ['new']],
    ['hot', ['hot']],
    ['top', ['top', { t: 'all' }]],
  ]),
}

export const rootOf = (handle: string): string => {
  const { kind, name } = nameOf(handle)
  return `/${kind === 'user' ? 'user' : 'r'}/${name}`
}

export const listOf = (handle: string, variant: string): List => {
  const [path, query = {}] = TAILS[nameOf(handle).kind].get(variant) ?? ['new']
  return { path: `${rootOf(handle)}/${path}`, query }
}

/** Whether the list is sorted from newest to oldest. */
export const isChronological = (variant: string): boolean => variant !== 'hot' && variant !== 'top'
