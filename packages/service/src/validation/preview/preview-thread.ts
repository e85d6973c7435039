// One worker thread, one job at a time: started when it is first needed, ended when a job is late, started anew for the
// next one. A job never fails; a page that kills or outlasts the thread tells nothing.

import { Worker } from 'node:worker_threads'
import { EMPTY_PREVIEW, type Preview, type PreviewInput } from './preview.ts'

export type PreviewThread = {
  /** Only one at a time. */
  readonly run: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview>
  readonly close: () => Promise<void>
}

export type PreviewThreadOptions = { readonly workerUrl: URL; readonly deadlineMs: number }

/** A page of 2 MiB needs about 50 MB; a thread that wants much more is stopped by the runtime. */
const MAX_HEAP_MB = 128

export const createPreviewThread = ({ workerUrl, deadlineMs }: PreviewThreadOptions): PreviewThread => {
  let worker: Worker | undefined

  const current = (): Worker => {
    if (worker) return worker
    const started = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }, env: {} })
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
        const running = current()
        const settle = (preview: Preview) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          running.off('message', settle)
          running.off('error', fail)
          running.off('exit', fail)
          running.unref()
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
      if (worker) await stop(worker)
    },
  }
}
