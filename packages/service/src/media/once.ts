// One fetch of an image, and one rendering, among all processes that share its copies: one makes it, and the others wait
// for the copy. Only what nobody has yet costs a lease.

import { storeKey } from '../scanning/store-key.ts'
import type { StoreLeases } from '../scanning/store-lease.ts'
import { BEFORE_ALL } from '../storage/store.ts'
import type { Reach } from '../upstream/contract/reach.ts'

export type Making<T> = {
  readonly reach: Reach
  /** Within its reach. */
  readonly name: string
  /** Looks for what another process has made. */
  readonly find: () => Promise<T | undefined>
  readonly make: () => Promise<T>
  readonly signal: AbortSignal
}

export type Once = <T>(making: Making<T>) => Promise<T>

/** `place`: where the copies are; other places have leases of their own. */
export const createOnce =
  (leases: StoreLeases, place: string): Once =>
  async ({ reach, name, find, make, signal }) => {
    const key = storeKey(reach, `copy\n${place}\n${name}`)
    const { release } = await leases.acquire([key], BEFORE_ALL, async () => undefined, signal)
    try {
      return (await find()) ?? (await make())
    } finally {
      void release?.()
    }
  }
