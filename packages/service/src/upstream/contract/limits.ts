// The limits of an upstream that no header field reports. RateLimit-*, X-RateLimit-*, X-Rate-Limit-* and Retry-After
// are always read, whatever the form of their values.

import type { Response } from './call.ts'

/** The length of a window: this many seconds, or until midnight in an IANA zone. */
export type Reset = { readonly seconds: number } | { readonly midnight: string }

export type Bucket = {
  readonly name: string
  /** Units in a window. */
  readonly allows: number
  readonly per: Reset
  /** Who owns it: each credential, each host, or the whole service. */
  readonly of: 'credential' | 'host' | 'service'
}

/** What a response reports of a bucket, in the platform's own format. */
export type Reported = {
  /** The bucket of the call when absent. */
  readonly bucket?: string
  readonly leftShare: number
  readonly resetsInSeconds: number
}

export type Limits = {
  /** Counted here, exactly and for all replicas, because no response reports them. */
  readonly buckets?: readonly Bucket[]
  readonly tells?: (response: Response, nowMs: number) => readonly Reported[]
}
