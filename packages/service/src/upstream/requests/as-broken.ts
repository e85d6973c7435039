// What a platform's own code stumbles over is a broken answer: whatever an upstream sends ends in a code of the table.

import { isApiError } from '../../errors.ts'
import { Refused } from '../contract/refusal.ts'

/** Told of what it was. */
export type OnFault = (error: unknown) => void

/** Throws Refused (`broken`) in the place of what nobody foresaw, and anything else as it is. */
export const asBroken =
  (onFault: OnFault | undefined) =>
  (error: unknown): never => {
    if (isApiError(error) || (error instanceof DOMException && error.name === 'AbortError')) throw error
    onFault?.(error)
    throw new Refused('broken', { cause: error })
  }
