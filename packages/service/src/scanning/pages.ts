// Gets a page: held while it is fresh, fetched anew behind the answer while it is stale, fetched before the answer when
// it is old, and served all the same, marked stale, when its platform fails. A failure never replaces a held page.

import { LRUCache } from 'lru-cache'
import { ApiError, isApiError } from '../errors.ts'
import type { Platform, PlatformPage } from '../platforms/platform.ts'
import type { Registry } from '../platforms/registry.ts'
import type { FailureMemory } from './failure-memory.ts'
import { createFlights } from './flights.ts'
import { type Page, toHeldPage } from './page.ts'
import type { PageCache, PageKey } from './page-cache.ts'
import type { Scan } from './scan.ts'
import { type Upstream, waitFor } from './upstream.ts'

export type CacheState = 'hit' | 'miss' | 'stale'
export type GotPage = { readonly page: Page; readonly cache: CacheState }

export type PagesOptions = {
  readonly registry: Registry
  readonly cache: PageCache
  readonly failures: FailureMemory
  readonly upstream: Upstream
  readonly now: () => number
  readonly freshMs: number
  /** How much longer a page is served as it is while it is fetched anew behind. */
  readonly staleMs: number
  /** How long a page may stand in for a platform that fails. */
  readonly heldMs: number
  /** All that one page may take, upstream. */
  readonly deadlineMs: number
  readonly pageSize: number
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly onFetch?: (fetch: { readonly platform: string; readonly outcome: string }) => void
  /** A fault of a platform's own code, which a client is told of as `internal_error`. */
  readonly onFault?: (error: unknown) => void
}

export type Caller = { readonly licenseId?: string; readonly signal?: AbortSignal }

export type Pages = {
  /** The page when it is held and need not be waited for. */
  peek(scan: Scan): GotPage | undefined
  /** Throws `profile_not_found`, `profile_private`, `platform_*`, `link_blocked`, `handle_malformed`. */
  get(scan: Scan, caller?: Caller): Promise<GotPage>
  /** Resolves when nothing is being fetched and everything fetched is stored. */
  idle(): Promise<void>
}

/** Failures that the earlier page may stand in for; that a profile is gone or private is an answer of its own. */
const STOOD_IN_FOR = ['platform_rate_limited', 'platform_unauthorized', 'platform_error', 'platform_timeout'] as const

export const createPages = (options: PagesOptions): Pages => {
  const { registry, cache, failures, upstream, now, freshMs, staleMs, heldMs, deadlineMs, pageSize } = options
  const { wait = waitFor } = options
  const flights = createFlights<GotPage>()
  const memory = new LRUCache<string, Promise<unknown>>({ max: 2_000, ttl: freshMs, perf: { now } })

  const ageOf = (page: Page) => now() - page.fetchedAt

  const peek = (scan: Scan): GotPage | undefined => {
    const page = cache.peek(scan.key)
    if (!page) return undefined
    const age = ageOf(page)
    if (age < freshMs) return { page, cache: 'hit' }
    if (age >= freshMs + staleMs) return undefined
    refresh(scan)
    return { page, cache: 'stale' }
  }

  const refresh = (scan: Scan) => {
    if (flights.has(scan.key.id) || failures.find(scan.key.id)) return
    // Whoever asked has an answer; what becomes of this is seen by whoever asks next.
    flights.join(scan.key.id, (signal) => fetchPage(scan, signal)).catch(() => {})
  }

  const get = async (scan: Scan, { licenseId, signal }: Caller = {}): Promise<GotPage> =>
    peek(scan) ?? flights.join(scan.key.id, (flightSignal) => load(scan, flightSignal, licenseId), signal)

  const load = async (scan: Scan, signal: AbortSignal, licenseId: string | undefined): Promise<GotPage> => {
    const held = await cache.find(scan.key)
    if (held && ageOf(held) < freshMs) return { page: held, cache: 'hit' }
    try {
      const failure = failures.find(scan.key.id)
      if (failure) throw failure
      return await fetchPage(scan, signal, licenseId)
    } catch (error) {
      if (held && ageOf(held) < heldMs && isApiError(error, ...STOOD_IN_FOR)) return { page: held, cache: 'stale' }
      throw error
    }
  }

  const fetchPage = async (scan: Scan, signal: AbortSignal, licenseId?: string): Promise<GotPage> => {
    const { platform, key } = scan
    try {
      const answer = await askPlatform(platform, key, signal, licenseId)
      failures.forget(key.id)
      options.onFetch?.({ platform: platform.id, outcome: 'ok' })
      return { page: cache.put(key, toHeldPage(key, answer, platform.provenance, now())), cache: 'miss' }
    } catch (cause) {
      if (signal.aborted) throw cause
      const error = isApiError(cause) ? cause : new ApiError('internal_error', { cause })
      options.onFetch?.({ platform: platform.id, outcome: error.code })
      if (!isApiError(cause)) options.onFault?.(cause)
      failures.remember(key.id, error)
      throw error
    }
  }

  const askPlatform = (
    platform: Platform,
    key: PageKey,
    signal: AbortSignal,
    licenseId?: string,
  ): Promise<PlatformPage> => {
    const { settings, baseUrl, missing } = registry.settingsOf(platform.id)
    if (missing !== undefined) throw new ApiError('platform_not_configured')
    const deadline = now() + deadlineMs
    const http = upstream({ platform: platform.id, origins: platform.origins, baseUrl, licenseId, signal, deadline })
    const { handle, variant, after } = key
    const memo = memoOf(`${platform.id}\n${handle}\n`)
    const waitHere = waitUntil(deadline, signal)
    return platform.page({ http, settings, now, memo, handle, variant, after, limit: pageSize, wait: waitHere })
  }

  /** Waits, but never past the deadline. */
  const waitUntil = (deadline: number, signal: AbortSignal) => async (milliseconds: number) => {
    const leftMs = Math.max(0, deadline - now())
    await wait(Math.min(milliseconds, leftMs), signal)
    if (milliseconds > leftMs) throw new ApiError('platform_timeout')
  }

  /** Concurrent loads share one; a failed one is not remembered. */
  const memoOf =
    (prefix: string) =>
    <T>(key: string, load: () => Promise<T>): Promise<T> => {
      const held = memory.get(prefix + key)
      if (held) return held as Promise<T>
      const loading = load()
      memory.set(prefix + key, loading)
      loading.catch(() => {
        if (memory.peek(prefix + key) === loading) memory.delete(prefix + key)
      })
      return loading
    }

  return {
    peek,
    get,
    async idle() {
      await flights.idle()
      await cache.idle()
    },
  }
}
