// The subjects whose images are not served any more. All of them are in memory, so that a request asks no store; they
// are few, and every process learns of a new one within a second.

import type { Act, Store } from '../storage/store.ts'
import { NO_SUBJECT, type Subject } from './media-key.ts'

export type MediaMarks = {
  /** Whether one of the subjects was forgotten. */
  isForgotten(subjects: readonly Subject[]): boolean
  forget(subject: Subject, act: Act): Promise<void>
  /** Applies a mark of another process. */
  learn(subject: string): void
  /** Reads all marks from the store. */
  load(): Promise<void>
}

export const createMediaMarks = (store: Omit<Store['mediaMarks'], 'unpurged' | 'setPurged'>): MediaMarks => {
  const marked = new Set<string>()
  return {
    isForgotten: (subjects) => marked.size > 0 && subjects.some((subject) => marked.has(subject.toString('hex'))),
    async forget(subject, act) {
      if (subject.equals(NO_SUBJECT)) throw new RangeError('No subject')
      await store.add(subject.toString('hex'), act)
      marked.add(subject.toString('hex'))
    },
    learn: (subject) => void marked.add(subject),
    async load() {
      for (const { subject } of await store.list()) marked.add(subject)
    },
  }
}
