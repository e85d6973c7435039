// The composition root of a thread: what is done there instead of on the event loop. Reads settings of nobody and opens
// nothing; what it is sent is all that it knows.

import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData, ThreadJob } from './engine-threads.ts'
import { findRow } from './platforms/asking/judge.ts'
import { receiveAnswer } from './platforms/asking/receive-answer.ts'
import type { LoadedPlatforms } from './platforms/load-platforms.ts'
import { readOnThread } from './platforms/reading/read-on-thread.ts'
import { readPreview } from './validation/preview/read-preview.ts'

const { platformFiles }: ThreadData = workerData

let loaded: Promise<LoadedPlatforms> | undefined

/** When they are first needed: previews need none of them. */
const loadPlatforms = (): Promise<LoadedPlatforms> => {
  loaded ??= import('./platforms/load-platforms.ts').then((room) => room.loadPlatforms(platformFiles))
  return loaded
}

const perform = async (job: ThreadJob): Promise<unknown> => {
  switch (job.is) {
    case 'preview':
      return readPreview(job.input)
    case 'find row':
      return findRow(job.rows, receiveAnswer(job.answer.received, job.answer.secrets))
    case 'read':
      return readOnThread((await loadPlatforms()).platforms, job)
  }
}

// Of a processor that both want the event loop is to have more. Only Linux gives a thread a priority of its own.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', async (job: ThreadJob) => {
  parentPort?.postMessage(await perform(job))
})
