// Timers that a test can replace.

/** Calls `callback` once after `delayMs`. The returned function cancels it. */
export type SetTimer = (callback: () => void, delayMs: number) => () => void

export const setRealTimer: SetTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Does not keep the process alive. */
export const setIdleTimer: SetTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs).unref()
  return () => clearTimeout(timer)
}
