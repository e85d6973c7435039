// Calls of Hacker News's own API, and of its search.

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Send } from '../../upstream/contract/call.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import type { Ranked } from './canonicalize-place.ts'
import { API, SEARCH } from './urls.ts'

/** Only calls of the search count. */
const FREE = { search: 0 } as const

/** null for what does not exist. */
export const requestItem = async (send: Send, path: string, call: Partial<Call> = {}) => {
  const response = await send({ ...call, url: `${API}/v0/${path}.json`, cost: FREE })
  return { response, item: response.text().trim() === 'null' ? null : response.json() }
}

/** The ids of the list, best first. */
export const requestRanked = async (send: Send, list: Ranked): Promise<readonly number[]> => {
  const response = await send({ url: `${API}/v0/${list}stories.json`, cost: FREE, revalidate: true })
  return requireList(response.json()).filter(
    (id) => typeof id === 'number' && Number.isSafeInteger(id) && id > 0,
  ) as number[]
}

/** `by`: `search` sorts by relevance, `search_by_date` by time. */
export const requestHits = async (
  send: Send,
  by: 'search' | 'search_by_date',
  query: NonNullable<Call['query']>,
): Promise<readonly JsonObject[]> => {
  const response = await send({ url: `${SEARCH}/api/v1/${by}`, query })
  return requireList(jsonObject(response.json()).hits).map(jsonObject)
}
