// A spinner on a terminal's standard error, which is erased at the end.

import type { Io } from '../io.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const FRAME_MS = 100
/** Faster work shows no spinner. */
const DELAY_MS = 700
const ERASE_LINE = '\r\u001b[K'

/** Shows `text` and the seconds while the work lasts. */
export const withSpinner = async <T>(
  io: Pick<Io, 'isErrTerminal' | 'environment' | 'now' | 'err'>,
  text: string,
  work: () => Promise<T>,
): Promise<T> => {
  if (!io.isErrTerminal || io.environment.TERM === 'dumb') return work()
  const startedAt = io.now()
  let shown = 0
  const timer = setInterval(() => {
    const elapsedMs = io.now() - startedAt
    if (elapsedMs < DELAY_MS) return
    io.err(`${ERASE_LINE}${FRAMES[shown % FRAMES.length]} ${text} ${Math.floor(elapsedMs / 1000)} s`)
    shown += 1
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (shown > 0) io.err(ERASE_LINE)
  }
}
