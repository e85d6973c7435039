// Stand-in for worker threads: each parsing job runs here, but its data is cloned as it would be between threads.
// Responses are compressed with gzip, as large ones are.

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
      const sent = structuredClone({ ...job, answers: inGzip(job.responses) })
      return structuredClone(await readOnThread(platform, sent))
    },
    async findRow(rows, response) {
      const source = structuredClone(sourceOfResponse(response))
      return source === undefined ? -1 : findRow(rows, receiveResponse(source.received, source.secrets))
    },
  }
}

const inGzip = (responses: KnownResponses): KnownResponses =>
  new Map([...responses].map(([key, known]) => [key, 'error' in known ? known : { value: compressed(known.value) }]))

const compressed = ({ received, ...rest }: ResponseSource): ResponseSource => {
  const { body, gzip: isCompressed } = received
  if (isCompressed || body.length === 0) return { received, ...rest }
  const gzip = { reportedBytes: body.length, maxBytes: body.length }
  return { ...rest, received: { ...received, body: copyBytes(gzipSync(body, { level: 1 })), gzip } }
}
