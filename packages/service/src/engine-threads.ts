// The engine's worker threads: which jobs run there, and what happens to a job that terminates its thread.

import { availableParallelism } from 'node:os'
import { ALL_PLATFORMS } from './platforms/all.ts'
import { type Message, ThreadLost } from './runtime/threads/thread.ts'
import { createThreadPool } from './runtime/threads/thread-pool.ts'
import type { Platform } from './upstream/contract/platform.ts'
import { Refused } from './upstream/contract/refusal.ts'
import type { ParsingThreads } from './upstream/parsing-jobs/create-parsing-jobs.ts'
import { type FindRowJob, type ReadJob, type ReadOutcome, withOwnResponses } from './upstream/parsing-jobs/jobs.ts'
import { sourceOfResponse } from './upstream/requests/receive-response.ts'
import { isHeavy } from './upstream/requests/weight-of.ts'
import type { Preview, PreviewInput } from './validation/preview/preview.ts'

/** The `workerData` of a thread. */
export type ThreadData = {
  /** Files of the operator's own platforms, from `PLATFORMS`. */
  readonly platformFiles: readonly string[]
}

export type PreviewJob = { readonly is: 'preview'; readonly input: PreviewInput }

export type ThreadJob = PreviewJob | ReadJob | FindRowJob

export type EngineThreads = {
  readonly parsing: ParsingThreads
  /** undefined when the thread was lost on this page. Throws `unavailable`, or the signal's reason when it aborts. */
  readonly readPreview: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview | undefined>
  readonly close: () => Promise<void>
}

/** Each thread uses up to 150 MB while it is busy. */
const MAX_THREADS = 2

/** Leaves one processor to the event loop. `processes`: how many service processes share this machine. */
const threadsFor = (processes: number): number =>
  Math.max(1, Math.min(MAX_THREADS, Math.floor((availableParallelism() - 1) / processes)))

const toMessage = (job: unknown): Message => {
  const read = job as ThreadJob
  return read.is === 'read' ? withOwnResponses(read) : { job, moves: [] }
}

export const createEngineThreads = ({ platformFiles }: ThreadData, processes: number): EngineThreads => {
  const workerData: ThreadData = { platformFiles }
  const size = threadsFor(processes)
  const pool = createThreadPool({ workerUrl: new URL('./thread.ts', import.meta.url), workerData, size, toMessage })

  const perform = async (job: ReadJob | FindRowJob, bytes: number, signal: AbortSignal): Promise<unknown> => {
    try {
      return await pool.run(job, bytes, signal)
    } catch (cause) {
      if (!(cause instanceof ThreadLost)) throw cause
      throw new Refused('broken', { message: 'The platform’s response cannot be parsed in a reasonable time.', cause })
    }
  }

  return {
    parsing: {
      read: (job, bytes, signal) => perform(job, bytes, signal) as Promise<readonly ReadOutcome[]>,
      async findRow(rows, response, signal) {
        const source = sourceOfResponse(response)
        if (source === undefined) return -1
        const plainRows = rows.map(({ at, is }) => ({
          ...(at !== undefined && { at }),
          ...(is !== undefined && { is }),
        }))
        const job: FindRowJob = { is: 'find row', response: source, rows: plainRows }
        return (await perform(job, source.received.body.length, signal)) as number
      },
      takes: (platform: Platform, weight) =>
        isHeavy(weight) && (ALL_PLATFORMS.includes(platform) || platformFiles.length > 0),
    },
    async readPreview(input, signal) {
      try {
        const job: PreviewJob = { is: 'preview', input }
        return (await pool.run(job, 2 * input.text.length, signal)) as Preview
      } catch (error) {
        if (error instanceof ThreadLost) return undefined
        throw error
      }
    },
    close: () => pool.close(),
  }
}
