// Yields to the event loop: in each iteration, one of the callers that wait here resumes, first come, first served.
// Fifty responses that arrive together are read in fifty iterations, and other work runs between them. All callers
// share one queue, since there is one event loop.

const waiting: (() => void)[] = []
let isGoing = false

const next = () => {
  waiting.shift()?.()
  // What is scheduled within this phase of the loop runs in the next iteration.
  if (waiting.length > 0) setImmediate(next)
  else isGoing = false
}

/** Resolves when it is the caller's iteration. What follows, up to the next await, should take milliseconds. */
export const yieldToLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (isGoing) return
    isGoing = true
    setImmediate(next)
  })
