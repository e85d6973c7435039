// A breaker per upstream host: a host that fails half of its calls is left alone for a while, then tried with one call.
// That something is not there is an answer, not a failure; a call that was called off tells nothing at all.

import { ApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'

/** Opens at half of at least 20 calls failed within 10 seconds; one probe after 5 seconds (± 20 %). */
export const BREAKER = {
  windowMs: 10_000,
  leastCalls: 20,
  failedShare: 0.5,
  openMs: 5_000,
  jitter: 0.2,
  /** How long one that nobody tries is told of. */
  toldMs: 3_600_000,
  /** Most hosts watched at once; the one unseen for longest is forgotten first. */
  hosts: 10_000,
} as const

type Host = {
  /** Oldest first. */
  calls: { at: number; failed: boolean }[]
  failures: number
  /** 0 while closed. */
  openUntil: number
  /** When it opened; one that a probe did not close was open all the while. */
  openedAt: number
  probing: boolean
}

/** What a call tells of its host; undefined when it tells nothing: it was called off, or never left. */
export type Verdict = 'up' | 'down' | undefined
export type Judge<T> = (outcome: { readonly value: T } | { readonly error: unknown }) => Verdict

export type BreakerOptions = {
  /** Milliseconds since some moment, by a clock that nobody sets: what is told by it lasts as long as it says. */
  readonly elapsed: () => number
  readonly random: () => number
}

export const createBreaker = ({ elapsed, random }: BreakerOptions) => {
  const hosts = createLru<Host>(BREAKER.hosts)

  const hostOf = (name: string): Host => {
    const held = hosts.get(name)
    if (held) return held
    const host: Host = { calls: [], failures: 0, openUntil: 0, openedAt: 0, probing: false }
    hosts.set(name, host)
    return host
  }

  const trip = (host: Host) => {
    host.calls = []
    host.failures = 0
    if (host.openUntil === 0) host.openedAt = elapsed()
    host.openUntil = elapsed() + BREAKER.openMs * (1 + BREAKER.jitter * (2 * random() - 1))
  }

  /** True when the call is the probe. Only its outcome closes the breaker, never that of a call begun before. */
  const admit = (host: Host): boolean => {
    if (host.openUntil === 0) return false
    if (elapsed() >= host.openUntil && !host.probing) {
      host.probing = true
      return true
    }
    const retryAfterSeconds = secondsLeft(host.openUntil, elapsed())
    const message = 'The platform has been failing; it is left alone for a moment.'
    throw new ApiError('platform_error', { message, retryAfterSeconds })
  }

  const endProbe = (host: Host, verdict: Verdict) => {
    // A probe that tells nothing leaves the breaker as it is: whoever calls next is the probe.
    host.probing = false
    if (verdict === 'up') host.openUntil = 0
    if (verdict === 'down') trip(host)
  }

  const record = (host: Host, verdict: Verdict) => {
    if (verdict === undefined || host.openUntil > 0) return
    const failed = verdict === 'down'
    host.calls.push({ at: elapsed(), failed })
    if (failed) host.failures += 1
    const from = elapsed() - BREAKER.windowMs
    for (let [oldest] = host.calls; oldest && oldest.at < from; [oldest] = host.calls) {
      host.calls.shift()
      if (oldest.failed) host.failures -= 1
    }
    const { length } = host.calls
    if (length >= BREAKER.leastCalls && host.failures >= length * BREAKER.failedShare) trip(host)
  }

  return {
    /** Runs a call of a host; throws `platform_error` at once while its breaker is open. */
    async run<T>(name: string, call: () => Promise<T>, judge: Judge<T>): Promise<T> {
      const host = hostOf(name)
      const tell = admit(host) ? endProbe : record
      try {
        const value = await call()
        tell(host, judge({ value }))
        return value
      } catch (error) {
        tell(host, judge({ error }))
        throw error
      }
    },
    isOpen: (name: string): boolean => (hosts.peek(name)?.openUntil ?? 0) > 0,
    /** The hosts that are left alone, and for how long by now. Not those that nobody has asked of for an hour. */
    open: (): readonly { readonly name: string; readonly openMs: number }[] =>
      [...hosts.entries()].flatMap(([name, { openUntil, openedAt }]) =>
        openUntil > 0 && elapsed() - openUntil < BREAKER.toldMs ? [{ name, openMs: elapsed() - openedAt }] : [],
      ),
  }
}

export type Breaker = ReturnType<typeof createBreaker>
