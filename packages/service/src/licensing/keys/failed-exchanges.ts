// Guessing of license keys, or of the operator's token, is held back by the caller's address. Only guesses count: a right
// key that is suspended or expired locks nobody out of a shared address, and neither does a store that is down. Memory is
// bounded.

import { createLru } from '../../collections/create-lru.ts'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { addressBlock } from './address-block.ts'

export type FailedExchangesOptions = {
  /** Milliseconds since some moment, by a clock that nobody sets: what is told by it lasts as long as it says. */
  readonly elapsed: () => number
  /** Wrong keys a minute from one address. */
  readonly limit?: number
  readonly maxAddresses?: number
  /** The errors that are guesses. */
  readonly codes?: readonly ErrorCode[]
  /** What an address is told when it has guessed too often. */
  readonly message?: string
}

export type FailedExchanges = {
  /** Makes the exchange unless the address has used up its wrong keys; throws `rate_limited` then. */
  guard<T>(address: string, exchange: () => Promise<T>): Promise<T>
}

type FailureWindow = { readonly startsAt: number; count: number }

const WINDOW_MS = 60_000
/** Wrong keys, or wrong tokens of the operator, that an address may send in a minute. */
export const WRONGS_PER_MINUTE = 20
const DEFAULT_MAX_ADDRESSES = 10_000

export const createFailedExchanges = ({
  elapsed,
  limit = WRONGS_PER_MINUTE,
  maxAddresses = DEFAULT_MAX_ADDRESSES,
  codes = ['license_unknown', 'license_malformed'],
  message = 'Too many wrong license keys from this address',
}: FailedExchangesOptions): FailedExchanges => {
  const windows = createLru<FailureWindow>(maxAddresses)

  const windowOf = (block: string): FailureWindow => {
    const held = windows.get(block)
    return held && elapsed() - held.startsAt < WINDOW_MS ? held : { startsAt: elapsed(), count: 0 }
  }

  const requireRoom = ({ startsAt, count }: FailureWindow): void => {
    if (count < limit) return
    const retryAfterSeconds = secondsLeft(startsAt + WINDOW_MS, elapsed())
    throw new ApiError('rate_limited', { message, retryAfterSeconds })
  }

  return {
    guard: async (address, exchange) => {
      const block = addressBlock(address)
      requireRoom(windowOf(block))
      try {
        return await exchange()
      } catch (error) {
        if (!isApiError(error, ...codes)) throw error
        // Asked again after the exchange: of many wrong keys sent at once only `limit` are told that they are wrong.
        const window = windowOf(block)
        requireRoom(window)
        window.count += 1
        windows.set(block, window)
        throw error
      }
    },
  }
}
