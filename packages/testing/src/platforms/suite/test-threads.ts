// Threads that are none: every reading moves, as data and in the steps in which it would go to a thread and come back. Whatever it
// reads comes in gzip, as large answers do.

import { gzipSync } from 'node:zlib'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import type { ReadingThreads } from '@central-api/service/upstream/parsing-jobs/create-readings.ts'
import type { KnownAnswers } from '@central-api/service/upstream/parsing-jobs/jobs.ts'
import { readOnThread } from '@central-api/service/upstream/parsing-jobs/read-on-thread.ts'
import { findRow } from '@central-api/service/upstream/requests/judge.ts'
import {
  type AnswerSource,
  receiveAnswer,
  sourceOfAnswer,
} from '@central-api/service/upstream/requests/receive-answer.ts'

export type TestThreads = ReadingThreads & { readonly jobs: () => number }

export const createTestThreads = (platform: Platform): TestThreads => {
  let jobs = 0
  return {
    jobs: () => jobs,
    takes: () => true,
    async read(job) {
      jobs += 1
      const sent = structuredClone({ ...job, answers: inGzip(job.answers) })
      return structuredClone(await readOnThread(platform, sent))
    },
    async findRow(rows, answer) {
      const source = structuredClone(sourceOfAnswer(answer))
      return source === undefined ? -1 : findRow(rows, receiveAnswer(source.received, source.secrets))
    },
  }
}

const inGzip = (known: KnownAnswers): KnownAnswers =>
  new Map([...known].map(([key, told]) => [key, 'error' in told ? told : { value: packed(told.value) }]))

const packed = ({ received, ...rest }: AnswerSource): AnswerSource => {
  const { body, gzip } = received
  if (gzip || body.length === 0) return { received, ...rest }
  const told = { toldBytes: body.length, maxBytes: body.length }
  return { ...rest, received: { ...received, body: gzipSync(body, { level: 1 }), gzip: told } }
}
