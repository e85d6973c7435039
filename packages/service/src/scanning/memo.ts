// What all pages of one profile need, kept for as long as a page is fresh: concurrent loads share one, failed ones are
// not remembered, and all of it together is bounded by the bytes that it was made of.

import { LRUCache } from 'lru-cache'
import { createTransientMap } from '../collections/transient-map.ts'

export type MemoOptions = {
  readonly now: () => number
  readonly freshMs: number
  readonly maxBytes?: number
}

/** Who loads: what is loaded belongs to the scope, and is called off with the signal. */
export type MemoCaller = {
  readonly scope: string
  readonly signal: AbortSignal
  /** Bytes of answers that this caller has received so far. */
  readonly receivedBytes: () => number
}

export type Memo = {
  of(caller: MemoCaller): <T>(key: string, load: () => Promise<T>) => Promise<T>
}

type Kept = { readonly value: unknown; readonly until: number; readonly bytes: number }
type Loading = { readonly outcome: Promise<unknown>; readonly signal: AbortSignal }

/** Room for a stranger’s feed of the largest size, by the weight below. */
const MAX_BYTES = 8 * 1024 * 1024
/** What an entry weighs besides what it was made of. */
const ENTRY_BYTES = 1_000
/** Text becomes twice its bytes in memory, and objects around it. */
const GROWTH = 3

export const createMemo = ({ now, freshMs, maxBytes = MAX_BYTES }: MemoOptions): Memo => {
  const kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const loads = createTransientMap<Loading>()

  const start = async <T>(id: string, { receivedBytes }: MemoCaller, load: () => Promise<T>): Promise<T> => {
    const [startedAt, before] = [now(), receivedBytes()]
    const value = await load()
    const bytes = ENTRY_BYTES + 2 * id.length + GROWTH * (receivedBytes() - before)
    kept.set(id, { value, until: startedAt + freshMs, bytes })
    return value
  }

  const get = async <T>(id: string, caller: MemoCaller, load: () => Promise<T>): Promise<T> => {
    const held = kept.get(id)
    if (held && now() < held.until) return held.value as T
    const loading = loads.get(id)
    if (!loading) {
      const outcome = start(id, caller, load).finally(() => loads.delete(id))
      loads.set(id, { outcome, signal: caller.signal })
      return outcome
    }
    try {
      return (await loading.outcome) as T
    } catch (error) {
      // Whoever had started it left, and took the load along; this caller is still there.
      if (loading.signal.aborted && !caller.signal.aborted) return get(id, caller, load)
      throw error
    }
  }

  return {
    of:
      (caller) =>
      <T>(key: string, load: () => Promise<T>) =>
        get(`${caller.scope.length}\n${caller.scope}\n${key}`, caller, load),
  }
}
