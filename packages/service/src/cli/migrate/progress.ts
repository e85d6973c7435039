// A line on a terminal's standard error that says how far a copy is, and leaves no trace of itself.

import type { CopyProgress } from '../../storage/copy-store.ts'
import type { Io } from '../io.ts'
import { grouped } from '../output/times.ts'

const ERASE_LINE = '\r\u001b[K'
/** Faster than this nobody reads. */
const BEAT_MS = 100

export const createProgress = (io: Pick<Io, 'isErrTerminal' | 'environment' | 'now' | 'err'>) => {
  const isShown = io.isErrTerminal && io.environment.TERM !== 'dumb'
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show({ table, done, total }: CopyProgress): void {
      if (!isShown || io.now() - shownAt < BEAT_MS) return
      shownAt = io.now()
      io.err(`${ERASE_LINE}Copying ${table}: ${grouped(done)} of ${grouped(total)}`)
    },
    erase(): void {
      if (isShown && Number.isFinite(shownAt)) io.err(ERASE_LINE)
    },
  }
}
