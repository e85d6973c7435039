// The body of a response from an unknown host, as a JSON object.

import { type JsonObject, jsonObject } from '../parsing/json-value.ts'
import type { Response } from '../upstream/contract/call.ts'
import { isRefused } from '../upstream/contract/refusal.ts'

/** Empty when the body is something else, such as a page. */
export const jsonBody = (response: Response): JsonObject => {
  try {
    return jsonObject(response.json())
  } catch (error) {
    if (!isRefused(error, 'broken')) throw error
    return {}
  }
}
