// Timers that a test can set by hand.

/** Calls back once after `delayMs`; the returned function calls that off. */
export type SetTimer = (callback: () => void, delayMs: number) => () => void

export const setRealTimer: SetTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Keeps no process from ending. */
export const setIdleTimer: SetTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs).unref()
  return () => clearTimeout(timer)
}
