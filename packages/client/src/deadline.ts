// Runs work with a timeout and an abort signal, even if the work ignores the signal. Leaves no listener on the caller's signal.

export type Limits = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** The reason when the timeout has passed. */
export class TimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`No response within ${timeoutMs} ms`)
    this.name = 'TimeoutError'
  }
}

/** Rejects with the signal's reason or a TimeoutError. */
export const withinLimits = async <T>(
  { signal, timeoutMs }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let stop = (_: unknown): void => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      reject(reason)
      controller.abort(reason)
    }
  })
  const onAbort = () => stop(signal?.reason)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop(new TimeoutError(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([stopped, work(controller.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Rejects with the signal's reason. */
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
