// What TikTok tells in `data`, whatever it was asked for: an answer without it says nothing of an account.

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { Refused } from '../../upstream/contract/refusal.ts'
import { requireList } from '../../upstream/contract/require-list.ts'

/** Throws Refused (`broken`) where there is nothing in it. */
export const requireData = (data: unknown): JsonObject => {
  const reported = jsonObject(data)
  if (Object.keys(reported).length === 0) throw new Refused('broken')
  return reported
}

/** A list without videos in it says at least whether there are more. Throws Refused (`broken`). */
export const videosOf = ({ videos, has_more: hasMore }: JsonObject): readonly unknown[] =>
  typeof hasMore === 'boolean' ? jsonList(videos) : requireList(videos)
