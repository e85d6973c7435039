// Whose turn it is to fetch something, among all the processes on one store: one fetches, the others wait for what it puts
// there. A store that does not answer leaves each process to itself.

import { createRoster } from '../collections/roster.ts'
import { isApiError } from '../errors.ts'
import type { Store } from '../storage/store.ts'

export type StoreTurnsOptions = {
  readonly pages: Pick<Store['pages'], 'claim' | 'release'>
  /** Names this process among the others. */
  readonly owner: string
  /** How long a turn lasts at most: longer than any fetch, so that only a process that died lets one run out. */
  readonly turnMs: number
  /** Milliseconds since the epoch: what the processes have in common. */
  readonly now: () => number
  /** Milliseconds since some moment, by a clock that nobody sets: what is told by it lasts as long as it says. */
  readonly elapsed: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onStoreError: (error: unknown) => void
}

export type StoreTurn<T> = {
  /** What another process has put there; undefined when it is this one's turn. */
  readonly found?: T
  /** Lets the next one in, once what was fetched is in the store, or could not be put there. Puts nothing where there was no
   * turn. */
  end(put: () => Promise<unknown>): void
}

export type StoreTurns = {
  /** Waits for the turn, or for what `look` finds in the store. Throws the ApiError that `look` throws, and the signal's
   * reason. */
  take<T>(key: Buffer, look: () => Promise<T | undefined>, signal: AbortSignal): Promise<StoreTurn<T>>
  /** Resolves when every turn that was ended is given back, or could not be. */
  idle(): Promise<void>
}

/** How often the store is asked for what another process is fetching: every 30 to 90 ms. */
const ASK_MS = 60

const alone = { end: () => {} }
const nothing = async () => {}

export const createStoreTurns = (options: StoreTurnsOptions): StoreTurns => {
  const { pages, owner, turnMs, now, elapsed, random, wait, onStoreError } = options
  const endings = createRoster<Promise<void>>()

  const claim = async (key: Buffer) => {
    const time = now()
    if (!(await pages.claim(key, { owner, now: time, until: time + turnMs }))) return undefined
    return {
      end(put: () => Promise<unknown>) {
        const ending = put()
          .finally(() => pages.release(key, owner))
          .then(nothing)
          .catch(onStoreError)
          .finally(() => {
            endings.leave(place)
          })
        const place = endings.enter(ending)
      },
    }
  }

  const takeTurn = async <T>(
    key: Buffer,
    look: () => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<StoreTurn<T>> => {
    const giveUpAt = elapsed() + turnMs
    for (;;) {
      signal.throwIfAborted()
      const turn = await claim(key)
      try {
        // The one before may have put it there between our look at it and our turn.
        const found = await look()
        if (found !== undefined) {
          turn?.end(nothing)
          return { ...alone, found }
        }
      } catch (error) {
        turn?.end(nothing)
        throw error
      }
      if (turn) return turn
      if (elapsed() >= giveUpAt) return alone
      await wait(ASK_MS * (0.5 + random()), signal)
    }
  }

  return {
    async take(key, look, signal) {
      try {
        return await takeTurn(key, look, signal)
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
