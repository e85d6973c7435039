// The records of the request log and of the traffic counts. Neither ever contains a key, a token, an email address or a
// query string. Times are milliseconds since the epoch.

export const CACHE_STATES = ['hit', 'stale', 'miss'] as const
export type CacheState = (typeof CACHE_STATES)[number]

/** One request to the API. */
export type RequestRecord = {
  /** Unique; of two requests at the same time, orders them. */
  readonly id: string
  /** When it arrived. */
  readonly at: number
  /** null when no license is known, such as after a failed authentication. */
  readonly licenseId: string | null
  readonly site: string | null
  /** Its path without the first slash; null for an unknown path. */
  readonly endpoint: string | null
  /** null when the client hung up before the response. */
  readonly status: number | null
  readonly code: string | null
  readonly platform: string | null
  /** The handle of a scan, the host of a validated URL, or an unknown path. */
  readonly handle: string | null
  /** Microseconds until the response was sent. */
  readonly durationUs: number
  readonly cache: CacheState | null
  readonly requestId: string
  /** The process that responded. */
  readonly replica: string
}

/** A half-open range of status codes. */
export type StatusRange = { readonly from: number; readonly before: number }

/** Selects requests; a missing field matches any. */
export type RequestFilter = {
  /** null: requests without a license. */
  readonly licenseId?: string | null | undefined
  readonly site?: string | undefined
  readonly endpoint?: string | undefined
  /** null: the client hung up. */
  readonly status?: StatusRange | null | undefined
  readonly code?: string | undefined
  readonly platform?: string | undefined
  /** Text that the handle contains, in any letter case. */
  readonly handle?: string | undefined
  readonly cache?: CacheState | undefined
  readonly requestId?: string | undefined
  readonly replica?: string | undefined
  /** Inclusive. */
  readonly since?: number | undefined
  /** Exclusive. */
  readonly until?: number | undefined
  readonly minDurationUs?: number | undefined
}

/** The place of a request in the log. It stays valid when the request is deleted. */
export type RequestPosition = Pick<RequestRecord, 'at' | 'id'>

export type RequestPage = {
  /** Newest first. */
  readonly requests: readonly RequestRecord[]
  /** The last of them; null when there are no more. */
  readonly next: RequestPosition | null
}

/** Requests with a license and those without are bounded separately: a flood of failed authentications removes none of
 * a customer's requests. */
export type RequestLane = 'licensed' | 'unlicensed'

/** How often something was counted in a period. */
export type TrafficCount = {
  readonly startsAt: number
  /** Empty when it concerns no platform. */
  readonly platform: string
  /** What was counted: see traffic/measures.ts. */
  readonly measure: string
  readonly count: number
}

/** A count of a period of this length. */
export type TrafficRecord = TrafficCount & { readonly stepMs: number }
