// Every number of the media proxy. Images have an egress of their own, so that they never take memory, connections or
// requests from scans.

import type { Limits } from '../egress/limits.ts'

const SECOND_MS = 1_000
const MIB = 1024 * 1024

export const MEDIA_EGRESS_LIMITS = {
  /** Of an image, as sent and decoded. */
  wireBytes: 15 * MIB,
  decodedBytes: 15 * MIB,
  /** Of all images that are being fetched. */
  bodiesBytes: 48 * MIB,
  licenseBodiesBytes: 48 * MIB,
  /** All images of a platform are on a few hosts. */
  hostPerMinute: 3_000,
} as const satisfies Partial<Limits>

export const MEDIA_LIMITS = {
  /** Images that are fetched at the same time, and that wait for it. Further requests are refused. */
  fetches: 32,
  queue: 200,
  retryAfterSeconds: 2,
  /** How long a failure is remembered at first, and at most. Each further failure doubles the time. */
  failureMs: 60 * SECOND_MS,
  maxFailureMs: 3_600 * SECOND_MS,
  failures: 10_000,
  /** Images that wait to be copied because their URLs end. Further ones are fetched when somebody asks. */
  copies: 2_000,
} as const
