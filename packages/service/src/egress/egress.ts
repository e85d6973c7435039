// The contract of the guarded egress, the only part that opens outbound sockets. vet-url.ts and vet-address.ts say what
// it refuses and why.

import type { OwnedBuffer } from '../runtime/event-loop/owned-bytes.ts'
import type { Bodies, BodyBudget } from './body-budget.ts'

/** The target that a redirect is replaced with. */
export type Hop = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The hop is meant for another origin, whatever its URL: the request's own fields are dropped from here on. */
  readonly isElsewhere?: boolean
}

/** A URL reference as it is written, and the URL of the page that contains it. */
export type Reference = { readonly written: string; readonly base: URL }

/** A fetch that is vetted, pinned and limited in time and bytes. The numbers: limits.ts. */
export type EgressRequest = {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  /** For POST and DELETE only, with its media type. These are sent to this URL only: a redirect fails with
   * `link_redirects`. */
  readonly body?: { readonly bytes: Buffer; readonly type: string }
  /** Sent in addition to the fixed set. Fields of the same names, cookies, and fields for framing and proxies are left
   * out (request-headers.ts). Dropped when a redirect leaves the origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly accept?: string
  /** The page that shows what is fetched. Sent to the first origin only. None by default. */
  readonly referrer?: string
  /** Replaces the service's own, at the first origin only. */
  readonly userAgent?: string
  /** `answer`: a redirect is returned as the response. Followed by default. */
  readonly redirect?: 'follow' | 'answer'
  /** Replaces the target of each redirect, with header fields for it. The URL is vetted like any other. The fields are
   * sent whatever the origin. */
  readonly redirectTo?: (next: URL) => Hop
  /** In total, redirects included. At most, and by default, `LIMITS.totalMs`. */
  readonly timeoutMs?: number
  /** After decoding. At most, and by default, `LIMITS.decodedBytes`; `LIMITS.trustedDecodedBytes` with `trustedOrigin`. */
  readonly maxBytes?: number
  /** Reads only the start of the body: returns how many bytes, given the header, at most `maxBytes`. The rest is not
   * read and may have any size. */
  readonly startOnly?: (headers: EgressResponse['headers']) => number
  /** Only the header of the response matters. Some of its body is read, so that its server can finish; none is
   * returned, and a broken body is not an error. */
  readonly headerOnly?: boolean
  /** A body over the limit is cut there instead of refused. */
  readonly mayBeCut?: boolean
  /** Whether the start is enough, if there is more; true by default. If not, twice as much is read, and so on. */
  readonly isStartEnough?: (start: Buffer, headers: EgressResponse['headers']) => boolean
  /** A redirect in the content of a response, such as a page's refresh. Followed and counted like other redirects. */
  readonly redirectInContent?: (response: EgressResponse) => Reference | undefined
  /** The response also has the body as it came. */
  readonly keepsCompressed?: boolean
  /** A gzip body that states a larger size than this is returned as it came. Its reader decodes it. */
  readonly leavesGzipOver?: number | undefined
  /** Aborting closes the socket immediately. The fetch then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** The license that the per-license limit counts. Absent for the operator's own requests. */
  readonly licenseId?: string
  /** The bodies of the work that needs this fetch: its body counts until that work ends. By default, until the fetch
   * ends. */
  readonly bodies?: Bodies | undefined
  /** The platform and source that need the response, for metrics and events. Nothing is sent, and nothing depends on
   * it. */
  readonly requestedFor?: { readonly platform: string; readonly source: string }
  /** `true` only for origins that the program or its operator configured (a platform's API). Connections are kept and
   * shared, and the limits per host and per license do not apply. The address checks stay the same. Trust, and the
   * larger limits, end when a redirect leaves the origin. */
  readonly trustedOrigin?: boolean
  /** Requests a minute to each host, for hosts that many profiles share. `LIMITS.hostPerMinute` by default. */
  readonly hostPerMinute?: number
}

/** A body in the content coding in which it came. */
export type CompressedBody = {
  readonly bytes: Buffer
  /** Decodes a copy of the bytes to the body. Throws the signal's reason. */
  readonly unpack: (bytes: OwnedBuffer, signal: AbortSignal) => Promise<OwnedBuffer>
}

/** A body that was left in gzip. */
export type GzipBody = {
  /** The decoded length that it states, which may be wrong. */
  readonly reportedBytes: number
  /** The most that it may be decoded to. */
  readonly maxBytes: number
}

export type EgressResponse = {
  readonly status: number
  /** After redirects. */
  readonly url: string
  /** Lower-case names; repeated fields are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded from its content coding, unless it is left in gzip. The caller owns its memory and may free it. */
  readonly body: OwnedBuffer
  /** Only with `leavesGzipOver`: what the body states before it is decoded. */
  readonly gzip?: GzipBody
  /** Only with `keepsCompressed`, for a body in a coding that is not empty. */
  readonly compressed?: CompressedBody
  /** The body may be incomplete. Only with `startOnly` or `mayBeCut`. */
  readonly isCut?: true
}

/** Throws ApiError with a `link_*` code, `rate_limited`, or `unavailable` if no memory for the body is released in
 * time. The codes are coarse on purpose. */
export type Egress = {
  fetch(request: EgressRequest): Promise<EgressResponse>
  /** The budget that all bodies count against. */
  readonly bodies: BodyBudget
  /** Closes kept connections. */
  close(): Promise<void>
}
