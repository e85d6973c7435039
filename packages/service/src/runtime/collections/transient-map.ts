// A map for short-lived entries, such as work in progress. A Map would keep deleted entries alive (slot-set.ts explains
// why); an object without a prototype does not.

export type TransientMap<T> = {
  readonly size: number
  get(key: string): T | undefined
  has(key: string): boolean
  set(key: string, value: T): void
  delete(key: string): void
  clear(): void
  values(): T[]
}

const emptied = <T>(): Record<string, T> => Object.create(null)

export const createTransientMap = <T extends object>(): TransientMap<T> => {
  let entries = emptied<T>()
  let size = 0
  return {
    get size() {
      return size
    },
    get: (key) => entries[key],
    has: (key) => entries[key] !== undefined,
    set(key, value) {
      if (entries[key] === undefined) size += 1
      entries[key] = value
    },
    delete(key) {
      if (entries[key] === undefined) return
      size -= 1
      delete entries[key]
    },
    clear() {
      entries = emptied()
      size = 0
    },
    values: () => Object.values(entries),
  }
}
