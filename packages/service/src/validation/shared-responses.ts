// Whose turn it is to fetch an address, among all the processes on one store: one fetches, the others wait for what it puts
// there, be it an answer or a failure.

import { hash } from 'node:crypto'
import { ApiError, type ErrorCode, type ErrorDetails } from '../errors.ts'
import type { Content } from '../runtime/content-coding/content.ts'
import { createStoreTurns, type StoreTurnsOptions } from '../scanning/store-turns.ts'
import { BEFORE_ALL, type CachedPage } from '../storage/store.ts'

export type SharedResponsesOptions = StoreTurnsOptions & {
  /** How long the store holds pages. */
  readonly pagesHeldMs: number
}

/** `until` and `foundAt` in milliseconds since the epoch. */
export type SharedResponse = { readonly content: Content; readonly foundAt: number; readonly until: number }

export type SharedTurn = {
  /** What another process has found; undefined when it is this one's turn. */
  readonly response?: SharedResponse | undefined
  /** Lets the next one in, once what was found is in the store. */
  end(outcome?: SharedResponse | ApiError): void
}

export type SharedResponses = {
  /** Waits for the turn, or for an answer. Throws what another process failed with, and the signal's reason. */
  take(key: string, signal: AbortSignal): Promise<SharedTurn>
  /** Resolves when every turn that was ended is given back, or could not be. */
  idle(): Promise<void>
}

/** Long enough for all who wait; whoever comes later asks for itself, and remembers it by itself. */
const FAILURE_MS = 5_000
/** Of all that is put under a key that answers have in common. */
const FORM = 'answer 1'

/** What is said of an answer beside its bytes. */
type Reported = {
  readonly until: number
  readonly foundAt?: number
  readonly coding?: Content['coding']
  readonly plainBytes?: number
  readonly failure?: {
    readonly code: ErrorCode
    readonly message: string
    readonly details?: ErrorDetails | undefined
    readonly retryable: boolean
    readonly retryAfterSeconds?: number | undefined
  }
}

const nothing = Buffer.alloc(0)

export const createSharedResponses = (options: SharedResponsesOptions): SharedResponses => {
  const { turnMs, pagesHeldMs, now } = options
  const turns = createStoreTurns(options)

  /** As old as a page that is about to be cleared away: the sweeper takes it before any page, and soon. */
  const toStored = (outcome: SharedResponse | ApiError): CachedPage => {
    const time = now()
    const fetchedAt = time - pagesHeldMs
    if (outcome instanceof ApiError) {
      const { code, message, details, retryable, retryAfterSeconds } = outcome
      const failure = { code, message, details, retryable, retryAfterSeconds }
      const reported: Reported = { until: time + FAILURE_MS, failure }
      return { body: nothing, next: JSON.stringify(reported), fetchedAt }
    }
    const { content, foundAt, until } = outcome
    const { coding, plainBytes, bytes } = content
    const reported: Reported = { until, foundAt, coding, plainBytes }
    return { body: bytes, next: JSON.stringify(reported), fetchedAt }
  }

  /** Throws what was failed with. */
  const read = async (stored: CachedPage): Promise<SharedResponse | undefined> => {
    if (stored.next === null) return undefined
    const { until, foundAt = 0, coding = 'identity', plainBytes = 0, failure }: Reported = JSON.parse(stored.next)
    const time = now()
    // What is held for longer than anything is was put by a clock that was set back since.
    if (until <= time || foundAt > time + turnMs) return undefined
    if (failure === undefined) return { content: { coding, bytes: stored.body, plainBytes }, foundAt, until }
    const { code, message, details, retryable, retryAfterSeconds } = failure
    throw new ApiError(code, {
      message,
      retryable,
      ...(details !== undefined && { details }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }

  return {
    async take(name, signal) {
      const key = hash('sha256', `${FORM}\n${name}`, 'buffer')
      const { found: response, end } = await turns.take([key], BEFORE_ALL, read, signal)
      return { response, end: (outcome) => void end?.(outcome && { key, page: toStored(outcome) }) }
    },
    idle: () => turns.idle(),
  }
}
