// What V8 compiled of a function it holds only as long as such a function is there: of closures that are made anew for each piece
// of work, and are garbage with it, it forgets all at the next collection of the whole heap and compiles them once more. The last
// ones are kept, so that there always are some.

const held: unknown[] = []

/** For closures that one call made: each that they lead to is kept until others take their place. */
export const createKeeper = (): (<Made>(closures: Made) => Made) => {
  const place = held.push(undefined) - 1
  return (closures) => {
    held[place] = closures
    return closures
  }
}
