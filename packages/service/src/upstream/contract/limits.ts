// The limits of an upstream that no header field reports. RateLimit-*, X-RateLimit-*, X-Rate-Limit-* and Retry-After
// are always read, whatever the form of their values.

import type { ProfileKind } from '../../post/post.ts'
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
  /** Counts the different values that calls use in a rolling window, such as hashtags: a value that was used within it is
   * free, and restarts nothing. `per` is in seconds. */
  readonly distinct?: true
  /** A budget so small that one license could use it up for all others: none may use more than half of what it and the
   * others have left. */
  readonly isSharedFairly?: true
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
  /** Bucket → the only kinds of profile that it pays for, such as the searches of a day. Such a bucket is charged by calls
   * that name it. When it is empty, everything else goes on. Other buckets pay for all kinds. */
  readonly only?: Readonly<Record<string, readonly ProfileKind[]>>
  /** For a platform that counts by application: the kind of the operator's credential whose units the calls of connected
   * accounts use, too. Without such a credential, they share units of their own. */
  readonly connectedShare?: string
}

/** The kinds that the bucket pays for; undefined: all. */
export const kindsPaidBy = (limits: Limits | undefined, bucket: string): readonly ProfileKind[] | undefined =>
  limits?.only !== undefined && Object.hasOwn(limits.only, bucket) ? limits.only[bucket] : undefined

/** Whether pages of a kind are paid from the bucket. */
export const paysFor = (limits: Limits | undefined, bucket: string, kind: ProfileKind): boolean =>
  kindsPaidBy(limits, bucket)?.includes(kind) ?? true
