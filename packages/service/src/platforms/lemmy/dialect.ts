// What an API of Lemmy, PieFed or Mbin is asked for, and how its lists are read.

import type { JsonObject } from '../../parsing/json-value.ts'
import type { Call } from '../../upstream/contract/call.ts'
import type { Batch } from '../../upstream/paging/walk.ts'
import type { Named } from './canonicalize-name.ts'
import type { Place } from './canonicalize-place.ts'

export type Query = NonNullable<Call['query']>

export type List = {
  readonly path: string
  readonly query: Query
  /** The query field of a position, and the pattern of its values. */
  readonly at: readonly [field: string, pattern: RegExp]
  /** `count`: the position counts pages. */
  readonly anchor: 'post' | 'count'
  readonly read: (body: JsonObject, at: string | undefined) => Batch<unknown>
}

export type Dialect = {
  readonly profile: (named: Named, limit: number) => { readonly path: string; readonly query: Query }
  /** `id`: of the user or community on the server, as its profile says it. */
  readonly list: (named: Named, limit: number, id: string) => List
  /** `id`: of a feed on the server. */
  readonly place: (place: Place, limit: number, id: string) => List
}
