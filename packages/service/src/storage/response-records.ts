// Stored responses of idempotent requests: the same request, sent again, gets the same response.
// Times are milliseconds since the epoch.

/** How long the same request gets the same response. */
export const RESPONSE_KEPT_MS = 24 * 3_600_000

export type ResponseRecord = {
  /** The key of the request, unique among the stored ones. */
  readonly key: string
  /** The request and its response, sealed under a secret that is not in the store. */
  readonly sealed: string
  readonly givenAt: number
}

/** Makes the response to store for what a request created; undefined when none is to be stored. */
export type ToResponse<T> = (made: T) => ResponseRecord | undefined
