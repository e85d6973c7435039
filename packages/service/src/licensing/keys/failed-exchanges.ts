// Limits guessing of license keys and operator tokens per IP address. A shared host serves thousands of sites from one
// address, so only failures are refused: a correct key works, whatever its neighbors send. A much higher limit bounds
// the number of lookups. Memory is bounded.

import { createHash } from 'node:crypto'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import { addressBlock } from './address-block.ts'

export type FailedExchangesOptions = {
  /** Milliseconds from an arbitrary start, by a monotonic clock, so that a window lasts as long as `Retry-After` says.
   */
  readonly elapsed: () => number
  /** Failures per address and minute that are reported as they are; further ones become `rate_limited`. */
  readonly limit: number
  /** Guesses per address and minute; beyond that only secrets that were correct from there before are tried. */
  readonly mostGuesses: number
  readonly maxAddresses?: number
  readonly maxKnownGood?: number
  /** The errors that count towards `limit`. */
  readonly failures: readonly ErrorCode[]
  /** The failures that count as guesses. A malformed key does not: nothing is looked up for it. */
  readonly guesses: readonly ErrorCode[]
  /** The message of `rate_limited`. */
  readonly message: string
}

export type FailedExchanges = {
  /** Runs the exchange. Throws `rate_limited` when it fails and the address is over the limit of failures, and without
   * trying when the address is over the limit of guesses. */
  guard<T>(address: string, secret: string, exchange: () => Promise<T>): Promise<T>
}

type FailureWindow = { readonly startsAt: number; failures: number; guesses: number }

const WINDOW_MS = 60_000
/** Wrong keys or operator tokens per address and minute that are reported as wrong. */
export const FAILURES_PER_MINUTE = 20
/** Wrong keys per address and minute that are looked up. An indexed read costs less than its request. */
export const GUESSES_PER_MINUTE = 1_200
/** Wrong operator tokens per address and minute that are compared. Fewer, because ADMIN_TOKEN may be weak. */
export const OPERATOR_GUESSES_PER_MINUTE = 200
const DEFAULT_MAX_ADDRESSES = 10_000
const DEFAULT_MAX_KNOWN_GOOD = 20_000

export const createFailedExchanges = (options: FailedExchangesOptions): FailedExchanges => {
  const { elapsed, limit, mostGuesses, failures, guesses, message } = options
  const windows = createLru<FailureWindow>(options.maxAddresses ?? DEFAULT_MAX_ADDRESSES)
  // Keyed by address too: a secret that is correct from elsewhere must not be revealed to a guesser here.
  const knownGood = createLru<true>(options.maxKnownGood ?? DEFAULT_MAX_KNOWN_GOOD)

  const windowOf = (block: string): FailureWindow => {
    const cached = windows.get(block)
    return cached && elapsed() - cached.startsAt < WINDOW_MS ? cached : { startsAt: elapsed(), failures: 0, guesses: 0 }
  }

  const refuse = ({ startsAt }: FailureWindow): ApiError => {
    const retryAfterSeconds = secondsLeft(startsAt + WINDOW_MS, elapsed())
    return new ApiError('rate_limited', { message, retryAfterSeconds })
  }

  /** Returns the window when the failure is over the limit. */
  const count = (block: string, isGuess: boolean): FailureWindow | undefined => {
    const window = windowOf(block)
    const isOver = window.failures >= limit
    window.failures += 1
    if (isGuess) window.guesses += 1
    windows.set(block, window)
    return isOver ? window : undefined
  }

  return {
    guard: async (address, secret, exchange) => {
      const block = addressBlock(address)
      const digest = createHash('sha256').update(`${block}\n${secret}`).digest('base64url')
      const window = windowOf(block)
      if (window.guesses >= mostGuesses && !knownGood.has(digest)) throw refuse(window)
      try {
        const exchanged = await exchange()
        knownGood.set(digest, true)
        return exchanged
      } catch (error) {
        if (!isApiError(error, ...failures)) throw error
        knownGood.delete(digest)
        const full = count(block, isApiError(error, ...guesses))
        throw full ? refuse(full) : error
      }
    },
  }
}
