// Hashtags of the simulated Instagram: thirty different ones for each account, and cursors that may look the same on every
// page. For tests and benchmarks only.

import { type JsonObject, jsonObject } from '@central-api/service/parsing/json-value.ts'
import { cursorOf, graphFault, pageOf, parseFields, select } from '../meta/simulated-graph.ts'
import type { SimulatedResponse } from '../suite/simulator.ts'

type TagRequest = {
  readonly own: string
  readonly id: string
  readonly edge: string | undefined
  readonly searchParams: URLSearchParams
  readonly cursor: 'same' | 'moving'
}

const MOST_TAGS = 30
const UNKNOWN = 'unknown'
/** Fields of a post that a hashtag does not have. */
const WITHHELD = new Set(['username', 'thumbnail_url', 'media_product_type', 'alt_text', 'owner'])
const SAME = 'QVFsame'

const idOf = (tag: string): string => `178430000${Buffer.from(tag).toString('hex')}`

/** `posts`: those with the hashtag `bread`, newest first. `isShown`: whether a page contains a post that belongs to it. */
export const createSimulatedTags = (posts: () => readonly JsonObject[], isShown: (post: JsonObject) => boolean) => {
  const requested = new Map<string, Set<string>>()
  /** Where the pages of an edge have come to, if the cursor does not say. */
  const reached = new Map<string, string>()

  const search = (own: string, tag: string): SimulatedResponse => {
    const tags = requested.get(own) ?? new Set()
    requested.set(own, tags)
    if (!tags.has(tag) && tags.size >= MOST_TAGS)
      return graphFault(18, '(#18) max limit of unique hashtags queried per 7 days', { subcode: 2_207_034 })
    tags.add(tag)
    if (tag === UNKNOWN)
      return graphFault(24, 'The requested resource does not exist', {
        ...{ subcode: 2_207_024, more: { is_transient: false } },
      })
    return { body: { data: [{ id: idOf(tag) }] } }
  }

  const list = ({ own, id, edge, searchParams, cursor }: TagRequest): SimulatedResponse => {
    const fields = parseFields(searchParams.get('fields') ?? 'id')
    const withheld = [...fields, ...fields.flatMap((field) => field.fields)].find(({ name }) => WITHHELD.has(name))
    if (withheld)
      return graphFault(100, `(#100) Tried accessing nonexisting field (${withheld.name}) on node type (IGMedia)`)
    const limit = Number(searchParams.get('limit') ?? '25')
    if (limit > 50) return graphFault(100, '(#100) Param limit must be at most 50')
    const place = `${own} ${id} ${edge}`
    const after = searchParams.get('after')
    const from = after === SAME ? reached.get(place) : after
    const all = id === idOf('bread') ? posts() : []
    const page = pageOf(edge === 'top_media' ? all.toReversed() : all, from, limit)
    if (page === undefined) return graphFault(100, '(#100) Invalid cursors values.')
    const last = page.items.at(-1)
    if (last) reached.set(place, cursorOf(last.id))
    return {
      body: {
        data: page.items.filter(isShown).map((item) => select(jsonObject(item), fields)),
        // The last page has no paging.
        ...(!page.isLast && { paging: { cursors: { after: cursor === 'same' ? SAME : page.after } } }),
      },
    }
  }

  return {
    respond: (request: TagRequest): SimulatedResponse => {
      if (request.id === 'ig_hashtag_search') return search(request.own, request.searchParams.get('q') ?? '')
      return request.edge === 'recent_media' || request.edge === 'top_media'
        ? list(request)
        : graphFault(2_500, 'Unknown path components')
    },
    requestedBy: (own: string): readonly string[] => [...(requested.get(own) ?? [])],
  }
}
