// Whose turn it is to fetch a page, among all the processes on one store: one asks the platform, the others wait for
// what it puts there. A store that does not answer leaves each process to itself.

import { createRoster } from '../collections/roster.ts'
import type { Store } from '../storage/store.ts'
import type { Page } from './page.ts'
import { type PageCache, type PageKey, storeKey } from './page-cache.ts'

export type TurnsOptions = {
  readonly pages: Pick<Store['pages'], 'claim' | 'release'>
  readonly cache: Pick<PageCache, 'reload' | 'stored'>
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

export type Turn = {
  /** What another process has fetched since; undefined when it is this one's turn. */
  readonly page?: Page | undefined
  /** Lets the next one in, once what was fetched is in the store. */
  end(): void
}

export type Turns = {
  /** Waits for the turn, or for a page fetched after `since`. Rejects with the signal's reason. */
  take(key: PageKey, since: number, signal: AbortSignal): Promise<Turn>
  /** Resolves when every turn that was ended is given back, or could not be. */
  idle(): Promise<void>
}

/** How often the store is asked for what another process is fetching: every 30 to 90 ms. */
const ASK_MS = 60

const alone: Turn = { end: () => {} }

export const createTurns = (options: TurnsOptions): Turns => {
  const { pages, cache, owner, turnMs, now, elapsed, random, wait, onStoreError } = options

  const endings = createRoster<Promise<void>>()

  const claim = async (key: PageKey): Promise<Turn | undefined> => {
    const time = now()
    const isOurs = await pages.claim(storeKey(key), { owner, now: time, until: time + turnMs })
    if (!isOurs) return undefined
    return {
      end() {
        const ending = cache
          .stored(key)
          .then(() => pages.release(storeKey(key), owner))
          .catch(onStoreError)
          .finally(() => {
            endings.leave(place)
          })
        const place = endings.enter(ending)
      },
    }
  }

  const newerThan = async (key: PageKey, since: number): Promise<Page | undefined> => {
    const page = await cache.reload(key)
    return page && page.fetchedAt > since ? page : undefined
  }

  return {
    async take(key, since, signal) {
      const giveUpAt = elapsed() + turnMs
      try {
        for (;;) {
          signal.throwIfAborted()
          const turn = await claim(key)
          // The one before may have put the page there between our look at it and our turn.
          const page = await newerThan(key, since)
          if (page) {
            turn?.end()
            return { ...alone, page }
          }
          if (turn) return turn
          if (elapsed() >= giveUpAt) return alone
          await wait(ASK_MS * (0.5 + random()), signal)
        }
      } catch (error) {
        signal.throwIfAborted()
        onStoreError(error)
        return alone
      }
    },
    async idle() {
      await Promise.all(endings)
    },
  }
}
