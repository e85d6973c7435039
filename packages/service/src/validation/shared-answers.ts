// Whose turn it is to fetch an address, among all the processes on one store: one fetches, the others wait for what it puts
// there, be it an answer or a failure. A store that does not answer leaves each process to itself.

import { hash } from 'node:crypto'
import { createRoster } from '../collections/roster.ts'
import type { Content } from '../content-coding/content.ts'
import { ApiError, type ErrorCode, type ErrorDetails, isApiError } from '../errors.ts'
import type { HeldPage, Store } from '../storage/store.ts'

export type SharedAnswersOptions = {
  readonly pages: Pick<Store['pages'], 'claim' | 'release' | 'find' | 'put'>
  /** Names this process among the others. */
  readonly owner: string
  /** How long a turn lasts at most: longer than any fetch, so that only a process that died lets one run out. */
  readonly turnMs: number
  /** How long the store holds pages. */
  readonly pagesHeldMs: number
  /** Milliseconds since the epoch: what the processes have in common. */
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onStoreError: (error: unknown) => void
}

/** `until` and `foundAt` in milliseconds since the epoch. */
export type SharedAnswer = { readonly content: Content; readonly foundAt: number; readonly until: number }

export type SharedTurn = {
  /** What another process has found; undefined when it is this one's turn. */
  readonly answer?: SharedAnswer | undefined
  /** Lets the next one in, once what was found is in the store. */
  end(outcome?: SharedAnswer | ApiError): void
}

export type SharedAnswers = {
  /** Waits for the turn, or for an answer. Throws what another process failed with, and the signal's reason. */
  take(key: string, signal: AbortSignal): Promise<SharedTurn>
  /** Resolves when every turn that was ended is given back, or could not be. */
  idle(): Promise<void>
}

/** How often the store is asked for what another process is fetching: every 30 to 90 ms. */
const ASK_MS = 60
/** Long enough for all who wait; whoever comes later asks for itself, and remembers it by itself. */
const FAILURE_MS = 5_000
/** Of all that is put under a key that answers have in common. */
const FORM = 'answer 1'

/** What is said of an answer beside its bytes. */
type Told = {
  readonly until: number
  readonly foundAt?: number
  readonly coding?: Content['coding']
  readonly plainBytes?: number
  readonly failure?: {
    readonly code: ErrorCode
    readonly message: string
    readonly details?: ErrorDetails | undefined
    readonly retryAfterSeconds?: number | undefined
  }
}

const alone: SharedTurn = { end: () => {} }

const nothing = Buffer.alloc(0)

export const createSharedAnswers = (options: SharedAnswersOptions): SharedAnswers => {
  const { pages, owner, turnMs, pagesHeldMs, now, elapsed, random, wait, onStoreError } = options
  const endings = createRoster<Promise<void>>()

  /** As old as a page that is about to be cleared away: the sweeper takes it before any page, and soon. */
  const toStored = (outcome: SharedAnswer | ApiError): HeldPage => {
    const time = now()
    const fetchedAt = time - pagesHeldMs
    if (outcome instanceof ApiError) {
      const { code, message, details, retryAfterSeconds } = outcome
      const told: Told = { until: time + FAILURE_MS, failure: { code, message, details, retryAfterSeconds } }
      return { body: nothing, next: JSON.stringify(told), fetchedAt }
    }
    const { content, foundAt, until } = outcome
    const { coding, plainBytes, bytes } = content
    const told: Told = { until, foundAt, coding, plainBytes }
    return { body: bytes, next: JSON.stringify(told), fetchedAt }
  }

  /** Throws what was failed with. */
  const find = async (key: Buffer): Promise<SharedAnswer | undefined> => {
    const stored = await pages.find(key)
    if (stored === undefined || stored.next === null) return undefined
    const { until, foundAt = 0, coding = 'identity', plainBytes = 0, failure }: Told = JSON.parse(stored.next)
    const time = now()
    // What is held for longer than anything is was put by a clock that was set back since.
    if (until <= time || foundAt > time + turnMs) return undefined
    if (failure === undefined) return { content: { coding, bytes: stored.body, plainBytes }, foundAt, until }
    const { code, message, details, retryAfterSeconds } = failure
    throw new ApiError(code, {
      message,
      ...(details !== undefined && { details }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }

  const claim = async (key: Buffer): Promise<SharedTurn | undefined> => {
    const time = now()
    if (!(await pages.claim(key, { owner, now: time, until: time + turnMs }))) return undefined
    return {
      end(outcome) {
        const put = outcome === undefined ? Promise.resolve() : pages.put(key, toStored(outcome))
        const ending = put
          .finally(() => pages.release(key, owner))
          .catch(onStoreError)
          .finally(() => {
            endings.leave(place)
          })
        const place = endings.enter(ending)
      },
    }
  }

  const takeTurn = async (key: Buffer, signal: AbortSignal): Promise<SharedTurn> => {
    const giveUpAt = elapsed() + turnMs
    for (;;) {
      signal.throwIfAborted()
      const turn = await claim(key)
      try {
        // The one before may have put the answer there between our look at it and our turn.
        const answer = await find(key)
        if (answer) {
          turn?.end()
          return { ...alone, answer }
        }
      } catch (error) {
        turn?.end()
        throw error
      }
      if (turn) return turn
      if (elapsed() >= giveUpAt) return alone
      await wait(ASK_MS * (0.5 + random()), signal)
    }
  }

  return {
    async take(key, signal) {
      try {
        return await takeTurn(hash('sha256', `${FORM}\n${key}`, 'buffer'), signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isApiError(error)) throw error
        onStoreError(error)
        return alone
      }
    },
    async idle() {
      await Promise.all(endings)
    },
  }
}
