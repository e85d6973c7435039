// A circuit breaker per upstream host. It opens when half of the host's calls fail, and is tried again with one call
// after a while. A missing profile is a response, not a failure; a cancelled call counts as neither.

import { ApiError } from '../../errors.ts'
import { secondsLeft } from '../../parsing/seconds-left.ts'
import { createLru } from '../../runtime/collections/create-lru.ts'

/** Opens when half of at least 20 calls fail within 10 seconds; one probe after 5 seconds (± 20 %). */
export const BREAKER = {
  windowMs: 10_000,
  leastCalls: 20,
  failedShare: 0.5,
  openMs: 5_000,
  jitter: 0.2,
  /** How long an open breaker is listed if no call tries it. */
  toldMs: 3_600_000,
  /** The most hosts watched; the one unused for longest is dropped first. */
  hosts: 10_000,
} as const

type Host = {
  /** Oldest first. */
  calls: { at: number; failed: boolean }[]
  failures: number
  /** 0 while closed. */
  openUntil: number
  /** When it opened; failed probes do not change it. */
  openedAt: number
  probing: boolean
}

/** What a call shows about its host; undefined when it shows nothing, because it was cancelled or never sent. */
export type Verdict = 'up' | 'down' | undefined
export type Judge<T> = (outcome: { readonly value: T } | { readonly error: unknown }) => Verdict

export type BreakerOptions = {
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly random: () => number
}

export const createBreaker = ({ elapsed, random }: BreakerOptions) => {
  const hosts = createLru<Host>(BREAKER.hosts)

  const hostOf = (name: string): Host => {
    const known = hosts.get(name)
    if (known) return known
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

  /** True when the call is the probe. Only the probe closes the breaker, never a call that began before. */
  const admit = (host: Host): boolean => {
    if (host.openUntil === 0) return false
    if (elapsed() >= host.openUntil && !host.probing) {
      host.probing = true
      return true
    }
    const retryAfterSeconds = secondsLeft(host.openUntil, elapsed())
    const message = 'The platform is failing, so it is not called for a moment.'
    throw new ApiError('platform_error', { message, retryAfterSeconds })
  }

  const endProbe = (host: Host, verdict: Verdict) => {
    // An inconclusive probe leaves the breaker open, and the next call is the probe.
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
    /** Runs a call to a host. Throws `platform_error` immediately while its breaker is open. */
    async run<T>(name: string, call: () => Promise<T>, judge: Judge<T>): Promise<T> {
      const host = hostOf(name)
      const settle = admit(host) ? endProbe : record
      try {
        const value = await call()
        settle(host, judge({ value }))
        return value
      } catch (error) {
        settle(host, judge({ error }))
        throw error
      }
    },
    isOpen: (name: string): boolean => (hosts.peek(name)?.openUntil ?? 0) > 0,
    /** The hosts with an open breaker, and for how long it has been open. Leaves out hosts without a call for an hour. */
    open: (): readonly { readonly name: string; readonly openMs: number }[] =>
      [...hosts.entries()].flatMap(([name, { openUntil, openedAt }]) =>
        openUntil > 0 && elapsed() - openUntil < BREAKER.toldMs ? [{ name, openMs: elapsed() - openedAt }] : [],
      ),
  }
}

export type Breaker = ReturnType<typeof createBreaker>
