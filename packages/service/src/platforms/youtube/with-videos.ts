// Reads the videos of a playlist's entries.

import type { JsonObject } from '../../parsing/json-value.ts'
import type { Send } from '../../upstream/contract/call.ts'
import { itemsOf, requestVideos } from './call-api.ts'

export type Listed = {
  /** Of the video. */
  readonly id: string
  readonly entry: JsonObject
  /** The video, when it was read already. */
  readonly video?: JsonObject | undefined
}

/** Reads the videos that were not read yet, and leaves out deleted ones. The API returns them in any order. */
export const withVideos = async <Entry extends Listed>(
  send: Send,
  entries: readonly Entry[],
): Promise<readonly Entry[]> => {
  const ids = entries.flatMap(({ id, video }) => (video === undefined ? id : []))
  if (ids.length === 0) return entries
  const found = new Map(itemsOf(await requestVideos(send, ids)).map((video) => [video.id, video]))
  return entries.flatMap((entry) => {
    const video = entry.video ?? found.get(entry.id)
    return video === undefined ? [] : { ...entry, video }
  })
}
