// A breaker per upstream host: a host that fails half of its calls is left alone for a while, then tried with one call.
// That something is not there is an answer, not a failure.

import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors.ts'

/** Opens at half of at least 20 calls failed within 10 seconds; one probe after 5 seconds (± 20 %). */
export const BREAKER = {
  windowMs: 10_000,
  leastCalls: 20,
  failedShare: 0.5,
  openMs: 5_000,
  jitter: 0.2,
  /** Most hosts watched at once; the one unseen for longest is forgotten first. */
  hosts: 10_000,
} as const

type Host = { calls: { at: number; failed: boolean }[]; openUntil: number; probing: boolean }

export type BreakerOptions = { readonly now: () => number; readonly random: () => number }

export const createBreaker = ({ now, random }: BreakerOptions) => {
  const hosts = new LRUCache<string, Host>({ max: BREAKER.hosts })

  const hostOf = (name: string): Host => {
    const host = hosts.get(name) ?? { calls: [], openUntil: 0, probing: false }
    hosts.set(name, host)
    return host
  }

  const trip = (host: Host) => {
    host.calls = []
    host.openUntil = now() + BREAKER.openMs * (1 + BREAKER.jitter * (2 * random() - 1))
  }

  const admit = (host: Host) => {
    if (host.openUntil === 0) return
    if (now() >= host.openUntil && !host.probing) {
      host.probing = true
      return
    }
    const retryAfterSeconds = Math.max(1, Math.ceil((host.openUntil - now()) / 1000))
    const message = 'The platform has been failing; it is left alone for a moment.'
    throw new ApiError('platform_error', { message, retryAfterSeconds })
  }

  const record = (host: Host, failed: boolean) => {
    if (host.probing) {
      host.probing = false
      host.openUntil = 0
      if (failed) trip(host)
      return
    }
    if (host.openUntil > 0) return
    host.calls.push({ at: now(), failed })
    const from = now() - BREAKER.windowMs
    while (host.calls[0] && host.calls[0].at < from) host.calls.shift()
    const failures = host.calls.filter((call) => call.failed).length
    if (host.calls.length >= BREAKER.leastCalls && failures >= host.calls.length * BREAKER.failedShare) trip(host)
  }

  return {
    /** Runs a call of a host; throws `platform_error` at once while its breaker is open. */
    async run<T>(
      name: string,
      call: () => Promise<T>,
      isFailure: (outcome: { value: T } | { error: unknown }) => boolean,
    ) {
      const host = hostOf(name)
      admit(host)
      try {
        const value = await call()
        record(host, isFailure({ value }))
        return value
      } catch (error) {
        record(host, isFailure({ error }))
        throw error
      }
    },
    isOpen: (name: string): boolean => (hosts.peek(name)?.openUntil ?? 0) > 0,
  }
}

export type Breaker = ReturnType<typeof createBreaker>
