// A pool of worker threads for work that would block the event loop. Jobs start in their order. The queue is bounded by
// number and by bytes: a job that does not fit is refused immediately.

import { ApiError } from '../../errors.ts'
import { createThread, type Thread, type ThreadOptions } from './thread.ts'

export type ThreadPool = {
  /** `bytes`: about how much memory the job keeps while it waits. Throws `unavailable` when the queue is full or the
   * pool is closed, ThreadLost, and the signal's reason when it aborts. */
  readonly run: (job: unknown, bytes: number, signal?: AbortSignal) => Promise<unknown>
  readonly close: () => Promise<void>
}

export type ThreadPoolOptions = Omit<ThreadOptions, 'deadlineMs'> & {
  /** At most; a thread starts when it is first needed. */
  readonly size: number
  /** Milliseconds that one job may run. */
  readonly deadlineMs?: number
  readonly maxWaiting?: number
  readonly maxWaitingBytes?: number
}

const DEFAULTS = {
  // Ten times what the largest responses that were made to be slow take.
  deadlineMs: 5_000,
  // As many scans as may start at the same time; each ends within its own deadline.
  maxWaiting: 128,
  // All bodies in memory (egress/limits.ts), as text of two bytes a character.
  maxWaitingBytes: 128 * 1024 * 1024,
}

type Waiting = {
  readonly bytes: number
  readonly begin: (thread: Thread) => void
  readonly refuse: (reason: unknown) => void
}

export const createThreadPool = (options: ThreadPoolOptions): ThreadPool => {
  const { size, deadlineMs, maxWaiting, maxWaitingBytes, ...rest } = { ...DEFAULTS, ...options }
  const threads = Array.from({ length: size }, () => createThread({ ...rest, deadlineMs }))
  const free = [...threads]
  /** An array, since it is short: a Set would keep removed entries alive (collections/slot-set.ts explains why), here
   * bodies of megabytes. */
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let isClosed = false

  const unavailable = () => new ApiError('unavailable', { retryAfterSeconds: 1 })

  const leave = (job: Waiting) => {
    const at = waiting.indexOf(job)
    if (at === -1) return
    waiting.splice(at, 1)
    waitingBytes -= job.bytes
  }

  const waitForThread = async (bytes: number, signal: AbortSignal | undefined): Promise<Thread> => {
    // A job that is larger than the whole queue may still wait alone.
    const isFull = waiting.length >= maxWaiting || (waiting.length > 0 && waitingBytes + bytes > maxWaitingBytes)
    if (isFull) throw unavailable()
    const { promise, resolve, reject } = Promise.withResolvers<Thread>()
    const job: Waiting = { bytes, begin: resolve, refuse: reject }
    const giveUp = () => {
      leave(job)
      reject(signal?.reason)
    }
    waiting.push(job)
    waitingBytes += bytes
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** Hands the thread to the job that waits longest, or frees it. */
  const passOn = (thread: Thread) => {
    const [next] = waiting
    if (next === undefined) {
      free.push(thread)
      return
    }
    leave(next)
    next.begin(thread)
  }

  return {
    async run(job, bytes, signal) {
      if (isClosed) throw unavailable()
      signal?.throwIfAborted()
      // The last one used, so that the others can end when there is little to do.
      const thread = free.pop() ?? (await waitForThread(bytes, signal))
      const done = thread.run(job).finally(() => passOn(thread))
      return unless(signal, done)
    },
    async close() {
      isClosed = true
      for (const job of [...waiting]) {
        leave(job)
        job.refuse(unavailable())
      }
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/** A started job runs to its end, even if its caller is gone: starting another thread costs more than most jobs take. */
const unless = async (signal: AbortSignal | undefined, done: Promise<unknown>): Promise<unknown> => {
  if (signal === undefined) return done
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([done, gone])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
