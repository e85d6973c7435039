// The start of a feed that is too large: usable if its newest posts come first.

import { tooLarge } from '../upstream/contract/too-large.ts'
import type { Feed } from './feed.ts'

/** The feed up to its cut. Throws Refused (`broken`) if the newest posts are not in it. */
export const requireNewest = (feed: Feed): Feed => {
  if (feed.items.length === 0) throw tooLarge()
  if (isOldestFirst(feed)) throw tooLarge('The feed is larger than is allowed, and its newest posts are at its end.')
  // The next document would skip the posts that were cut off.
  return { ...feed, nextUrl: undefined }
}

/** Pinned and edited posts may be out of order. */
const isOldestFirst = ({ items }: Feed): boolean => {
  const times = items.flatMap(({ publishedAt }) => publishedAt ?? [])
  const steps = times.slice(1).map((time, index) => Math.sign(Date.parse(time) - Date.parse(times[index] ?? time)))
  return steps.reduce((sum, step) => sum + step, 0) > 0
}
