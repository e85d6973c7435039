// The start of a feed that is too large to be read whole: its newest posts, where they stand first.

import { tooLarge } from '../upstream/contract/too-large.ts'
import type { Feed } from './feed.ts'

/** The feed, which ends where its start does. Throws Refused (`broken`) where the newest posts are not in it. */
export const requireNewest = (feed: Feed): Feed => {
  if (feed.items.length === 0) throw tooLarge()
  if (isOldestFirst(feed)) throw tooLarge('The feed is larger than is allowed, and its newest posts stand at its end.')
  // What stands behind the posts of this document would leave out those that were not read.
  return { ...feed, nextUrl: undefined }
}

/** Pinned posts and edits put a few in another order. */
const isOldestFirst = ({ items }: Feed): boolean => {
  const times = items.flatMap(({ publishedAt }) => publishedAt ?? [])
  const steps = times.slice(1).map((time, index) => Math.sign(Date.parse(time) - Date.parse(times[index] ?? time)))
  return steps.reduce((sum, step) => sum + step, 0) > 0
}
