// Sessions of TLS, with which a host that was asked a moment ago need not prove again who it is: a quarter of what a connection
// costs (RFC 8446, section 2.2). One opens one connection (section C.4), under the name and at the address that it was made with
// (section 4.6.1 asks for the name alone).

import { LRUCache } from 'lru-cache'
import type { Limits } from './limits.ts'

export type TlsSessions = {
  /** `place`: the name, the address and the port. Gives each session once; undefined where there is none. */
  take(place: string): Buffer | undefined
  /** Of a connection whose certificate is verified. */
  put(place: string, session: Buffer): void
}

export type TlsSessionsOptions = {
  readonly limits: Pick<Limits, 'tlsSessionBytes' | 'tlsSessionsBytes' | 'tlsSessionMs'>
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
}

/** Servers give as many with each connection; those of before are forgotten. */
const OF_A_PLACE = 2

/** `text`: a byte each. What is held outside of V8's heap for a minute keeps the memory around it from being given back: with
 * bytes it was ten megabytes of a service that scans ever other hosts. */
type Session = { readonly text: string; readonly until: number }

const sizeOf = (sessions: readonly Session[]): number => sessions.reduce((size, { text }) => size + text.length, 1)

export const createTlsSessions = ({ limits, elapsed }: TlsSessionsOptions): TlsSessions => {
  const held = new LRUCache<string, readonly Session[]>({ maxSize: limits.tlsSessionsBytes, sizeCalculation: sizeOf })
  return {
    take(place) {
      const sessions = held.get(place)
      if (sessions === undefined) return undefined
      const [newest, ...rest] = sessions
      if (rest.length > 0) held.set(place, rest)
      else held.delete(place)
      return newest !== undefined && elapsed() < newest.until ? Buffer.from(newest.text, 'latin1') : undefined
    },
    put(place, bytes) {
      if (bytes.length > limits.tlsSessionBytes) return
      const session = { text: bytes.toString('latin1'), until: elapsed() + limits.tlsSessionMs }
      held.set(place, [session, ...(held.get(place) ?? [])].slice(0, OF_A_PLACE))
    },
  }
}
