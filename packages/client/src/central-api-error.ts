// The one error that the client throws, but for the reason of a signal that a caller aborts. Holds no key and no token.

import type { AnswerMeta } from './answer-meta.ts'
import type { ErrorCode, ErrorDetails } from './types.ts'

/** What happens between a client and the service: nothing came back, or something else than the service's envelope. */
export type TransportCode = 'network_error' | 'unexpected_answer'

export type CentralApiErrorOptions = {
  /** A newer service may send codes that this version does not know. */
  readonly code: ErrorCode | TransportCode
  readonly message: string
  readonly retryable: boolean
  readonly details?: ErrorDetails | undefined
  readonly meta?: AnswerMeta | undefined
  readonly cause?: unknown
}

export class CentralApiError extends Error {
  readonly code: ErrorCode | TransportCode
  readonly details: ErrorDetails | undefined
  /** Whether the very same request may succeed later. */
  readonly retryable: boolean
  /** What stood on the answer; undefined where nothing came back. */
  readonly meta: AnswerMeta | undefined

  constructor(options: CentralApiErrorOptions) {
    super(options.message, { cause: options.cause })
    this.name = 'CentralApiError'
    this.code = options.code
    this.details = options.details
    this.retryable = options.retryable
    this.meta = options.meta
  }

  /** Of HTTP; undefined where nothing came back. */
  get status(): number | undefined {
    return this.meta?.status
  }

  /** To be put into a report to the operator. */
  get requestId(): string | undefined {
    return this.meta?.requestId
  }

  get retryAfterSeconds(): number | undefined {
    return this.meta?.retryAfterSeconds
  }
}

export const isCentralApiError = (error: unknown, ...codes: string[]): error is CentralApiError =>
  error instanceof CentralApiError && (codes.length === 0 || codes.includes(error.code))
