// A progress line on a terminal's standard error, which is erased at the end.

import type { Io } from '../io.ts'

const ERASE_LINE = '\r\u001b[K'
/** The minimum time between two updates. */
const UPDATE_MS = 100

export const createProgress = (io: Pick<Io, 'isErrTerminal' | 'environment' | 'now' | 'err'>) => {
  const isShown = io.isErrTerminal && io.environment.TERM !== 'dumb'
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show(text: string): void {
      if (!isShown || io.now() - shownAt < UPDATE_MS) return
      shownAt = io.now()
      io.err(ERASE_LINE + text)
    },
    erase(): void {
      if (isShown && Number.isFinite(shownAt)) io.err(ERASE_LINE)
    },
  }
}
