// The contract of the guarded egress: the only place that opens outbound sockets. What it refuses and why: vet-url.ts, vet-address.ts.

import type { Bodies, BodyBudget } from './body-budget.ts'

/** Where a redirect is steered to. */
export type Hop = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Another origin than the request's is meant, wherever the hop goes: the request's own fields are dropped from here on. */
  readonly isElsewhere?: boolean
}

/** An address as it is written, and where it stands. */
export type Reference = { readonly written: string; readonly base: URL }

/** A fetch that is vetted, pinned, bounded in time and bytes, with redirects by hand. The numbers: limits.ts. */
export type EgressRequest = {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** Of a POST, with its media type. It goes to the address as written and nowhere else: a redirect is `link_redirects`. */
  readonly body?: { readonly bytes: Buffer; readonly type: string }
  /** Sent besides the fixed set, whose names (and cookies, framing, proxy fields) are left out: request-headers.ts.
   * Dropped when a redirect leaves the origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly accept?: string
  /** In place of the service's own, at the first origin only. */
  readonly userAgent?: string
  /** `answer`: a redirect comes back as the answer; followed when absent. */
  readonly redirect?: 'follow' | 'answer'
  /** Where to go instead of where a redirect sends, and what to say there: for what must hold at every hop. The address is
   * vetted as any; the fields are sent whatever the origin. */
  readonly redirectTo?: (next: URL) => Hop
  /** All in all, redirects included; at most (and by default) `LIMITS.totalMs`. */
  readonly timeoutMs?: number
  /** Most bytes after decoding; at most (and by default) `LIMITS.decodedBytes`, `LIMITS.trustedDecodedBytes` with `trustedOrigin`. */
  readonly maxBytes?: number
  /** Only the start of the body is wanted: so many bytes of it, by the header that came with it, and at most as many as
   * above. What is behind them is not read, and may be of any size. */
  readonly startOnly?: (headers: EgressResponse['headers']) => number
  /** Only the header of the answer counts: some of its body is read, so that its server may finish, none is decoded or
   * returned, and whatever becomes of it makes the answer no worse. */
  readonly headerOnly?: boolean
  /** A body that is larger than is allowed is cut there instead of refused. */
  readonly mayBeCut?: boolean
  /** Whether that start is enough, where there is more; it is if nothing is said. If not, twice as much is read, and so on. */
  readonly isStartEnough?: (start: Buffer, headers: EgressResponse['headers']) => boolean
  /** Where an answer that is no redirect sends the fetch on, as a page may say itself: followed as a redirect is, and counted
   * with them. */
  readonly leadsOn?: (response: EgressResponse) => Reference | undefined
  /** The body is also wanted as it came. */
  readonly keepsCompressed?: boolean
  /** What came in gzip, and says of itself that it is longer than so many bytes, is left as it came: who reads it decodes it. */
  readonly leavesGzipOver?: number | undefined
  /** Aborting cancels the socket at once; the fetch then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Whom the per-license limit counts; absent for the operator's own calls. */
  readonly licenseId?: string
  /** The bodies of the work that this fetch is for: its own counts until that is done. Absent, until the fetch is. */
  readonly bodies?: Bodies | undefined
  /** Whose answer is wanted, for those who watch: nothing of it is sent, and nothing depends on it. */
  readonly requestedFor?: { readonly platform: string; readonly source: string }
  /** `true` only for origins that the program or its operator named (a platform's API): connections are kept and shared,
   * and the limits per host and per license do not apply. The address checks stay the same. Trust, and the larger
   * limits that go with it, end where a redirect leaves the origin. */
  readonly trustedOrigin?: boolean
  /** Requests a minute to each host, where it is one that many share; `LIMITS.hostPerMinute` when absent. */
  readonly hostPerMinute?: number
}

/** A body in the content coding that it came in. */
export type CompressedBody = {
  readonly bytes: Buffer
  /** What the bytes, or a copy of them, decode to: the body, in memory of its own. Throws the signal's reason. */
  readonly unpack: (bytes: Buffer, signal: AbortSignal) => Promise<Buffer>
}

/** A body that was left as it came. */
export type GzipBody = {
  /** The length that it says it has when it is decoded; it may lie. */
  readonly reportedBytes: number
  /** The most that it may be decoded to. */
  readonly maxBytes: number
}

export type EgressResponse = {
  readonly status: number
  /** After redirects. */
  readonly url: string
  /** Lower-case names; repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded from its content coding, unless it is left in gzip, and nobody else's: whoever asked may give its memory back. */
  readonly body: Buffer
  /** Only with `leavesGzipOver`: what is known of the body before it is decoded. */
  readonly gzip?: GzipBody
  /** Only with `keepsPacked`, of a body that came in a coding, and is not empty. */
  readonly compressed?: CompressedBody
  /** There may be more of it; only with `startOnly` or `mayBeCut`. */
  readonly isCut?: true
}

/** Throws ApiError with a `link_*` code (or `rate_limited`, or `unavailable` where no memory for the body came free in time);
 * the outcomes are coarse on purpose. */
export type Egress = {
  fetch(request: EgressRequest): Promise<EgressResponse>
  /** What all bodies count against. */
  readonly bodies: BodyBudget
  /** Closes kept connections. */
  close(): Promise<void>
}
