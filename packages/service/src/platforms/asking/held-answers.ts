// Answers that are kept with their validators (RFC 9110, section 8.8): a 304 gives one again, and the later pages of a walk
// read what its first page has read. Bounded by what they weigh.

import { LRUCache } from 'lru-cache'
import type { Answer, Fields } from '../contract/call.ts'

export type HeldAnswers = {
  /** The answer, while a page that was made of it would be fresh. */
  fresh(key: string): Answer | undefined
  /** Header fields that ask whether the held answer still stands; none when nothing is held. */
  conditions(key: string): Fields
  /** What a 304 gives again, fresh from now on. */
  again(key: string): Answer | undefined
  hold(key: string, answer: Answer, bytes: number): void
}

type Held = { readonly answer: Answer; readonly bytes: number; until: number }

const MAX_BYTES = 8 * 1024 * 1024
/** What an entry weighs besides; text becomes twice its bytes in memory, and objects around it. */
const ENTRY_BYTES = 1_000
const GROWTH = 3

export const createHeldAnswers = (options: { readonly now: () => number; readonly freshMs: number }): HeldAnswers => {
  const { now, freshMs } = options
  const answers = new LRUCache<string, Held>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes })
  return {
    fresh(key) {
      const held = answers.get(key)
      return held && now() < held.until ? held.answer : undefined
    },
    conditions(key) {
      const { etag, 'last-modified': modified } = answers.get(key)?.answer.headers ?? {}
      return {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(modified !== undefined && { 'if-modified-since': modified }),
      }
    },
    again(key) {
      const held = answers.get(key)
      if (held) held.until = now() + freshMs
      return held?.answer
    },
    hold(key, answer, bytes) {
      answers.set(key, { answer, bytes: ENTRY_BYTES + 2 * key.length + GROWTH * bytes, until: now() + freshMs })
    },
  }
}
