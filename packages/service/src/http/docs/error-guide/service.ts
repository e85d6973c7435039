import type { Advice } from './advice.ts'

/** Errors of the service itself. */
export const SERVICE_ADVICE = {
  unavailable: {
    happened:
      'The service cannot process the request at the moment: it is overloaded, its store does not respond, or the request took too long. Nothing was charged.',
    todo: 'Wait for the seconds in `Retry-After` plus a random time of up to the same length, then send the same request again. Double the pause each time and give up after five attempts. Meanwhile, show cached posts.',
  },
  internal_error: {
    happened:
      'An unexpected error occurred in the service. The operator’s log contains it under the request ID. Nothing was charged.',
    todo: 'If `retryable` is `true`, send the same request again after the seconds in `Retry-After`, or after 30 seconds if the header is missing, once. If the error persists or is not retryable, report it to the operator with the `X-Request-Id` of the response.',
  },
} as const satisfies Record<string, Advice>
