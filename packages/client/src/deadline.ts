// Work that ends when a caller gives up or time is over, whichever is first, whether or not what it waits for listens.
// Leaves no listener on the caller's signal.

export type Limits = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** What `work` is ended with when its time is over. */
export class TimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms`)
    this.name = 'TimeoutError'
  }
}

/** Rejects with the signal's own reason, or with a TimeoutError. */
export const withinLimits = async <T>(
  { signal, timeoutMs }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let end = (_: unknown): void => {}
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      reject(reason)
      controller.abort(reason)
    }
  })
  const giveUp = () => end(signal?.reason)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(new TimeoutError(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([ended, work(controller.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Rejects with the signal's own reason. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = withinLimits(
    { signal },
    () =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds)
      }),
  )
  return waiting.finally(() => clearTimeout(timer))
}
