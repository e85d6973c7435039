// Threads that are none: every reading moves, as data and in the steps in which it would go to a thread and come back.

import { findRow } from '../asking/judge.ts'
import { receiveAnswer, sourceOfAnswer } from '../asking/receive-answer.ts'
import type { Platform } from '../contract/platform.ts'
import type { ReadingThreads } from '../reading/create-readings.ts'
import { readOnThread } from '../reading/read-on-thread.ts'

export type TestThreads = ReadingThreads & { readonly jobs: () => number }

export const createTestThreads = (platform: Platform): TestThreads => {
  let jobs = 0
  return {
    jobs: () => jobs,
    takes: () => true,
    async read(job) {
      jobs += 1
      return structuredClone(await readOnThread(platform, structuredClone(job)))
    },
    async findRow(rows, answer) {
      const source = structuredClone(sourceOfAnswer(answer))
      return source === undefined ? -1 : findRow(rows, receiveAnswer(source.received, source.secrets))
    },
  }
}
