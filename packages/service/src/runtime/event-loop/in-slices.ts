// Runs long work over untrusted input in slices on the event loop, one piece of work after the other. Running many at
// the same time would finish none of them sooner, and their memory would add up.

import { yieldToLoop } from './yield-to-loop.ts'

let last: Promise<unknown> = Promise.resolve()

/** Runs `work` when all earlier work is done. `work` yields to the loop after each slice, which should take
 * milliseconds. */
export const inSlices = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(yieldToLoop).then(work)
  last = done.catch(() => undefined)
  return done
}
