import type { Advice } from './advice.ts'

/** The service itself cannot. */
export const SERVICE_ADVICE = {
  unavailable: {
    happened:
      'The service cannot answer right now: it has more to do than it can, its store does not answer, or the request took too long. Nothing was counted.',
    todo: 'Wait for the seconds in `Retry-After` and as much again at random, then send the same request again; double the pause each time and give up after five tries. Meanwhile show the posts that are held.',
  },
  internal_error: {
    happened:
      'Something went wrong inside that nobody foresaw. It is in the operator’s log under the request’s id, and nothing was counted.',
    todo: 'If `retryable` is `true`, send the same request again after the seconds in `Retry-After`, or after 30 seconds where there is none, once. If it stays, or is not retryable, report it to the operator with the `X-Request-Id` of the answer.',
  },
} as const satisfies Record<string, Advice>
