// The few threads that do what would hold the event loop for long. Jobs are begun in their order; what waits is bounded in
// number and in bytes, so that what is more than can be done is refused at once and held by nobody.

import { ApiError } from '../../errors.ts'
import { createThread, type Thread, type ThreadOptions } from './thread.ts'

export type ThreadPool = {
  /** `bytes`: about what the job holds while it waits. Throws `unavailable` when too much waits or the pool is closed,
   * ThreadLost, and the signal's reason when it aborts. */
  readonly run: (job: unknown, bytes: number, signal?: AbortSignal) => Promise<unknown>
  readonly close: () => Promise<void>
}

export type ThreadPoolOptions = Omit<ThreadOptions, 'deadlineMs'> & {
  /** Threads at most; they are started when they are needed. */
  readonly size: number
  /** What one job may take of a thread's time. */
  readonly deadlineMs?: number
  readonly maxWaiting?: number
  readonly maxWaitingBytes?: number
}

const DEFAULTS = {
  // The largest answers that were made to be slow take a tenth of it.
  deadlineMs: 5_000,
  // As many scans as may be begun at once; they end within their own deadline.
  maxWaiting: 128,
  // All that the bodies in flight may hold together (egress/limits.ts), as text of two bytes a character.
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
  /** Few, and so an array: a Set drags along what has left it (collections/roster.ts tells how), here bodies of megabytes. */
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let isClosed = false

  const unavailable = () => new ApiError('unavailable', { retryAfterSeconds: 1 })

  const leave = (place: Waiting) => {
    const at = waiting.indexOf(place)
    if (at === -1) return
    waiting.splice(at, 1)
    waitingBytes -= place.bytes
  }

  const waitForThread = async (bytes: number, signal: AbortSignal | undefined): Promise<Thread> => {
    // What is larger than all that may wait can still be the only one.
    const isFull = waiting.length >= maxWaiting || (waiting.length > 0 && waitingBytes + bytes > maxWaitingBytes)
    if (isFull) throw unavailable()
    const { promise, resolve, reject } = Promise.withResolvers<Thread>()
    const place: Waiting = { bytes, begin: resolve, refuse: reject }
    const giveUp = () => {
      leave(place)
      reject(signal?.reason)
    }
    waiting.push(place)
    waitingBytes += bytes
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** To whoever waits longest, without being free in between. */
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
      // The one that was used last: the others can end when there is little to do.
      const thread = free.pop() ?? (await waitForThread(bytes, signal))
      const done = thread.run(job).finally(() => passOn(thread))
      return unless(signal, done)
    },
    async close() {
      isClosed = true
      for (const place of [...waiting]) {
        leave(place)
        place.refuse(unavailable())
      }
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/** What was begun is finished, whoever has gone: a thread that is ended costs more to start than most jobs take. */
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
