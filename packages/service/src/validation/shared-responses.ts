// Leases for fetching a URL, among all processes on one store: one process fetches, and the others wait for its
// response or failure.

import { hash } from 'node:crypto'
import { ApiError, type ErrorCode, type ErrorDetails } from '../errors.ts'
import type { Content } from '../runtime/content-coding/content.ts'
import { createStoreLeases, type StoreLeasesOptions } from '../scanning/store-lease.ts'
import { BEFORE_ALL, type CachedPage } from '../storage/store.ts'

export type SharedResponsesOptions = StoreLeasesOptions & {
  /** How long the store keeps pages. */
  readonly pagesKeptMs: number
}

/** `until` and `foundAt` in milliseconds since the epoch. */
export type SharedResponse = { readonly content: Content; readonly foundAt: number; readonly until: number }

export type ResponseLease = {
  /** What another process has found; undefined if this process should fetch. */
  readonly response?: SharedResponse | undefined
  /** Releases the lease after storing the outcome, if there is one. */
  release(outcome?: SharedResponse | ApiError): void
}

export type SharedResponses = {
  /** Waits for the lease, or for a response. Throws the failure of another process, and the signal's reason. */
  acquire(key: string, signal: AbortSignal): Promise<ResponseLease>
  /** Resolves when every release has succeeded or failed. */
  idle(): Promise<void>
}

/** Long enough for all waiting processes; a later request makes its own call. */
const FAILURE_MS = 5_000
/** The common prefix of the keys of responses. */
const FORM = 'answer 1'

/** What is stored about a response in addition to its bytes. */
type Stored = {
  readonly until: number
  readonly foundAt?: number
  readonly coding?: Content['coding']
  readonly plainBytes?: number
  readonly failure?: {
    readonly code: ErrorCode
    readonly message: string
    readonly details?: ErrorDetails | undefined
    readonly retryable: boolean
    readonly retryAfterSeconds?: number | undefined
  }
}

const nothing = Buffer.alloc(0)

export const createSharedResponses = (options: SharedResponsesOptions): SharedResponses => {
  const { leaseMs, pagesKeptMs, now } = options
  const leases = createStoreLeases(options)

  /** Dated like a page that is about to be deleted, so that it is deleted soon, and before any page. */
  const toStored = (outcome: SharedResponse | ApiError): CachedPage => {
    const time = now()
    const fetchedAt = time - pagesKeptMs
    if (outcome instanceof ApiError) {
      const { code, message, details, retryable, retryAfterSeconds } = outcome
      const failure = { code, message, details, retryable, retryAfterSeconds }
      const stored: Stored = { until: time + FAILURE_MS, failure }
      return { body: nothing, next: JSON.stringify(stored), fetchedAt }
    }
    const { content, foundAt, until } = outcome
    const { coding, plainBytes, bytes } = content
    const stored: Stored = { until, foundAt, coding, plainBytes }
    return { body: bytes, next: JSON.stringify(stored), fetchedAt }
  }

  /** Throws the stored failure. */
  const read = async (stored: CachedPage): Promise<SharedResponse | undefined> => {
    if (stored.next === null) return undefined
    const { until, foundAt = 0, coding = 'identity', plainBytes = 0, failure }: Stored = JSON.parse(stored.next)
    const time = now()
    // An entry that would stay valid for too long was stored by a clock that was set back since.
    if (until <= time || foundAt > time + leaseMs) return undefined
    if (failure === undefined) return { content: { coding, bytes: stored.body, plainBytes }, foundAt, until }
    const { code, message, details, retryable, retryAfterSeconds } = failure
    throw new ApiError(code, {
      message,
      retryable,
      ...(details !== undefined && { details }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }

  return {
    async acquire(name, signal) {
      const key = hash('sha256', `${FORM}\n${name}`, 'buffer')
      const { found: response, release } = await leases.acquire([key], BEFORE_ALL, read, signal)
      return { response, release: (outcome) => void release?.(outcome && { key, page: toStored(outcome) }) }
    },
    idle: () => leases.idle(),
  }
}
