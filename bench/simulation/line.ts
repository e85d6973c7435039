// A line of those who wait: first come, first served, at the same cost however long it is.

export type Line<T> = { readonly length: number; push(one: T): void; shift(): T | undefined }

const COMPACT_AT = 1_024

export const createLine = <T>(): Line<T> => {
  let held: T[] = []
  let first = 0
  return {
    get length() {
      return held.length - first
    },
    push: (one) => void held.push(one),
    shift() {
      if (first >= held.length) return undefined
      const one = held[first]
      first += 1
      if (first >= COMPACT_AT && first * 2 >= held.length) {
        held = held.slice(first)
        first = 0
      }
      return one
    },
  }
}
