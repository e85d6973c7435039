// Cursors: sealed positions of a platform. Opaque to clients, bound to a platform, handle, variant and reach, and valid
// for a day.

import { open, seal } from '../crypto/seal.ts'
import type { Reach } from '../upstream/contract/reach.ts'

/** What a cached page and its cursor belong to. */
export type Scope = {
  readonly platform: string
  /** The account id or handle in the cache keys of the profile's pages. */
  readonly handle: string
  readonly variant: string
  readonly reach: Reach
}

export type Cursors = {
  seal(scope: Scope, position: string): string
  /** undefined for anything that was not sealed here, for this scope, within the last 24 hours. */
  open(scope: Scope, cursor: string): string | undefined
}

export type CursorsOptions = {
  /** Keys of 32 bytes: the first one seals; all of them open. */
  readonly keys: readonly Buffer[]
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
}

export const CURSOR_LIFE_MS = 24 * 60 * 60 * 1000
/** The most that fits into a cursor of 4,096 characters. */
const MAX_POSITION_BYTES = 3_000
const TIME_BYTES = 6

export const createCursors = ({ keys, now, randomBytes }: CursorsOptions): Cursors => {
  const [sealing] = keys
  if (sealing === undefined) throw new TypeError('Cursors need a key')
  return {
    seal(scope, position) {
      const bytes = Buffer.from(position)
      if (bytes.length > MAX_POSITION_BYTES) throw new RangeError(`A position of ${bytes.length} bytes fits no cursor`)
      const time = Buffer.alloc(TIME_BYTES)
      time.writeUIntBE(now(), 0, TIME_BYTES)
      return seal(sealing, Buffer.concat([time, bytes]), boundTo(scope), randomBytes)
    },
    open(scope, cursor) {
      for (const key of keys) {
        const opened = open(key, cursor, boundTo(scope))
        if (!opened || opened.length <= TIME_BYTES) continue
        if (now() - opened.readUIntBE(0, TIME_BYTES) > CURSOR_LIFE_MS) break
        return opened.toString('utf8', TIME_BYTES)
      }
      return undefined
    },
  }
}

/** Public cursors are bound as before there were connections, so that those in use stay valid. */
const boundTo = ({ platform, handle, variant, reach }: Scope): string =>
  JSON.stringify(['cursor', platform, handle, variant, ...(reach === 'public' ? [] : [reach])])
