// What no header tells of an upstream's limits. RateLimit-*, X-RateLimit-*, X-Rate-Limit-* and Retry-After are always read,
// in whatever form they tell their values.

import type { Response } from './call.ts'

/** How long a window is: so many seconds from its first call, or until midnight of an IANA zone. */
export type Reset = { readonly seconds: number } | { readonly midnight: string }

export type Bucket = {
  readonly name: string
  /** Units in a window. */
  readonly allows: number
  readonly per: Reset
  /** Whose it is: each credential's, each host's, or this service's as a whole. */
  readonly of: 'credential' | 'host' | 'service'
}

/** What an answer tells of a bucket in a dialect of its own. */
export type Reported = {
  /** That of the call when absent. */
  readonly bucket?: string
  readonly leftShare: number
  readonly resetsInSeconds: number
}

export type Limits = {
  /** Counted here, exactly and for all replicas, because no answer tells them. */
  readonly buckets?: readonly Bucket[]
  readonly tells?: (response: Response, nowMs: number) => readonly Reported[]
}
