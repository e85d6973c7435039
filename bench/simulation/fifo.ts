// A FIFO queue with constant cost per operation, whatever its length.

export type Fifo<T> = { readonly length: number; push(one: T): void; shift(): T | undefined }

const COMPACT_AT = 1_024

export const createFifo = <T>(): Fifo<T> => {
  let blocked: T[] = []
  let first = 0
  return {
    get length() {
      return blocked.length - first
    },
    push: (one) => void blocked.push(one),
    shift() {
      if (first >= blocked.length) return undefined
      const one = blocked[first]
      first += 1
      if (first >= COMPACT_AT && first * 2 >= blocked.length) {
        blocked = blocked.slice(first)
        first = 0
      }
      return one
    },
  }
}
