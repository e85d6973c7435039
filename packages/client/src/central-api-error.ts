// The one error that the client throws, but for the reason of a signal that a caller aborts.

import type { ErrorCode, ErrorDetails } from './types.ts'

/** What happens between a client and the service: nothing came back, or something else than the service's envelope. */
export type TransportCode = 'network_error' | 'unexpected_answer'

export type CentralApiErrorOptions = {
  /** A newer service may send codes that this version does not know. */
  readonly code: ErrorCode | TransportCode
  readonly message: string
  readonly retryable: boolean
  /** Of HTTP; undefined where nothing came back. */
  readonly status?: number | undefined
  readonly details?: ErrorDetails | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

export class CentralApiError extends Error {
  readonly code: ErrorCode | TransportCode
  readonly status: number | undefined
  readonly details: ErrorDetails | undefined
  /** To be put into a report to the operator. */
  readonly requestId: string | undefined
  /** Whether the very same request may succeed later. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(options: CentralApiErrorOptions) {
    super(options.message, { cause: options.cause })
    this.name = 'CentralApiError'
    this.code = options.code
    this.status = options.status
    this.details = options.details
    this.requestId = options.requestId
    this.retryable = options.retryable
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
