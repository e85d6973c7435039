// Renders images in processes of their own: as many at the same time as there are processes, and a bounded number that
// wait. Without sharp, an optional package, it renders nothing and says why.

import { ApiError, isApiError } from '../../errors.ts'
import { createConcurrencyLimit } from '../../validation/concurrency-limit.ts'
import { RENDER_LIMITS } from '../limits.ts'
import { createRenderProcess, type RenderProcessOptions } from './render-process.ts'
import type { Rendered, RenderedFormat, RenderJob } from './rendering.ts'

export type Renderer = {
  /** Finds out whether images can be rendered. Returns why not, or undefined. */
  start(): Promise<string | undefined>
  /** Whether images can be rendered; false before the start. */
  readonly isAvailable: boolean
  /** Jobs that run or wait. */
  readonly jobs: number
  /** `read` is called when the job's turn has come. Throws `unavailable` when too many wait or it is closed, the signal's
   * reason when it aborts first, and what `read` throws. */
  render(job: RenderJob, read: () => Promise<Buffer> | Buffer, signal: AbortSignal): Promise<Rendered>
  /** Resolves when nothing is rendered and nothing waits. */
  idle(): Promise<void>
  /** Kills the processes. */
  close(): Promise<void>
}

export type RendererOptions = RenderProcessOptions & {
  /** Each takes up to 300 MB while it is busy. */
  readonly processes: number
  /** `outcome`: `ok`, `busy`, or the fault. `seconds`: without waiting for a process. */
  readonly onRendered?: (format: RenderedFormat, outcome: string, seconds: number) => void
}

export const createRenderer = ({ processes, onRendered, ...options }: RendererOptions): Renderer => {
  const all = Array.from({ length: processes }, () => createRenderProcess(options))
  const free = [...all]
  const places = createConcurrencyLimit(processes, RENDER_LIMITS.queue)
  const never = new AbortController().signal
  let [isAvailable, isClosed] = [false, false]
  /** Jobs that run or wait. */
  let jobs = 0
  const atRest: (() => void)[] = []

  const withProcess = async <T>(work: (process: (typeof all)[number]) => Promise<T>, signal = never): Promise<T> => {
    jobs += 1
    try {
      return await places.run(async () => {
        if (isClosed) throw new ApiError('unavailable')
        // The last one used, so that the others can end when there is little to do.
        const process = free.pop() as (typeof all)[number]
        try {
          return await work(process)
        } finally {
          free.push(process)
        }
      }, signal)
    } finally {
      jobs -= 1
      if (jobs === 0) for (const resolve of atRest.splice(0)) resolve()
    }
  }

  const run = async (process: (typeof all)[number], job: RenderJob, original: Buffer): Promise<Rendered> => {
    const startedAt = performance.now()
    const rendered = await process.run(job, original)
    const outcome = 'fault' in rendered ? rendered.fault : 'ok'
    onRendered?.(job.format, outcome, (performance.now() - startedAt) / 1_000)
    return rendered
  }

  return {
    async start() {
      const started = await withProcess((process) => process.start())
      isAvailable = !('missing' in started)
      return 'missing' in started ? started.missing : undefined
    },
    get isAvailable() {
      return isAvailable
    },
    get jobs() {
      return jobs
    },
    async render(job, read, signal) {
      try {
        return await withProcess(async (process) => run(process, job, await read()), signal)
      } catch (error) {
        if (isApiError(error, 'unavailable')) onRendered?.(job.format, 'busy', 0)
        throw error
      }
    },
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (jobs === 0) resolve()
      else atRest.push(resolve)
      return promise
    },
    async close() {
      isClosed = true
      await Promise.all(all.map((process) => process.close()))
    },
  }
}
