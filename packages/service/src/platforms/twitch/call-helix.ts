// Calls Helix. https://dev.twitch.tv/docs/api/reference/

import { type JsonObject, jsonObject } from '../../parsing/json-value.ts'
import type { Call, Response, Send } from '../../upstream/contract/call.ts'
import { requireList } from '../../upstream/contract/require-list.ts'
import { API } from './urls.ts'

/** Helix refuses larger pages. */
export const MAX_ITEMS = 100

export const requestHelix = (send: Send, method: string, call: Omit<Call, 'url'>): Promise<Response> =>
  send({ ...call, url: `${API}/helix/${method}` })

/** Throws Refused (`broken`) if the response has no list. */
export const dataOf = (response: Response): readonly JsonObject[] =>
  requireList(jsonObject(response.json()).data).map(jsonObject)
