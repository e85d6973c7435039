// Gets a page: held while it is fresh, fetched anew behind the answer while it is stale, fetched before the answer when
// it is old, and served all the same, marked stale, when its platform fails. A failure never replaces a held page.

import { ApiError, isApiError } from '../errors.ts'
import { type AskPlatformOptions, createAskPlatform } from './ask-platform.ts'
import type { FailureMemory } from './failure-memory.ts'
import { createFlights } from './flights.ts'
import { type Page, toHeldPage } from './page.ts'
import type { PageCache } from './page-cache.ts'
import type { Scan } from './scan.ts'
import type { Turns } from './turns.ts'

export type CacheState = 'hit' | 'miss' | 'stale'
export type GotPage = { readonly page: Page; readonly cache: CacheState }

export type PagesOptions = AskPlatformOptions & {
  readonly cache: PageCache
  readonly turns: Turns
  readonly failures: FailureMemory
  /** How much longer than fresh a page is served as it is while it is fetched anew behind. */
  readonly staleMs: number
  /** How long a page may stand in for a platform that fails. */
  readonly heldMs: number
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

/** Answers of their own, which no earlier page may stand in for: the profile is gone or private, the platform is off. */
const ANSWERS = ['profile_not_found', 'profile_private', 'platform_not_configured'] as const

export const createPages = (options: PagesOptions): Pages => {
  const { cache, turns, failures, now, freshMs, staleMs, heldMs } = options
  const askPlatform = createAskPlatform(options)
  const flights = createFlights<GotPage>()

  const ageOf = (page: Page) => now() - page.fetchedAt

  /** The page as it may be served without asking the platform first. */
  const asItIs = (page: Page): GotPage | undefined => {
    const age = ageOf(page)
    if (age < freshMs) return { page, cache: 'hit' }
    return age < freshMs + staleMs ? { page, cache: 'stale' } : undefined
  }

  const peek = (scan: Scan): GotPage | undefined => {
    const page = cache.peek(scan.key)
    const got = page && asItIs(page)
    if (got?.cache === 'stale') refresh(scan, got.page)
    return got
  }

  const refresh = (scan: Scan, held: Page) => {
    if (flights.has(scan.key.id)) return
    // Whoever asked has an answer; what becomes of this is seen by whoever asks next.
    flights.join(scan.key.id, (signal) => renew(scan, held, signal)).catch(() => {})
  }

  const get = async (scan: Scan, { licenseId, signal }: Caller = {}): Promise<GotPage> => {
    const held = peek(scan)
    if (held) return held
    const got = await flights.join(scan.key.id, (flightSignal) => load(scan, flightSignal, licenseId), signal)
    // What was found in the store may have become stale there; then it is fetched anew behind this answer.
    return got.cache === 'stale' ? (peek(scan) ?? got) : got
  }

  const load = async (scan: Scan, signal: AbortSignal, licenseId: string | undefined): Promise<GotPage> => {
    const held = await cache.find(scan.key)
    return (held && asItIs(held)) ?? renew(scan, held, signal, licenseId)
  }

  /** Fetches the page; the one that is held stands in when that fails. */
  const renew = async (
    scan: Scan,
    held: Page | undefined,
    signal: AbortSignal,
    licenseId?: string,
  ): Promise<GotPage> => {
    try {
      const failure = failures.find(scan.key.id)
      if (failure) throw failure
      return await inTurn(scan, held, signal, licenseId)
    } catch (error) {
      const mayStandIn = isApiError(error) && !isApiError(error, ...ANSWERS)
      if (held && ageOf(held) < heldMs && mayStandIn) return { page: held, cache: 'stale' }
      throw error
    }
  }

  /** Fetches the page when it is this process's turn, and shares what another one is fetching otherwise. */
  const inTurn = async (
    scan: Scan,
    held: Page | undefined,
    signal: AbortSignal,
    licenseId?: string,
  ): Promise<GotPage> => {
    const turn = await turns.take(scan.key, held?.fetchedAt ?? 0, signal)
    const shared = turn.page && asItIs(turn.page)
    if (shared) return shared
    try {
      return await fetchPage(scan, signal, licenseId)
    } finally {
      turn.end()
    }
  }

  const fetchPage = async (scan: Scan, signal: AbortSignal, licenseId?: string): Promise<GotPage> => {
    const { platform, key } = scan
    try {
      const answer = await askPlatform(scan, signal, licenseId)
      options.onFetch?.({ platform: platform.id, outcome: 'ok' })
      return { page: cache.put(key, toHeldPage(key, answer, platform.provenance, now())), cache: 'miss' }
    } catch (cause) {
      if (signal.aborted) throw cause
      const error = isApiError(cause) ? cause : new ApiError('internal_error', { cause })
      options.onFetch?.({ platform: platform.id, outcome: error.code })
      if (!isApiError(cause)) options.onFault?.(cause)
      throw failures.remember(key.id, error)
    }
  }

  return {
    peek,
    get,
    async idle() {
      await flights.idle()
      await cache.idle()
      await turns.idle()
    },
  }
}
