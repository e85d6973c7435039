// The composition root of a thread: what is done there instead of on the event loop. Reads settings of nobody and opens
// nothing; what it is sent is all that it knows.

import { constants, getPriority, setPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData, ThreadJob } from './engine-threads.ts'
import { createPlatformLoader } from './platforms/platform-loader.ts'
import { exposeCollector, forgetLastMatch } from './runtime/event-loop/collector.ts'
import { freeBytes } from './runtime/event-loop/free-bytes.ts'
import { READY } from './runtime/threads/thread.ts'
import { type ReadJob, responsesIn } from './upstream/parsing-jobs/jobs.ts'
import { buffersOf, readOnThread } from './upstream/parsing-jobs/read-on-thread.ts'
import { findRow } from './upstream/requests/judge.ts'
import { receiveResponse } from './upstream/requests/receive-response.ts'

const LEAST_PRIORITY = constants.priority.PRIORITY_LOW
const LESS = 5

const { platformFiles }: ThreadData = workerData

/** What reads is loaded when there is something to read. */
const loadPlatform = createPlatformLoader(platformFiles)

/** They are this thread's own copies. */
const freeResponses = ({ answers }: ReadJob): void => {
  for (const { received } of responsesIn(answers)) freeBytes(received.body)
}

/** `moves`: what changes hands with the result. */
type Performed = { readonly result: unknown; readonly moves?: ArrayBuffer[] }

const perform = async (job: ThreadJob): Promise<Performed> => {
  switch (job.is) {
    case 'preview': {
      const { readPreview } = await import('./validation/preview/read-preview.ts')
      return { result: readPreview(job.input) }
    }
    case 'find row':
      return { result: findRow(job.rows, receiveResponse(job.response.received, job.response.secrets)) }
    case 'read': {
      const outcomes = await readOnThread(await loadPlatform(job.platform), job)
      return { result: outcomes, moves: buffersOf(outcomes, job) }
    }
  }
}

// Of a processor that both want the event loop is to have three quarters. Only Linux gives a thread a priority of its own.
if (process.platform === 'linux') setPriority(0, Math.min(LEAST_PRIORITY, getPriority(0) + LESS))

const collect = exposeCollector()

const response = async (job: ThreadJob): Promise<void> => {
  const { result, moves = [] } = await perform(job)
  parentPort?.postMessage(result, moves)
  if (job.is === 'read') freeResponses(job)
}

/** Between two jobs nearly all young objects are garbage, and V8's minor collection (https://v8.dev/blog/trash-talk) copies only what is
 * alive. A podcast's feed takes a seventh more processor time without it. */
const collectYoung = (): void => {
  forgetLastMatch()
  collect({ type: 'minor' })
}

/** Resolves when all jobs so far are done, and what they left behind is collected. The next one waits for that, since it may be
 * there before. */
let done = Promise.resolve()
parentPort?.on('message', (job: ThreadJob) => {
  done = done
    .then(() => response(job))
    .then(() => nextTurn())
    .then(collectYoung)
})
parentPort?.postMessage(READY)
