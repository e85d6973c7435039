// The only error that the client throws, except for the reason of an aborted signal. Contains neither key nor token.

import type { AnswerMeta } from './answer-meta.ts'
import type { ErrorCode, ErrorDetails } from './types.ts'

/** Errors between client and service: no response, or a response that is not from the service. */
export type TransportCode = 'network_error' | 'unexpected_answer'

export type CentralApiErrorOptions = {
  /** A newer service may return codes that this version does not know. */
  readonly code: ErrorCode | TransportCode
  readonly message: string
  readonly retryable: boolean
  readonly details?: ErrorDetails | undefined
  readonly docs?: string | undefined
  readonly meta?: AnswerMeta | undefined
  readonly cause?: unknown
}

export class CentralApiError extends Error {
  readonly code: ErrorCode | TransportCode
  readonly details: ErrorDetails | undefined
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** URL of the documentation of the code; undefined if the service sent none. */
  readonly docs: string | undefined
  /** Metadata of the response; undefined if there was none. */
  readonly meta: AnswerMeta | undefined

  constructor(options: CentralApiErrorOptions) {
    super(options.message, { cause: options.cause })
    this.name = 'CentralApiError'
    this.code = options.code
    this.details = options.details
    this.retryable = options.retryable
    this.docs = options.docs
    this.meta = options.meta
  }

  /** HTTP status; undefined if there was no response. */
  get status(): number | undefined {
    return this.meta?.status
  }

  /** ID of the request, for reports to the operator. */
  get requestId(): string | undefined {
    return this.meta?.requestId
  }

  get retryAfterSeconds(): number | undefined {
    return this.meta?.retryAfterSeconds
  }
}

export const isCentralApiError = (error: unknown, ...codes: string[]): error is CentralApiError =>
  error instanceof CentralApiError && (codes.length === 0 || codes.includes(error.code))
