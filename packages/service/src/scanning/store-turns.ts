// Whose turn it is to fetch something, among all the processes on one store: one fetches, the others wait for what it puts
// there. A store that does not answer leaves each process to itself.

import { isApiError } from '../errors.ts'
import { createSlotSet } from '../runtime/collections/slot-set.ts'
import type { CachedPage, PageKeys, Store } from '../storage/store.ts'

export type StoreTurnsOptions = {
  readonly pages: Pick<Store['pages'], 'findOrClaim' | 'putAndRelease' | 'release'>
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
  /** What is in the store; undefined when it is this process's turn. */
  readonly found?: T
  /** Lets the next one in, behind what was fetched where that is to be put; does so once. Resolves when it is done, or could
   * not be. undefined where there is no turn: something was found, or each process is left to itself. */
  readonly end?: (put?: { readonly key: Buffer; readonly page: CachedPage }) => Promise<void>
}

export type StoreTurns = {
  /** Waits for the turn, or for something in the store that was fetched after `since` and that `read` makes something of.
   * Throws the ApiError that `read` throws, and the signal's reason. */
  take<T>(
    keys: PageKeys,
    since: number,
    read: (page: CachedPage) => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<StoreTurn<T>>
  /** Resolves when every turn that was ended is given back, or could not be. */
  idle(): Promise<void>
}

/** How often the store is asked for what another process is fetching: every 30 to 90 ms. */
const ASK_MS = 60

export const createStoreTurns = (options: StoreTurnsOptions): StoreTurns => {
  const { pages, owner, turnMs, now, elapsed, random, wait, onStoreError } = options
  const endings = createSlotSet<Promise<void>>()

  const begin = ([key]: PageKeys): NonNullable<StoreTurn<never>['end']> => {
    let ending: Promise<void> | undefined
    return (put) => {
      if (ending) return ending
      const given = put ? pages.putAndRelease(put.key, put.page, { key, owner }) : pages.release(key, owner)
      ending = given.catch(onStoreError).finally(() => {
        endings.remove(place)
      })
      const place = endings.add(ending)
      return ending
    }
  }

  const yieldToLoop: StoreTurns['take'] = async (keys, since, read, signal) => {
    const giveUpAt = elapsed() + turnMs
    for (let newest = since; ; ) {
      signal.throwIfAborted()
      const time = now()
      const { page, isClaimed } = await pages.findOrClaim(keys, newest, { owner, now: time, until: time + turnMs })
      const end = isClaimed ? begin(keys) : undefined
      try {
        // Who has left makes no call.
        signal.throwIfAborted()
        const found = page && (await read(page))
        if (found !== undefined) {
          void end?.()
          return { found }
        }
      } catch (error) {
        void end?.()
        throw error
      }
      if (end) return { end }
      if (elapsed() >= giveUpAt) return {}
      // What is of no use stands in nobody's way.
      if (page) newest = page.fetchedAt
      else await wait(ASK_MS * (0.5 + random()), signal)
    }
  }

  return {
    async take(keys, since, read, signal) {
      try {
        return await yieldToLoop(keys, since, read, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isApiError(error)) throw error
        onStoreError(error)
        return {}
      }
    },
    async idle() {
      await Promise.all(endings)
    },
  }
}
