// What V8 compiled of a function it holds only as long as such a function is there: of closures that are made anew for each piece
// of work, and are garbage with it, it forgets all at the next collection of the whole heap and compiles them once more. One of
// each is kept, so that there always is one.

const kept: unknown[] = []

/** For closures that were made of nothing, since they are never let go, nor what they lead to. */
export const keepCompiled = (closures: unknown): void => {
  kept.push(closures)
}
