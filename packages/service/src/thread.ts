// The composition root of a worker thread: runs jobs that would block the event loop. It reads no settings and opens
// nothing; it knows only what a job contains.

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

/** A platform is loaded with its first job. */
const loadPlatform = createPlatformLoader(platformFiles)

/** The bodies are this thread's own copies, so freeing them is safe. */
const freeResponses = ({ responses }: ReadJob): void => {
  for (const { received } of responsesIn(responses)) freeBytes(received.body)
}

/** `moves`: buffers to transfer with the result. */
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

/** The event loop gets about three quarters of a contended processor. Only Linux has a priority per thread. */
const stepBack = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(LEAST_PRIORITY, getPriority(0) + LESS))
  } catch {
    // A sandbox may forbid it. A thread that does not step back is better than none.
  }
}

stepBack()

const collect = exposeCollector()

const handle = async (job: ThreadJob): Promise<void> => {
  const { result, moves = [] } = await perform(job)
  parentPort?.postMessage(result, moves)
  if (job.is === 'read') freeResponses(job)
}

/** After a job nearly all young objects are garbage. During a job they are in use: the collector would copy them and
 * promote them to the old generation. */
const collectYoung = (): void => {
  forgetLastMatch()
  collect({ type: 'minor' })
}

/** Resolves when all jobs so far are done and their garbage is collected. The next job waits for it, even if it arrives
 * earlier. */
let done = Promise.resolve()
parentPort?.on('message', (job: ThreadJob) => {
  done = done
    .then(() => handle(job))
    .then(() => nextTurn())
    .then(collectYoung)
})
parentPort?.postMessage(READY)
