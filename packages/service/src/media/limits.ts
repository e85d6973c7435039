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
  /** How long a request waits for its image: shorter than requests may take at all, so that what it waits for ends, too. */
  waitMs: 15 * SECOND_MS,
  /** How long a failure is remembered at first, and at most. Each further failure doubles the time. */
  failureMs: 60 * SECOND_MS,
  maxFailureMs: 3_600 * SECOND_MS,
  failures: 10_000,
  /** Images that wait to be copied because their URLs end. Further ones are fetched when somebody asks. */
  copies: 2_000,
  /** How long a post or account is not read again for its images, whatever came of it, how many are remembered, and calls
   * a minute for all of them. */
  renewalMs: 3_600 * SECOND_MS,
  renewals: 1_000,
  renewalsPerMinute: 60,
  /** How long one process may fetch or render an image while others wait for it: longer than it takes. */
  leaseMs: 30 * SECOND_MS,
  /** Images that clients have not received yet. */
  sendingBytes: 64 * MIB,
  /** Small images that are kept in memory, their size, and how long. */
  recent: 256,
  recentBytes: 64 * 1024,
  recentMs: 60 * SECOND_MS,
} as const

/** Of requests to a bucket, somebody waits for most of them. A page of its list has about 400 KB. */
export const BUCKET_LIMITS = { timeoutMs: 5 * SECOND_MS, maxBytes: 16 * MIB } as const

export const RENDER_LIMITS = {
  /** Of an original. A small file can have many more. */
  pixels: 50_000_000,
  side: 12_000,
  /** Of an animation, and how wide it may be rendered. */
  frames: 100,
  animatedWidth: 500,
  /** Of processor time, which other load of the machine does not change, and until a process that waits is killed. */
  cpuSeconds: 5,
  deadlineMs: 15 * SECOND_MS,
  startMs: 20 * SECOND_MS,
  /** Resident memory of a process at which a job is stopped, and above which the process ends after a job. */
  residentBytes: 300 * MIB,
  restBytes: 160 * MIB,
  /** An idle process keeps about 70 MB. */
  idleMs: 30 * SECOND_MS,
  /** Messages between the service and a process. */
  frame: { headBytes: 4_096, bodyBytes: 15 * MIB },
  /** Renderings that wait, of all accounts and of one. Further requests are refused. */
  queue: 200,
  queueOfOne: 40,
  /** Accounts whose use of processes is remembered, the share of a process that each may use without any effect, and
   * what an account may use before it must leave a process to the others. */
  accounts: 1_000,
  forgivenShare: 0.05,
  heavyMs: 2 * SECOND_MS,
  /** How long an image that was not rendered in time is not tried again in this size, at first. */
  busyMs: 2 * SECOND_MS,
  /** Originals in memory that no copy may be kept of, while they wait, of all accounts and of one. */
  waitingBytes: 48 * MIB,
  waitingBytesOfOne: 24 * MIB,
  /** Renderings that nobody waits for. Further ones are made when somebody asks again. */
  behind: 200,
} as const
