// A FIFO queue with constant cost per operation, whatever its length.

export type Fifo<T> = { readonly length: number; push(one: T): void; shift(): T | undefined }

const COMPACT_AT = 1_024

export const createFifo = <T>(): Fifo<T> => {
  let items: T[] = []
  let first = 0
  return {
    get length() {
      return items.length - first
    },
    push: (one) => void items.push(one),
    shift() {
      if (first >= items.length) return undefined
      const one = items[first]
      first += 1
      if (first >= COMPACT_AT && first * 2 >= items.length) {
        items = items.slice(first)
        first = 0
      }
      return one
    },
  }
}
