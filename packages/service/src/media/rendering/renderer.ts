// Renders images in processes of their own: as many at the same time as there are processes, and a bounded number that
// wait. Without sharp, an optional package, it renders nothing and says why.

import { ApiError, isApiError } from '../../errors.ts'
import { createFairTurns } from './fair-turns.ts'
import { createRenderProcess, type RenderProcessOptions } from './render-process.ts'
import type { Rendered, RenderedFormat, RenderJob } from './rendering.ts'

export type Renderer = {
  /** Finds out whether images can be rendered. Returns why not, or undefined. */
  start(): Promise<string | undefined>
  /** Whether images can be rendered; false before the start. */
  readonly isAvailable: boolean
  /** Jobs that run or wait. */
  readonly jobs: number
  /** Throws `unavailable` when too many wait or it is closed, the signal's reason when it aborts before the job's turn has
   * come, and what `read` throws. */
  render(job: RenderJob, request: RenderRequest): Promise<Rendered>
  /** Resolves when nothing is rendered and nothing waits. */
  idle(): Promise<void>
  /** Kills the processes. */
  close(): Promise<void>
}

export type RenderRequest = {
  /** Whose image it is: many that take long delay only further ones of the same account. */
  readonly account: string
  /** Called when the job's turn has come. */
  readonly read: () => Promise<Buffer> | Buffer
  readonly signal: AbortSignal
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
  const turns = createFairTurns({ places: processes, elapsed: () => performance.now() })
  const never = new AbortController().signal
  let [isAvailable, isClosed] = [false, false]
  /** Jobs that run or wait. */
  let jobs = 0
  const atRest: (() => void)[] = []

  const withProcess = async <T>(
    account: string,
    work: (process: (typeof all)[number]) => Promise<T>,
    signal = never,
  ): Promise<T> => {
    jobs += 1
    try {
      const useProcess = async () => {
        if (isClosed) throw new ApiError('unavailable')
        // The last one used, so that the others can end when there is little to do.
        const process = free.pop() as (typeof all)[number]
        try {
          return await work(process)
        } finally {
          free.push(process)
        }
      }
      return await turns.run(account, useProcess, signal)
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
      const started = await withProcess('', (process) => process.start())
      isAvailable = !('missing' in started)
      return 'missing' in started ? started.missing : undefined
    },
    get isAvailable() {
      return isAvailable
    },
    get jobs() {
      return jobs
    },
    async render(job, { account, read, signal }) {
      try {
        return await withProcess(account, async (process) => run(process, job, await read()), signal)
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
