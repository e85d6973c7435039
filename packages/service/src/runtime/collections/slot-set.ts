// A set of objects for what is added and removed with every request. In a Set, each old hash table keeps the newer ones alive with all
// their entries (https://wiki.mozilla.org/User:Jorend/Deterministic_hash_tables): a warm scan would take a fifth more of the event loop.

export type SlotSet<T> = Iterable<T> & {
  readonly size: number
  /** Returns the slot of the item, which no other item has until this one is removed. */
  add(item: T): number
  /** Returns the item in the slot, if there is one. */
  remove(slot: number): T | undefined
  clear(): void
}

export const createSlotSet = <T extends object>(): SlotSet<T> => {
  const slots: (T | undefined)[] = []
  const free: number[] = []
  return {
    get size() {
      return slots.length - free.length
    },
    add(item) {
      const slot = free.pop() ?? slots.length
      slots[slot] = item
      return slot
    },
    remove(slot) {
      const item = slots[slot]
      if (!item) return undefined
      slots[slot] = undefined
      free.push(slot)
      return item
    },
    clear() {
      slots.length = 0
      free.length = 0
    },
    *[Symbol.iterator]() {
      for (const item of slots) if (item) yield item
    },
  }
}
