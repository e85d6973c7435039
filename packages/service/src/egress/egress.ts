// The contract of the guarded egress: the only place that opens outbound sockets. What it refuses and why: vet-url.ts, vet-address.ts.

/** A fetch that is vetted, pinned, bounded in time and bytes, with redirects by hand. The numbers: limits.ts. */
export type EgressRequest = {
  readonly url: string
  readonly method?: 'GET' | 'HEAD'
  /** Sent besides the fixed set, whose names (and cookies, framing, proxy fields) are left out: request-headers.ts.
   * Dropped when a redirect leaves the origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly accept?: string
  /** All in all, redirects included; at most (and by default) `LIMITS.totalMs`. */
  readonly timeoutMs?: number
  /** Most bytes after decoding; at most (and by default) `LIMITS.decodedBytes`, `LIMITS.trustedDecodedBytes` with `trustedOrigin`. */
  readonly maxBytes?: number
  /** Aborting cancels the socket at once; the fetch then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Where a redirect really leads: the address to ask in the place of the one that an answer names, which is vetted like
   * any other. For whoever has stand-ins for whole services. */
  readonly redirectTo?: (url: string) => string
  /** Whom the per-license limit counts; absent for the operator's own calls. */
  readonly licenseId?: string
  /** `true` only for origins that the program or its operator named (a platform's API): connections are kept and shared,
   * and the limits per host and per license do not apply. The address checks stay the same. Trust, and the larger
   * limits that go with it, end where a redirect leaves the origin. */
  readonly trustedOrigin?: boolean
}

export type EgressAnswer = {
  readonly status: number
  /** After redirects. */
  readonly url: string
  /** Lower-case names; repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded from its content coding. */
  readonly body: Buffer
}

/** Throws ApiError with a `link_*` code (or `rate_limited`); the outcomes are coarse on purpose. */
export type Egress = {
  fetch(request: EgressRequest): Promise<EgressAnswer>
  /** Closes kept connections. */
  close(): Promise<void>
}
