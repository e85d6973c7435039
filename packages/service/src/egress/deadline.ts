// One abort signal for a whole fetch. Its caller aborts it, its absolute deadline, or the limit of one phase. The fetch
// throws the signal's reason.

import { ApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'

export type Deadline = {
  /** Its reason is an ApiError, or the caller's reason. */
  readonly signal: AbortSignal
  /** Aborts the fetch with `link_timeout` after `limitMs`, unless the returned function cancels it. */
  expireAfter(limitMs: number): () => void
  /** The outcome of `work`, or the reason of the abort as soon as there is one. */
  within<T>(limitMs: number, work: () => Promise<T>): Promise<T>
  /** Cancels all timers. Call it when the fetch is over. */
  end(): void
}

export type DeadlineOptions = {
  readonly totalMs: number
  readonly setTimer: SetTimer
  readonly signal?: AbortSignal | undefined
}

/** Settles like `work`, or rejects with the reason of `signal` as soon as it aborts. Leaves no listener. */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

export const createDeadline = ({ totalMs, setTimer, signal: caller }: DeadlineOptions): Deadline => {
  const late = new AbortController()
  const signal = caller ? AbortSignal.any([caller, late.signal]) : late.signal
  const cancels = new Set<() => void>()

  const expireAfter = (limitMs: number): (() => void) => {
    const cancelTimer = setTimer(() => late.abort(new ApiError('link_timeout')), limitMs)
    const cancel = (): void => {
      cancelTimer()
      cancels.delete(cancel)
    }
    cancels.add(cancel)
    return cancel
  }

  expireAfter(totalMs)

  return {
    signal,
    expireAfter,
    async within(limitMs, work) {
      signal.throwIfAborted()
      const cancel = expireAfter(limitMs)
      try {
        return await untilAborted(work(), signal)
      } finally {
        cancel()
      }
    },
    end() {
      for (const cancel of cancels) cancel()
    },
  }
}
