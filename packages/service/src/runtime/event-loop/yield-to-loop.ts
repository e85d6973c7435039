// Turns on the event loop, for work over what came from outside: one piece of work each time that the loop goes round, first
// come, first served. Of fifty answers that arrive together each is read in a turn of its own, and whoever else waits for
// the loop comes in between. There is one event loop, and so there is one line for it.

const waiting: (() => void)[] = []
let isGoing = false

const next = () => {
  waiting.shift()?.()
  // What is due from within this phase of the loop waits for the next time round.
  if (waiting.length > 0) setImmediate(next)
  else isGoing = false
}

/** Resolves when it is one's turn; what follows, up to the next pause, is to take milliseconds. */
export const yieldToLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (isGoing) return
    isGoing = true
    setImmediate(next)
  })
