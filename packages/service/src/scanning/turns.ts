// Whose turn it is to fetch a page, among all the processes on one store.

import type { CachedPage, Store } from '../storage/store.ts'
import type { Page } from './page.ts'
import { type PageCache, type PageKey, storeKeys } from './page-cache.ts'
import { createStoreTurns, type StoreTurnsOptions } from './store-turns.ts'

export type TurnsOptions = StoreTurnsOptions & { readonly cache: Pick<PageCache, 'adopt'> }

export type Turn = {
  /** What the store has; undefined when it is this process's turn. */
  readonly page?: Page | undefined
  /** Puts what was fetched into the store, and lets the next one in. undefined where there is no turn. */
  readonly put?: Store['pages']['put'] | undefined
  /** Lets the next one in, unless that was done. */
  end(): void
}

export type Turns = {
  /** Waits for the turn, or for a page in the store that was fetched after `since`. Rejects with the signal's reason. */
  take(key: PageKey, since: number, signal: AbortSignal): Promise<Turn>
  /** Resolves when every turn that was ended is given back, or could not be. */
  idle(): Promise<void>
}

export const createTurns = ({ cache, ...options }: TurnsOptions): Turns => {
  const turns = createStoreTurns(options)

  return {
    async take(key, since, signal) {
      const readNewer = async (found: CachedPage): Promise<Page | undefined> => {
        const page = await cache.adopt(key, found)
        return page && page.fetchedAt > since ? page : undefined
      }
      const { found: page, end } = await turns.take(storeKeys(key), since, readNewer, signal)
      return { page, put: end && ((key, fetched) => end({ key, page: fetched })), end: () => void end?.() }
    },
    idle: () => turns.idle(),
  }
}
