// Reads a JSON object out of text from outside, field by field.

import { type JsonObject, jsonObject } from './json-value.ts'
import { parseJson } from './parse-json.ts'

/** The object; an empty one for anything else, malformed text included. */
export const parseObject = (text: string): JsonObject => {
  try {
    return jsonObject(parseJson(text))
  } catch {
    return {}
  }
}
