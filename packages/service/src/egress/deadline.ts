// One signal for all that a fetch does, aborted by its caller, by its absolute deadline, or by the limit of one phase.
// Whatever aborts it also is the error that the fetch ends with.

import { ApiError } from '../errors.ts'
import type { SetTimer } from '../runtime/clock/set-timer.ts'

export type Deadline = {
  /** Its reason is the ApiError, or whatever the caller aborted with. */
  readonly signal: AbortSignal
  /** Aborts everything with `link_timeout` after `limitMs`, unless called off before. */
  expireAfter(limitMs: number): () => void
  /** The outcome of `work`, or the reason of the abort as soon as there is one. */
  within<T>(limitMs: number, work: () => Promise<T>): Promise<T>
  /** Calls off every timer; to be called when the fetch is over. */
  end(): void
}

export type DeadlineOptions = {
  readonly totalMs: number
  readonly setTimer: SetTimer
  readonly signal?: AbortSignal | undefined
}

/** The outcome of `work`, or the reason of `signal` as soon as it is aborted; nothing is left listening. */
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
  const callOffs = new Set<() => void>()

  const expireAfter = (limitMs: number): (() => void) => {
    const callOffTimer = setTimer(() => late.abort(new ApiError('link_timeout')), limitMs)
    const callOff = (): void => {
      callOffTimer()
      callOffs.delete(callOff)
    }
    callOffs.add(callOff)
    return callOff
  }

  expireAfter(totalMs)

  return {
    signal,
    expireAfter,
    async within(limitMs, work) {
      signal.throwIfAborted()
      const callOff = expireAfter(limitMs)
      try {
        return await untilAborted(work(), signal)
      } finally {
        callOff()
      }
    },
    end() {
      for (const callOff of callOffs) callOff()
    },
  }
}
