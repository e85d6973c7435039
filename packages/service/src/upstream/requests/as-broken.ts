// An error that a platform's code did not expect means a broken response, so that any upstream data ends in a
// documented error code.

import { isApiError } from '../../errors.ts'
import { Refused } from '../contract/refusal.ts'

/** Receives the original error, for the log. */
export type OnFault = (error: unknown) => void

/** Throws Refused (`broken`) in place of an unexpected error; rethrows ApiError and AbortError. */
export const asBroken =
  (onFault: OnFault | undefined) =>
  (error: unknown): never => {
    if (isApiError(error) || (error instanceof DOMException && error.name === 'AbortError')) throw error
    onFault?.(error)
    throw new Refused('broken', { cause: error })
  }
