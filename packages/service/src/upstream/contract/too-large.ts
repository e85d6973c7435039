// A response that is too large will be too large the next time, too.

import { Refused } from './refusal.ts'

export const TOO_LARGE = 'The platform’s response is larger than is allowed.'

/** A broken response that is not worth a retry. */
export const tooLarge = (message: string = TOO_LARGE, cause?: unknown): Refused =>
  new Refused('broken', { message, retryable: false, cause })
