// Answers that are kept with their validators (RFC 9110, section 8.8): a 304 gives one again, and the later pages of a walk
// read what its first page has read. Bounded by what they weigh.

import { LRUCache } from 'lru-cache'
import { freeMemory } from '../../event-loop/free-bytes.ts'
import type { Answer, Fields } from '../contract/call.ts'
import { type AnswerSource, asBuffer, receiveAnswer, sourceOfAnswer } from './receive-answer.ts'

export type HeldAnswers = {
  /** The answer, while a page that was made of it would be fresh. */
  fresh(key: string): Answer | undefined
  /** Header fields that ask whether the held answer still stands; none when nothing is held. */
  conditions(key: string): Fields
  /** What a 304 gives again, fresh from now on. */
  again(key: string): Answer | undefined
  hold(key: string, answer: Answer): void
}

/** A copy in memory of its own, which nobody else is given: what is forgotten gives it back at once. */
type Held = { readonly source: AnswerSource; until: number }

const MAX_BYTES = 4 * 1024 * 1024
/** What an entry weighs besides. */
const ENTRY_BYTES = 1_000

const weigh = ({ source }: Held, key: string): number => ENTRY_BYTES + 2 * key.length + source.received.body.length

/** For good, or for whoever asks. */
const copyOf = ({ received, secrets }: AnswerSource): AnswerSource => {
  const body = Buffer.allocUnsafeSlow(received.body.length)
  asBuffer(received.body).copy(body)
  return { received: { ...received, body }, secrets }
}

const answerOf = ({ source }: Held): Answer => {
  const { received, secrets } = copyOf(source)
  return receiveAnswer(received, secrets)
}

export const createHeldAnswers = (options: { readonly now: () => number; readonly freshMs: number }): HeldAnswers => {
  const { now, freshMs } = options
  const answers = new LRUCache<string, Held>({
    maxSize: MAX_BYTES,
    sizeCalculation: weigh,
    dispose: ({ source }) => freeMemory(source.received.body),
  })
  return {
    fresh(key) {
      const held = answers.get(key)
      return held && now() < held.until ? answerOf(held) : undefined
    },
    conditions(key) {
      const { etag, 'last-modified': modified } = answers.get(key)?.source.received.headers ?? {}
      return {
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(modified !== undefined && { 'if-modified-since': modified }),
      }
    },
    again(key) {
      const held = answers.get(key)
      if (held === undefined) return undefined
      held.until = now() + freshMs
      return answerOf(held)
    },
    hold(key, answer) {
      const source = sourceOfAnswer(answer)
      if (source !== undefined) answers.set(key, { source: copyOf(source), until: now() + freshMs })
    },
  }
}
