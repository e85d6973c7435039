// Reads something that may be in one of several places, one after the other.

import { isRefused, type Refused } from './refusal.ts'

/** What the first place that has it returns. Throws Refused: `absent` only if every place says so, with the weakest
 * evidence among them. */
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
