// What is too large is so the next time, too.

import { Refused } from './refusal.ts'

export const TOO_LARGE = 'The platform’s answer is larger than is allowed.'

/** A broken answer that is not worth another try. */
export const tooLarge = (message: string = TOO_LARGE, cause?: unknown): Refused =>
  new Refused('broken', { message, retryable: false, cause })
