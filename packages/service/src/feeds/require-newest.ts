// Checks the start of a feed that is too large to be read whole: it must contain the newest posts.

import { tooLarge } from '../upstream/contract/too-large.ts'
import type { Feed } from './feed.ts'

/** The feed, without a next document. Throws Refused (`broken`) when the newest posts are missing. */
export const requireNewest = (feed: Feed): Feed => {
  if (feed.items.length === 0) throw tooLarge()
  if (isOldestFirst(feed)) throw tooLarge('The feed is larger than is allowed, and its newest posts are at its end.')
  // The next document would leave a gap of posts that were not read.
  return { ...feed, nextUrl: undefined }
}

/** Decides by the majority, since pins and edits change the order of a few. */
const isOldestFirst = ({ items }: Feed): boolean => {
  const times = items.flatMap(({ publishedAt }) => publishedAt ?? [])
  const steps = times.slice(1).map((time, index) => Math.sign(Date.parse(time) - Date.parse(times[index] ?? time)))
  return steps.reduce((sum, step) => sum + step, 0) > 0
}
