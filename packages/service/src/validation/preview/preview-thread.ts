// One worker thread, one job at a time: started when it is first needed, ended when a job is late or none has come for a
// while, started anew for the next one. A job never fails; a page that kills or outlasts the thread tells nothing.

import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { EMPTY_PREVIEW, type Preview, type PreviewInput } from './preview.ts'

export type PreviewThread = {
  /** Only one at a time. */
  readonly run: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview>
  readonly close: () => Promise<void>
}

export type PreviewThreadOptions = { readonly workerUrl: URL; readonly deadlineMs: number }

/** A page of 2 MiB needs about 50 MB; a thread that wants much more is stopped by the runtime. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 } as const
/** An idle thread holds some 20 MB; a new one costs a tenth of a second. */
const IDLE_MS = 30_000

/** No settings of the service; only where the thread's own modules were compiled before. */
const threadEnvironment = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir()
  // Node names a folder of its own version below the one that it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

export const createPreviewThread = ({ workerUrl, deadlineMs }: PreviewThreadOptions): PreviewThread => {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const current = (): Worker => {
    if (worker) return worker
    const started = new Worker(workerUrl, { resourceLimits: LIMITS, env: threadEnvironment() })
    // An idle thread must not keep the process alive, and one that died must not be used again.
    started.unref()
    started.on('error', () => drop(started))
    started.on('exit', () => drop(started))
    worker = started
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
    run: (input, signal) =>
      new Promise((resolve) => {
        clearTimeout(idle)
        const running = current()
        const settle = (preview: Preview) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          running.off('message', settle)
          running.off('error', fail)
          running.off('exit', fail)
          running.unref()
          idle = setTimeout(stop, IDLE_MS, running).unref()
          resolve(preview)
        }
        const fail = () => settle(EMPTY_PREVIEW)
        const giveUp = () => {
          stop(running).then(fail, fail)
        }
        const timer = setTimeout(giveUp, deadlineMs)
        signal?.addEventListener('abort', giveUp, { once: true })
        running.on('message', settle)
        running.on('error', fail)
        running.on('exit', fail)
        running.ref()
        running.postMessage(input)
      }),
    close: async () => {
      clearTimeout(idle)
      if (worker) await stop(worker)
    },
  }
}
