// Work over large things from outside, on the event loop but never for long: a slice at a time, one piece of work after the
// other. Of many at once none is done sooner for being begun sooner, and their slices would come in one row.

/** Lets everybody else have their turn. */
export type Pause = () => Promise<void>

const pause: Pause = () => new Promise((resolve) => setImmediate(resolve))

/** There is one event loop, and so there is one line for it. */
let last: Promise<unknown> = Promise.resolve()

/** Does the work when all that came before is done. It pauses after each slice, which is to take milliseconds. */
export const inSlices = <T>(work: (pause: Pause) => Promise<T>): Promise<T> => {
  const done = last.then(pause).then(() => work(pause))
  last = done.catch(() => undefined)
  return done
}
