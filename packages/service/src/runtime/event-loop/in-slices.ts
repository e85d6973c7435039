// Work over large things from outside, on the event loop but never for long: in turns, and one piece of work after the other.
// Of many at once none is done sooner for being begun sooner, and all that they hold meanwhile would add up.

import { yieldToLoop } from './yield-to-loop.ts'

let last: Promise<unknown> = Promise.resolve()

/** Does the work when all that came before is done. It takes a turn for each slice, which is to take milliseconds. */
export const inSlices = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(yieldToLoop).then(work)
  last = done.catch(() => undefined)
  return done
}
