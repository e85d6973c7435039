// One worker thread that does one job at a time. It starts when it is first needed, and ends when a job exceeds its
// deadline or after a while without jobs. When a thread dies, only its current job fails.

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The thread ended before the job was done, or was ended because the job exceeded its deadline. */
export class ThreadLost extends Error {}

export type Thread = {
  /** One job at a time. Throws ThreadLost. */
  readonly run: (job: unknown) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** A job as it is posted. */
export type Message = {
  readonly job: unknown
  /** Buffers that are transferred instead of copied: they are detached here afterwards. */
  readonly moves: readonly ArrayBuffer[]
}

export type ThreadOptions = {
  /** The worker posts READY first, then one message for each message it receives. */
  readonly workerUrl: URL
  /** Passed to the thread when it starts. */
  readonly workerData?: unknown
  /** Makes the message, right before it is posted. Without it the job is posted as it is. */
  readonly toMessage?: ((job: unknown) => Message) | undefined
  /** Milliseconds that a job may run, once the thread has started. */
  readonly deadlineMs: number
}

/** What a worker posts when it can receive jobs. */
export const READY = 'ready'

/** The largest response needs about 80 MB. Node ends a thread that exceeds these limits. */
export const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 } as const
/** An idle thread keeps 20 to 40 MB; a new one takes some tenths of a second to start. */
const IDLE_MS = 30_000

/** Passes no settings of the service, only the folder of the compile cache. */
const threadEnvironment = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  // Node creates a folder for its version below the one it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const asItIs = (job: unknown): Message => ({ job, moves: [] })

export const createThread = ({ workerUrl, workerData, deadlineMs, toMessage = asItIs }: ThreadOptions): Thread => {
  let worker: Worker | undefined
  let isReady = false
  let idle: NodeJS.Timeout | undefined

  const current = (): Worker => {
    if (worker) return worker
    const started = new Worker(workerUrl, { workerData, resourceLimits: LIMITS, env: threadEnvironment() })
    // An idle thread must not keep the process alive. A dead one must not be used again.
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
        const message = toMessage(job)
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
