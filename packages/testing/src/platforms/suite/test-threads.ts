// Threads that are none: every reading moves, as data and in the steps in which it would go to a thread and come back. Whatever it
// reads comes in gzip, as large answers do.

import { gzipSync } from 'node:zlib'
import { copyBytes } from '@central-api/service/runtime/event-loop/owned-bytes.ts'
import type { Platform } from '@central-api/service/upstream/contract/platform.ts'
import type { ParsingThreads } from '@central-api/service/upstream/parsing-jobs/create-parsing-jobs.ts'
import type { KnownResponses } from '@central-api/service/upstream/parsing-jobs/jobs.ts'
import { readOnThread } from '@central-api/service/upstream/parsing-jobs/read-on-thread.ts'
import { findRow } from '@central-api/service/upstream/requests/judge.ts'
import {
  type ResponseSource,
  receiveResponse,
  sourceOfResponse,
} from '@central-api/service/upstream/requests/receive-response.ts'

export type TestThreads = ParsingThreads & { readonly jobs: () => number }

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
    async findRow(rows, response) {
      const source = structuredClone(sourceOfResponse(response))
      return source === undefined ? -1 : findRow(rows, receiveResponse(source.received, source.secrets))
    },
  }
}

const inGzip = (known: KnownResponses): KnownResponses =>
  new Map(
    [...known].map(([key, reported]) => [key, 'error' in reported ? reported : { value: compressed(reported.value) }]),
  )

const compressed = ({ received, ...rest }: ResponseSource): ResponseSource => {
  const { body, gzip } = received
  if (gzip || body.length === 0) return { received, ...rest }
  const reported = { reportedBytes: body.length, maxBytes: body.length }
  return { ...rest, received: { ...received, body: copyBytes(gzipSync(body, { level: 1 })), gzip: reported } }
}
