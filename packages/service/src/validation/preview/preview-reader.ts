// Reads previews without ever holding the event loop for long: small pages here, large ones on a thread, one after the other.

import { ApiError } from '../../errors.ts'
import type { Preview, PreviewInput } from './preview.ts'
import { createPreviewThread } from './preview-thread.ts'
import { readPreview } from './read-preview.ts'

export type PreviewReader = {
  /** Throws `unavailable` when too many large pages wait or the reader is closed, and the signal's reason when it aborts.
   * A page that the thread cannot read in time has an empty preview. */
  readonly read: (input: PreviewInput, signal?: AbortSignal) => Promise<Preview>
  readonly close: () => Promise<void>
}

export type PreviewReaderOptions = {
  /** Characters from which on the thread reads. */
  readonly threadFrom?: number
  readonly deadlineMs?: number
  readonly maxWaiting?: number
  readonly workerUrl?: URL
}

const DEFAULTS = {
  // Reading head and body takes 30 to 45 ms per million characters, so this stays below 5 ms; markup made to be slow takes 20.
  threadFrom: 64 * 1024,
  deadlineMs: 2000,
  // Each holds a page of up to 2 MiB.
  maxWaiting: 32,
  workerUrl: new URL('./worker.ts', import.meta.url),
}

export const createPreviewReader = (options: PreviewReaderOptions = {}): PreviewReader => {
  const { threadFrom, deadlineMs, maxWaiting, workerUrl } = { ...DEFAULTS, ...options }
  const thread = createPreviewThread({ workerUrl, deadlineMs })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let isClosed = false

  const assertOpen = () => {
    if (isClosed) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
  }

  const readOnThread = async (input: PreviewInput, signal?: AbortSignal): Promise<Preview> => {
    if (waiting >= maxWaiting) throw new ApiError('unavailable', { retryAfterSeconds: 1 })
    waiting += 1
    const turn = last
    const job = turn.then(async () => {
      assertOpen()
      signal?.throwIfAborted()
      return await thread.run(input, signal)
    })
    last = job.catch(() => undefined)
    try {
      const preview = await job
      signal?.throwIfAborted()
      return preview
    } finally {
      waiting -= 1
    }
  }

  return {
    read: async (input, signal) => {
      assertOpen()
      signal?.throwIfAborted()
      return input.text.length < threadFrom ? readPreview(input) : readOnThread(input, signal)
    },
    close: async () => {
      isClosed = true
      await thread.close()
      await last
    },
  }
}
