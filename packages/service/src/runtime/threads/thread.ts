// One worker thread, one job at a time: started when it is first needed, ended when a job is late or none has come for a
// while, started anew for the next one. What kills or outlasts the thread costs that one job.

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The thread was gone before the job was done, or had to be ended because the job was late. */
export class ThreadLost extends Error {}

export type Thread = {
  /** Only one at a time. Throws ThreadLost. */
  readonly run: (job: unknown) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** A job as it is sent. */
export type Message = {
  readonly job: unknown
  /** What of it changes hands instead of being copied: it is gone here then. */
  readonly moves: readonly ArrayBuffer[]
}

export type ThreadOptions = {
  /** It says READY, and then answers each message with one. */
  readonly workerUrl: URL
  /** Handed to the thread when it starts. */
  readonly workerData?: unknown
  /** Makes a job ready to be sent, when that is about to be done. As it is when absent. */
  readonly pack?: ((job: unknown) => Message) | undefined
  /** What a job may take, once the thread has started. */
  readonly deadlineMs: number
}

/** What a worker says first, when it can be given jobs. */
export const READY = 'ready'

/** The largest answer needs about 80 MB; a thread that wants much more is stopped by the runtime. */
export const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 } as const
/** An idle thread holds 20 to 40 MB; a new one costs some tenths of a second. */
const IDLE_MS = 30_000

/** No settings of the service; only where the thread's own modules were compiled before. */
const threadEnvironment = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  // Node names a folder of its own version below the one that it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const asItIs = (job: unknown): Message => ({ job, moves: [] })

export const createThread = ({ workerUrl, workerData, deadlineMs, pack = asItIs }: ThreadOptions): Thread => {
  let worker: Worker | undefined
  let isReady = false
  let idle: NodeJS.Timeout | undefined

  const current = (): Worker => {
    if (worker) return worker
    const started = new Worker(workerUrl, { workerData, resourceLimits: LIMITS, env: threadEnvironment() })
    // An idle thread must not keep the process alive, and one that died must not be used again.
    started.unref()
    started.on('error', () => drop(started))
    started.on('exit', () => drop(started))
    worker = started
    isReady = false
    return started
  }

  const drop = (dead: Worker) => {
    if (worker === dead) worker = undefined
  }

  const stop = async (running: Worker) => {
    drop(running)
    await running.terminate()
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const message = pack(job)
        clearTimeout(idle)
        const running = current()
        const settle = (end: () => void) => {
          clearTimeout(timer)
          running.off('message', hear)
          running.off('error', lose)
          running.off('exit', lose)
          running.unref()
          idle = setTimeout(stop, IDLE_MS, running).unref()
          end()
        }
        let timer: NodeJS.Timeout | undefined
        const hear = (value: unknown) => {
          if (value === READY) begin()
          else settle(() => resolve(value))
        }
        const lose = (cause: unknown) => settle(() => reject(new ThreadLost('The thread was lost', { cause })))
        const begin = () => {
          isReady = true
          timer = setTimeout(() => stop(running).then(lose, lose), deadlineMs)
        }
        if (isReady) begin()
        running.on('message', hear)
        running.on('error', lose)
        running.on('exit', lose)
        running.ref()
        running.postMessage(message.job, message.moves)
      }),
    close: async () => {
      clearTimeout(idle)
      if (worker) await stop(worker)
    },
  }
}
