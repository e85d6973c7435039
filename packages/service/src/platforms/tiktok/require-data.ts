// Requires the `data` of a TikTok response. An empty one proves nothing about an account.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'

/** Throws Refused (`broken`) when the object is empty. */
export const requireData = (data: unknown): JsonObject => {
  const object = jsonObject(data)
  if (Object.keys(object).length === 0) throw new Refused('broken')
  return object
}

/** A list without `videos` is valid when `has_more` is present. Throws Refused (`broken`) otherwise. */
export const videosOf = ({ videos, has_more: hasMore }: JsonObject): readonly unknown[] =>
  typeof hasMore === 'boolean' ? jsonList(videos) : requireList(videos)
