// Reads lists of the Graph API page by page. Facebook builds the URL of the next page in two styles, so its query is
// kept, without the signature.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { PostsRequest } from '../../upstream/contract/source.ts'
import type { Batch } from '../../upstream/paging/walk.ts'
import { graphUrl, requestFields } from '../meta/graph.ts'
import { type Settings, throwForUnknown } from './read-page.ts'

/** Parameters of the signature, and those that every call sets itself. */
const NOT_KEPT: ReadonlySet<string> = new Set(['access_token', 'appsecret_proof', 'fields', 'limit', 'pretty'])
const KEPT = /^[\w%.=&+*~-]{1,900}$/

export type Edge = {
  /** Behind the version: `1234/photos`. */
  readonly path: string
  readonly fields: readonly [string, ...string[]]
  /** Of the first page; URLs of next pages repeat it. */
  readonly query?: Readonly<Record<string, string>>
}

/** `kept`: the position of the previous batch; undefined for the first. Throws Refused. */
export const readEdge = async (
  { send, settings }: Pick<PostsRequest<Settings>, 'send' | 'settings'>,
  { path, fields, query = {} }: Edge,
  kept: string | undefined,
  size: number,
): Promise<Batch<JsonObject>> => {
  if (kept !== undefined && !KEPT.test(kept)) throw new Refused('invalid_cursor')
  const position = Object.fromEntries(new URLSearchParams(kept))
  const callFor = (each: string) => ({
    url: graphUrl(settings, path),
    query: { ...query, ...position, limit: size, fields: each },
  })
  const { body } = await requestFields(send, callFor, fields, {
    onError: throwForUnknown(send, settings),
    isBehindCursor: kept !== undefined,
  })
  return { items: requireList(body.data).map(jsonObject), next: nextOf(jsonObject(body.paging).next) }
}

/** Only `next` says that there is another page; cursors are there on the last page, too. */
export const nextOf = (next: unknown): string | undefined => {
  const url = typeof next === 'string' ? URL.parse(next) : null
  if (url === null) return undefined
  const kept = [...url.searchParams].filter(([name]) => !NOT_KEPT.has(name))
  return kept.length === 0 ? undefined : new URLSearchParams(kept).toString()
}
