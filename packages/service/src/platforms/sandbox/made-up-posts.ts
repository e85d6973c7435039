// The posts of the sandbox: the shapes in rotation, with dates and counts. The same bytes at any time, on any machine.

import { buildPost } from '../../post/build-post.ts'
import type { PlatformPost } from '../../post/post.ts'
import { DEMO_AUTHOR } from './made-up-profile.ts'
import { SHAPES } from './post-shapes.ts'
import { SANDBOX_ORIGIN } from './urls.ts'

const COUNT = 95
/** All ids have four digits, so that their order as strings is that of numbers. */
const FIRST_ID = 1001
const FIRST_TIME = Date.UTC(2025, 10, 1, 8)
const STEP_MS = 1013 * 60_000
/** The time between publication and edit. */
const EDIT_MS = 5_025_678
const PINNED = 1060

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Real zeros, missing counts, and counts too wide for a narrow card. */
const metricsOf = (number: number) => ({
  likes: number % 5 === 0 ? null : number % 19 === 0 ? 1_234_567 : (number * 37) % 900,
  comments: number % 4 === 0 ? null : (number * 7) % 11,
  shares: number % 3 === 0 ? null : (number * 13) % 120,
  views: number % 6 === 0 ? (number * 1_009) % 100_000 : null,
})

/** The index starts at the oldest post. Every third post shares its second with the one before. */
const nthPost = (index: number): PlatformPost => {
  const number = FIRST_ID + index
  const publishedMs = FIRST_TIME + Math.floor((index * 2) / 3) * STEP_MS
  const draft = SHAPES[index % SHAPES.length]?.(number) ?? {}
  return buildPost({
    id: String(number),
    url: `${SANDBOX_ORIGIN}/@demo/${number}`,
    publishedAt: timeOf(publishedMs),
    editedAt: number % 8 === 0 ? timeOf(publishedMs + EDIT_MS) : null,
    author: DEMO_AUTHOR,
    metrics: metricsOf(number),
    pinned: number === PINNED,
    sensitive: false,
    ...draft,
  })
}

/** All posts, newest first. */
export const MADE_UP_POSTS: readonly PlatformPost[] = Array.from({ length: COUNT }, (_, index) =>
  nthPost(COUNT - 1 - index),
)
