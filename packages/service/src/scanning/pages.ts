// Gets a page. A fresh page comes from the cache. A stale page also does, and is revalidated in the background. An old
// page is fetched first, and is served as stale if its platform fails. A failure never replaces a cached page. If the
// platform itself says that a profile is gone or private, its cached pages are no longer served.

import { ApiError, isApiError } from '../errors.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import { BEFORE_ALL } from '../storage/store.ts'
import { freshnessOf } from '../upstream/budgets/freshness.ts'
import type { Governor } from '../upstream/budgets/governor.ts'
import { kindFor, kindOf } from '../upstream/contract/kinds.ts'
import type { Reach } from '../upstream/contract/reach.ts'
import { isRefused } from '../upstream/contract/refusal.ts'
import type { Cursors, Scope } from './cursor.ts'
import type { FailureMemory } from './failure-memory.ts'
import { type GoneProfiles, pageSubject, profileSubject, type Subject } from './gone-profiles.ts'
import type { Identities } from './identities.ts'
import { type Page, readToPage } from './page.ts'
import { type PageCache, type PageKey, pageKey } from './page-cache.ts'
import type { PageLease, PageLeases } from './page-lease.ts'
import { profileIdOf } from './profile-id.ts'
import type { PageReader, ReadPage } from './read-page.ts'
import type { Scan } from './scan.ts'
import { createSingleFlight } from './single-flight.ts'

export type CacheState = 'hit' | 'miss' | 'stale'
export type GotPage = { readonly page: Page; readonly cache: CacheState }

export type PagesOptions = {
  readonly reader: PageReader
  readonly cache: PageCache
  readonly cursors: Cursors
  readonly identities: Identities
  readonly gone: GoneProfiles
  readonly leases: PageLeases
  readonly failures: FailureMemory
  readonly governor: Pick<Governor, 'pressure'>
  readonly now: () => number
  readonly freshMs: number
  /** How long after it is fresh a page is served while it is revalidated (RFC 5861, section 3). */
  readonly staleMs: number
  /** How long a page is served if its platform fails (RFC 5861, section 4). */
  readonly maxStaleMs: number
  /** Called with the last page of a profile that was found gone or private. */
  readonly onGone?: ((page: Page, reach: Reach) => Promise<void>) | undefined
  readonly onFetch?: (fetch: { readonly platform: string; readonly handle: string; readonly outcome: string }) => void
}

export type Caller = { readonly licenseId?: string; readonly signal?: AbortSignal }

export type Pages = {
  /** The page, if it is cached in memory and may be served without a fetch. `licenseId`: whom a fetch in the background
   * is for. */
  peek(scan: Scan, licenseId?: string): GotPage | undefined
  /** Throws `profile_not_found`, `profile_private`, `profile_unsupported`, `invalid_cursor`, `platform_*`,
   * `rate_limited`, `link_blocked`, `handle_malformed`. */
  get(scan: Scan, caller?: Caller): Promise<GotPage>
  /** Resolves when no fetch and no write is pending. */
  idle(): Promise<void>
}

/** Errors of a profile that is missing or not public. A cached page is served instead until the evidence is reliable. */
const GONE = ['profile_not_found', 'profile_private'] as const
/** Errors that a cached page may never replace. */
const NOT_REPLACED = ['platform_not_configured', 'invalid_cursor'] as const
/** The variant that every platform has: a refusal of it applies to the whole profile. */
const WHOLE = 'posts'
/** How long a page is fresh if a better source, or the same one later, may return more. */
const POOR_FRESH_MS = 60_000
/** How long a richer page is preferred to a new poorer one. */
const RICH_MS = 24 * 60 * 60_000

/** Whether the platform itself says so. */
const isSure = (error: ApiError): boolean => !isRefused(error) || error.evidence === 'own'

/** The clocks of two machines differ by less. */
const MAX_APART_MS = 60_000

export const createPages = (options: PagesOptions): Pages => {
  const { reader, cache, cursors, identities, gone, leases, failures, governor, now, freshMs, staleMs, maxStaleMs } =
    options
  const singleFlight = createSingleFlight<GotPage>()

  const profileOf = ({ platform, handle, access }: Scan) => ({ platform: platform.id, handle, reach: access.reach })

  const scopeOf = (scan: Scan): Scope => ({
    platform: scan.platform.id,
    handle: (scan.platform.hasAccountIds && identities.peek(profileOf(scan))) || scan.handle,
    variant: scan.variant,
    reach: scan.access.reach,
  })

  const keyOf = (scan: Scan): PageKey =>
    pageKey(scopeOf(scan), scan.after, kindOf(scan.platform, scan.handle), scan.images)

  const ageOf = (page: Page) => now() - page.fetchedAt

  const ofPage = (scan: Scan): Subject => pageSubject(profileOf(scan), scan.variant, scan.after)
  const ofProfile = (scan: Scan): Subject => profileSubject(profileOf(scan))

  const isGone = (scan: Scan, { fetchedAt }: Page): boolean =>
    [ofProfile(scan), profileSubject(scopeOf(scan)), ofPage(scan)].some((subject) => gone.has(subject, fetchedAt))

  /** What a refusal of this page is about: one of another variant, or of a later page, says nothing about the profile. */
  const refusedIn = (scan: Scan): Subject =>
    scan.variant === WHOLE && scan.after === undefined ? ofProfile(scan) : ofPage(scan)

  const freshFor = ({ platform, handle }: Scan, { traits, freshForMs }: Page): number => {
    const { id: kind, sources, leastFreshMs } = kindFor(platform, handle)
    const source = sources.find(({ provenance }) => provenance === traits.provenance) ?? sources[0]
    const pressure = source ? governor.pressure(platform.id, source, kind) : 1
    const newestPostAgeMs = traits.newestAt === undefined ? undefined : now() - traits.newestAt
    const fresh = Math.max(freshnessOf({ freshMs, pressure, newestPostAgeMs }), leastFreshMs)
    return Math.min(freshForMs ?? Number.POSITIVE_INFINITY, fresh)
  }

  /** How long a page may be served if its platform fails. */
  const heldMs = ({ platform, handle, variant }: Scan): number => {
    const { longestHeldMs } = kindFor(platform, handle)
    return Math.min(maxStaleMs, longestHeldMs, (platform.heldHours?.[variant] ?? Number.POSITIVE_INFINITY) * 3_600_000)
  }

  /** The page, if it may be served without a fetch. */
  const servable = (scan: Scan, page: Page): GotPage | undefined => {
    if (isGone(scan, page)) return undefined
    const [age, fresh] = [ageOf(page), freshFor(scan, page)]
    // Guards against a clock that was set back, which would keep the page fresh for too long.
    if (age < -MAX_APART_MS) return { page, cache: 'stale' }
    if (age < fresh) return { page, cache: 'hit' }
    return age < fresh + staleMs ? { page, cache: 'stale' } : undefined
  }

  const peek = (scan: Scan, licenseId?: string): GotPage | undefined => {
    if (scan.sealed !== undefined) return undefined
    const page = cache.peek(keyOf(scan))
    const got = page && servable(scan, page)
    if (got?.cache === 'stale') refresh(scan, got.page, licenseId)
    return got
  }

  const refresh = (scan: Scan, cached: Page, licenseId: string | undefined) => {
    const { place } = keyOf(scan)
    if (singleFlight.has(place)) return
    // The caller already has a response; a failure recurs for the next request.
    singleFlight.join(place, (signal, begin) => renew(scan, cached, signal, begin, licenseId)).catch(() => {})
  }

  const get = async (given: Scan, { licenseId, signal }: Caller = {}): Promise<GotPage> => {
    const scan = given.sealed === undefined ? given : await unseal(given, given.sealed, licenseId, signal)
    const cached = peek(scan, licenseId)
    if (cached) return cached
    const start = (callSignal: AbortSignal, begin: () => void) => load(scan, callSignal, begin, licenseId)
    const got = await singleFlight.join(keyOf(scan).place, start, signal)
    // A page from the store may be stale; it is then revalidated in the background.
    return got.cache === 'stale' ? (peek(scan, licenseId) ?? got) : got
  }

  /** Opens a cursor that was issued for another spelling of the handle: its account id shows whether the profile is the
   * same. */
  const unseal = async (scan: Scan, cursor: string, licenseId?: string, signal?: AbortSignal): Promise<Scan> => {
    const { platform, handle, variant, access, images } = scan
    let id = await identities.find(profileOf(scan))
    if (id === undefined) {
      const request = { platform, handle, variant, after: undefined, access }
      const account = await reader.account(request, signal ?? new AbortController().signal, licenseId)
      id = profileIdOf(platform, handle, account.id)
      identities.learn(profileOf(scan), id)
    }
    const after = cursors.open({ platform: platform.id, handle: id, variant, reach: access.reach }, cursor)
    if (after === undefined) throw new ApiError('invalid_cursor')
    return { platform, handle, variant, after, access, ...(images && { images }) }
  }

  const load = async (
    scan: Scan,
    signal: AbortSignal,
    begin: () => void,
    licenseId: string | undefined,
  ): Promise<GotPage> => {
    if (scan.platform.hasAccountIds) await identities.find(profileOf(scan))
    const key = keyOf(scan)
    // If nothing is cached, the lease is free immediately. A request that just failed does not wait for a lease.
    const lease = cache.peek(key) || failureOf(scan) ? undefined : await leases.acquire(key, BEFORE_ALL, signal)
    const cached = lease ? lease.page : await cache.find(key)
    if (!cached) return renew(scan, cached, signal, begin, licenseId, lease)
    await gone.learn([ofProfile(scan), ofPage(scan)], cached.fetchedAt)
    return servable(scan, cached) ?? renew(scan, cached, signal, begin, licenseId)
  }

  const failureOf = (scan: Scan): ApiError | undefined =>
    failures.find(ofProfile(scan)) ?? failures.find(keyOf(scan).id)

  /** Fetches the page; if that fails, serves the cached one as stale. `taken`: the lease, if it was acquired before. */
  const renew = async (
    scan: Scan,
    cached: Page | undefined,
    signal: AbortSignal,
    begin: () => void,
    licenseId?: string,
    taken?: PageLease,
  ): Promise<GotPage> => {
    try {
      const failure = taken ? undefined : failureOf(scan)
      if (failure) throw failure
      return await fetchWithLease(scan, cached, signal, begin, licenseId, taken)
    } catch (error) {
      const mayReplace = isApiError(error) && (isRefused(error, 'signed_only') || !isApiError(error, ...NOT_REPLACED))
      if (cached && mayReplace && !isGone(scan, cached) && ageOf(cached) < heldMs(scan))
        return { page: cached, cache: 'stale' }
      throw error
    }
  }

  /** Fetches the page with a lease, or returns what another process fetches. */
  const fetchWithLease = async (
    scan: Scan,
    cached: Page | undefined,
    signal: AbortSignal,
    begin: () => void,
    licenseId?: string,
    taken?: PageLease,
  ): Promise<GotPage> => {
    const lease = taken ?? (await leases.acquire(keyOf(scan), cached?.fetchedAt ?? BEFORE_ALL, signal))
    const shared = lease.page && servable(scan, lease.page)
    if (shared) return shared
    try {
      // From here on, a call is made: its result is cached, even if no caller waits any more.
      begin()
      return await fetchPage(scan, cached, lease, signal, licenseId)
    } finally {
      lease.release()
    }
  }

  const fetchPage = async (
    scan: Scan,
    cached: Page | undefined,
    lease: PageLease,
    signal: AbortSignal,
    licenseId?: string,
  ): Promise<GotPage> => {
    const { platform, handle, variant, after, access } = scan
    try {
      const read = await reader.read({ platform, handle, variant, after, access }, signal, licenseId)
      options.onFetch?.({ platform: platform.id, handle, outcome: 'ok' })
      // A poorer source may use another account id, under which nothing is cached.
      if (platform.hasAccountIds && !(read.isPoor && identities.peek(profileOf(scan)) !== undefined))
        identities.learn(profileOf(scan), profileIdOf(platform, handle, read.account.id))
      gone.restore(ofProfile(scan))
      if (cached && isPoorer(scan, read, cached)) return { page: cached, cache: 'stale' }
      const page = await readToPage(scan, read, now())
      const put = { freshForMs: read.isPoor ? POOR_FRESH_MS : undefined, store: lease.put, licenseId }
      const got: GotPage = { page: await cache.put(keyOf(scan), page, put), cache: 'miss' }
      // The page was copied when its end was appended.
      freeBytes(page.memory)
      return got
    } catch (cause) {
      if (signal.aborted) throw cause
      const error = isApiError(cause) ? cause : new ApiError('internal_error', { cause })
      options.onFetch?.({ platform: platform.id, handle, outcome: error.code })
      // An exhausted limit is remembered by the governor, for every page of that credential or host.
      if (isRefused(error, 'limited', 'exhausted')) throw error
      const isRefusal = isApiError(error, ...GONE)
      const subject = refusedIn(scan)
      if (isRefusal) await recordRefusal(subject, cached?.fetchedAt, error)
      if (cached && subject === ofProfile(scan) && gone.has(subject, cached.fetchedAt))
        await options.onGone?.(cached, access.reach)
      const isForAll = isRefusal && isSure(error) && subject === ofProfile(scan)
      throw failures.remember(isForAll ? subject : keyOf(scan).id, error)
    }
  }

  const recordRefusal = async (subject: Subject, fetchedAt: number | undefined, error: ApiError): Promise<void> => {
    if (isSure(error)) gone.mark(subject, fetchedAt)
    else if (isRefused(error) && error.evidence === 'status') await gone.doubt(subject, fetchedAt)
  }

  const isPoorer = ({ platform, handle }: Scan, { source }: ReadPage, cached: Page): boolean => {
    const { sources } = kindFor(platform, handle)
    const cachedRank = sources.findIndex(({ provenance }) => provenance === cached.traits.provenance)
    return cachedRank !== -1 && cachedRank < sources.indexOf(source) && ageOf(cached) < RICH_MS
  }

  return {
    peek,
    get,
    async idle() {
      await singleFlight.idle()
      await cache.idle()
      await leases.idle()
    },
  }
}
