// TLS sessions, with which a known host need not prove its identity again: this saves a quarter of the cost of a
// connection (RFC 8446, section 2.2). Each session opens one connection (section C.4), for the name and the address of
// its own (section 4.6.1 requires only the name).

import { LRUCache } from 'lru-cache'
import type { Limits } from './limits.ts'

export type TlsSessions = {
  /** `place`: name, address and port. Returns each session once. */
  take(place: string): Buffer | undefined
  /** Only for a connection with a verified certificate. */
  put(place: string, session: Buffer): void
}

export type TlsSessionsOptions = {
  readonly limits: Pick<Limits, 'tlsSessionBytes' | 'tlsSessionsBytes' | 'tlsSessionMs'>
  /** Milliseconds since an arbitrary moment, from a monotonic clock. */
  readonly elapsed: () => number
}

/** Servers offer as many with each connection. Older ones are forgotten. */
const MAX_PER_PLACE = 2

/** `text`: one character a byte. Buffers outside V8's heap that live for a minute keep the memory around them from
 * being freed: ten megabytes for a service that scans ever other hosts. */
type Session = { readonly text: string; readonly until: number }

const sizeOf = (sessions: readonly Session[]): number => sessions.reduce((size, { text }) => size + text.length, 1)

export const createTlsSessions = ({ limits, elapsed }: TlsSessionsOptions): TlsSessions => {
  const cache = new LRUCache<string, readonly Session[]>({ maxSize: limits.tlsSessionsBytes, sizeCalculation: sizeOf })
  return {
    take(place) {
      const sessions = cache.get(place)
      if (sessions === undefined) return undefined
      const [newest, ...rest] = sessions
      if (rest.length > 0) cache.set(place, rest)
      else cache.delete(place)
      return newest !== undefined && elapsed() < newest.until ? Buffer.from(newest.text, 'latin1') : undefined
    },
    put(place, bytes) {
      if (bytes.length > limits.tlsSessionBytes) return
      const session = { text: bytes.toString('latin1'), until: elapsed() + limits.tlsSessionMs }
      cache.set(place, [session, ...(cache.get(place) ?? [])].slice(0, MAX_PER_PLACE))
    },
  }
}
