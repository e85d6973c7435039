// One thing that may be at several places, asked for at one after the other.

import { isRefused, type Refused } from './refusal.ts'

/** What the first place has that has it. Throws Refused: `absent` only where every place says so, and as sure as the least
 * sure of them. */
export const firstPresent = async <T>(places: readonly [() => Promise<T>, ...(() => Promise<T>)[]]): Promise<T> => {
  let refused: Refused | undefined
  for (const place of places) {
    try {
      return await place()
    } catch (error) {
      if (!isRefused(error, 'absent')) throw error
      refused = refused === undefined ? error : error.noSurerThan(refused)
    }
  }
  throw refused
}
