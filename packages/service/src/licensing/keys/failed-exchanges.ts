// Limits guessing of license keys, or of operators' tokens, by the caller's address. A shared host puts thousands of sites
// behind one address, so only what is wrong is refused: a right key is answered whatever its neighbors send. What an address
// costs the store, and how often it can guess, has a bound of its own far above the limit. Memory is bounded.

import { createHash } from 'node:crypto'
import { ApiError, type ErrorCode, isApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'
import { addressBlock } from './address-block.ts'

export type FailedExchangesOptions = {
  /** Milliseconds since some moment, by a clock that nobody sets: a window lasts as long as `Retry-After` says. */
  readonly elapsed: () => number
  /** Failures of one address in a minute that are reported as what they are; more are `rate_limited`. */
  readonly limit: number
  /** Guesses of one address in a minute; then only secrets are tried that were right from there before. */
  readonly mostGuesses: number
  readonly maxAddresses?: number
  readonly maxRightOnes?: number
  /** The errors that are failures: each of them counts towards `limit`. */
  readonly failures: readonly ErrorCode[]
  /** Those of them that are guesses. A key that is malformed is none: nothing is looked up for it. */
  readonly guesses: readonly ErrorCode[]
  /** The message of `rate_limited`. */
  readonly message: string
}

export type FailedExchanges = {
  /** Makes the exchange; throws `rate_limited` where it fails and the address has failed too often, and without trying where
   * the address has guessed too often. */
  guard<T>(address: string, secret: string, exchange: () => Promise<T>): Promise<T>
}

type FailureWindow = { readonly startsAt: number; failures: number; guesses: number }

const WINDOW_MS = 60_000
/** Wrong keys of an address in a minute, or wrong tokens of operators, that are reported as wrong. */
export const WRONGS_PER_MINUTE = 20
/** Wrong keys of an address in a minute that are looked up. An indexed read costs less than the request that causes it. */
export const GUESSES_PER_MINUTE = 1_200
/** Wrong tokens of operators in a minute that are compared. Fewer, since people choose ADMIN_TOKEN. */
export const OPERATOR_GUESSES_PER_MINUTE = 200
const DEFAULT_MAX_ADDRESSES = 10_000
const DEFAULT_MAX_RIGHT_ONES = 20_000

export const createFailedExchanges = (options: FailedExchangesOptions): FailedExchanges => {
  const { elapsed, limit, mostGuesses, failures, guesses, message } = options
  const windows = createLru<FailureWindow>(options.maxAddresses ?? DEFAULT_MAX_ADDRESSES)
  // By address as well: a secret that is right from elsewhere is not told to whoever guesses here.
  const rightOnes = createLru<true>(options.maxRightOnes ?? DEFAULT_MAX_RIGHT_ONES)

  const windowOf = (block: string): FailureWindow => {
    const cached = windows.get(block)
    return cached && elapsed() - cached.startsAt < WINDOW_MS ? cached : { startsAt: elapsed(), failures: 0, guesses: 0 }
  }

  const refuse = ({ startsAt }: FailureWindow): ApiError => {
    const retryAfterSeconds = secondsLeft(startsAt + WINDOW_MS, elapsed())
    return new ApiError('rate_limited', { message, retryAfterSeconds })
  }

  /** Whether the failure is above the limit. */
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
      const mark = createHash('sha256').update(`${block}\n${secret}`).digest('base64url')
      const window = windowOf(block)
      if (window.guesses >= mostGuesses && !rightOnes.has(mark)) throw refuse(window)
      try {
        const exchanged = await exchange()
        rightOnes.set(mark, true)
        return exchanged
      } catch (error) {
        if (!isApiError(error, ...failures)) throw error
        rightOnes.delete(mark)
        const full = count(block, isApiError(error, ...guesses))
        throw full ? refuse(full) : error
      }
    },
  }
}
