// Whose turn it is to fetch a page, among all the processes on one store.

import type { Page } from './page.ts'
import { type PageCache, type PageKey, storeKey } from './page-cache.ts'
import { createStoreTurns, type StoreTurnsOptions } from './store-turns.ts'

export type TurnsOptions = StoreTurnsOptions & { readonly cache: Pick<PageCache, 'reload' | 'stored'> }

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

export const createTurns = ({ cache, ...options }: TurnsOptions): Turns => {
  const turns = createStoreTurns(options)

  const newerThan = async (key: PageKey, since: number): Promise<Page | undefined> => {
    const page = await cache.reload(key)
    return page && page.fetchedAt > since ? page : undefined
  }

  return {
    async take(key, since, signal) {
      const { found: page, end } = await turns.take(storeKey(key), () => newerThan(key, since), signal)
      return { page, end: () => end(() => cache.stored(key)) }
    },
    idle: () => turns.idle(),
  }
}
