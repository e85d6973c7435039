// Gets a page: held while it is fresh, fetched anew behind the answer while it is stale, fetched before the answer when
// it is old, and served all the same, marked stale, when its platform fails. A failure never replaces a held page; that a
// profile is gone or private is no failure where the platform itself says so, and ends the serving of its pages.

import { ApiError, isApiError } from '../errors.ts'
import { freeBytes } from '../runtime/event-loop/free-bytes.ts'
import { BEFORE_ALL } from '../storage/store.ts'
import { freshnessOf } from '../upstream/budgets/freshness.ts'
import type { Governor } from '../upstream/budgets/governor.ts'
import { isRefused } from '../upstream/contract/refusal.ts'
import type { CursorScope, Cursors } from './cursor.ts'
import type { FailureMemory } from './failure-memory.ts'
import { type GoneProfiles, pageSubject, profileSubject, type Subject } from './gone-profiles.ts'
import type { Identities } from './identities.ts'
import { type Page, readToPage } from './page.ts'
import { type PageCache, type PageKey, pageKey } from './page-cache.ts'
import type { PageReader, ReadPage } from './read-page.ts'
import type { Scan } from './scan.ts'
import { createSingleFlight } from './single-flight.ts'
import type { Turn, Turns } from './turns.ts'

export type CacheState = 'hit' | 'miss' | 'stale'
export type GotPage = { readonly page: Page; readonly cache: CacheState }

export type PagesOptions = {
  readonly reader: PageReader
  readonly cache: PageCache
  readonly cursors: Cursors
  readonly identities: Identities
  readonly gone: GoneProfiles
  readonly turns: Turns
  readonly failures: FailureMemory
  readonly governor: Pick<Governor, 'pressure'>
  readonly now: () => number
  readonly freshMs: number
  /** How much longer than fresh a page is served as it is while it is fetched anew behind. */
  readonly staleMs: number
  /** How long a page may stand in for a platform that fails. */
  readonly heldMs: number
  readonly onFetch?: (fetch: { readonly platform: string; readonly handle: string; readonly outcome: string }) => void
}

export type Caller = { readonly licenseId?: string; readonly signal?: AbortSignal }

export type Pages = {
  /** The page when it is held and need not be waited for. */
  peek(scan: Scan): GotPage | undefined
  /** Throws `profile_not_found`, `profile_private`, `profile_unsupported`, `invalid_cursor`, `platform_*`, `rate_limited`,
   * `link_blocked`, `handle_malformed`. */
  get(scan: Scan, caller?: Caller): Promise<GotPage>
  /** Resolves when nothing is being fetched and everything fetched is stored. */
  idle(): Promise<void>
}

/** What is told of a profile that is not there for everybody. An earlier page stands in for it until it is sure. */
const GONE = ['profile_not_found', 'profile_private'] as const
/** Answers of their own, which no earlier page may stand in for. */
const ANSWERS = ['platform_not_configured', 'invalid_cursor'] as const
/** The variant that every platform has: what is said of it is said of the profile. */
const WHOLE = 'posts'
/** How long a page is fresh that a better source, or the same one in a better moment, would give more of. */
const POOR_FRESH_MS = 60_000
/** How long a richer page stands in for a poorer one that could be had. */
const RICH_MS = 24 * 60 * 60_000

/** Whether the platform itself says so. */
const isSure = (error: ApiError): boolean => !isRefused(error) || error.evidence === 'own'

/** Clocks of two machines are closer. */
const MOST_APART_MS = 60_000

export const createPages = (options: PagesOptions): Pages => {
  const { reader, cache, cursors, identities, gone, turns, failures, governor, now, freshMs, staleMs, heldMs } = options
  const singleFlight = createSingleFlight<GotPage>()

  const whose = ({ platform, handle }: Scan) => ({ platform: platform.id, handle })

  const scopeOf = (scan: Scan): CursorScope => ({
    platform: scan.platform.id,
    handle: (scan.platform.hasAccountIds && identities.peek(whose(scan))) || scan.handle,
    variant: scan.variant,
  })

  const keyOf = (scan: Scan): PageKey => pageKey(scopeOf(scan), scan.after)

  const ageOf = (page: Page) => now() - page.fetchedAt

  const ofPage = (scan: Scan): Subject => pageSubject(whose(scan), scan.variant, scan.after)
  const ofProfile = (scan: Scan): Subject => profileSubject(whose(scan))

  const isGone = (scan: Scan, { fetchedAt }: Page): boolean =>
    [ofProfile(scan), profileSubject(scopeOf(scan)), ofPage(scan)].some((subject) => gone.has(subject, fetchedAt))

  /** What a refusal of this page is about: one of a variant or of a later page says nothing of the profile. */
  const refusedIn = (scan: Scan): Subject =>
    scan.variant === WHOLE && scan.after === undefined ? ofProfile(scan) : ofPage(scan)

  const freshFor = ({ platform }: Scan, { traits, freshForMs }: Page): number => {
    const source = platform.sources.find(({ provenance }) => provenance === traits.provenance) ?? platform.sources[0]
    const pressure = source ? governor.pressure(platform.id, source.id) : 1
    const newestPostAgeMs = traits.newestAt === undefined ? undefined : now() - traits.newestAt
    return Math.min(freshForMs ?? Number.POSITIVE_INFINITY, freshnessOf({ freshMs, pressure, newestPostAgeMs }))
  }

  /** The page as it may be served without asking the platform first. */
  const asItIs = (scan: Scan, page: Page): GotPage | undefined => {
    if (isGone(scan, page)) return undefined
    const [age, fresh] = [ageOf(page), freshFor(scan, page)]
    // Of a clock that was put back since, by which it would be fresh for too long.
    if (age < -MOST_APART_MS) return { page, cache: 'stale' }
    if (age < fresh) return { page, cache: 'hit' }
    return age < fresh + staleMs ? { page, cache: 'stale' } : undefined
  }

  const peek = (scan: Scan): GotPage | undefined => {
    if (scan.sealed !== undefined) return undefined
    const page = cache.peek(keyOf(scan))
    const got = page && asItIs(scan, page)
    if (got?.cache === 'stale') refresh(scan, got.page)
    return got
  }

  const refresh = (scan: Scan, held: Page) => {
    const { id } = keyOf(scan)
    if (singleFlight.has(id)) return
    // Whoever asked has an answer; what becomes of this is seen by whoever asks next.
    singleFlight.join(id, (signal, begin) => renew(scan, held, signal, begin)).catch(() => {})
  }

  const get = async (requested: Scan, { licenseId, signal }: Caller = {}): Promise<GotPage> => {
    const scan =
      requested.sealed === undefined ? requested : await unseal(requested, requested.sealed, licenseId, signal)
    const held = peek(scan)
    if (held) return held
    const start = (flightSignal: AbortSignal, begin: () => void) => load(scan, flightSignal, begin, licenseId)
    const got = await singleFlight.join(keyOf(scan).id, start, signal)
    // What was found in the store may have become stale there; then it is fetched anew behind this answer.
    return got.cache === 'stale' ? (peek(scan) ?? got) : got
  }

  /** Opens a cursor that was given for another spelling: its platform tells whether it is one of the same profile. */
  const unseal = async (scan: Scan, cursor: string, licenseId?: string, signal?: AbortSignal): Promise<Scan> => {
    const { platform, handle, variant } = scan
    let id = await identities.find(whose(scan))
    if (id === undefined) {
      const request = { platform, handle, variant, after: undefined }
      const account = await reader.account(request, signal ?? new AbortController().signal, licenseId)
      id = account.id
      identities.learn(whose(scan), id)
    }
    const after = cursors.open({ platform: platform.id, handle: id, variant }, cursor)
    if (after === undefined) throw new ApiError('invalid_cursor')
    return { platform, handle, variant, after }
  }

  const load = async (
    scan: Scan,
    signal: AbortSignal,
    begin: () => void,
    licenseId: string | undefined,
  ): Promise<GotPage> => {
    if (scan.platform.hasAccountIds) await identities.find(whose(scan))
    const key = keyOf(scan)
    // Of what is held nowhere, the store gives the turn at once; nobody waits for one at what just failed.
    const turn = cache.peek(key) || failureOf(scan) ? undefined : await turns.take(key, BEFORE_ALL, signal)
    const held = turn ? turn.page : await cache.find(key)
    if (!held) return renew(scan, held, signal, begin, licenseId, turn)
    await gone.learn([ofProfile(scan), ofPage(scan)], held.fetchedAt)
    return asItIs(scan, held) ?? renew(scan, held, signal, begin, licenseId)
  }

  const failureOf = (scan: Scan): ApiError | undefined =>
    failures.find(ofProfile(scan)) ?? failures.find(keyOf(scan).id)

  /** Fetches the page; the one that is held stands in when that fails. `taken`: the turn, where it was taken before. */
  const renew = async (
    scan: Scan,
    held: Page | undefined,
    signal: AbortSignal,
    begin: () => void,
    licenseId?: string,
    taken?: Turn,
  ): Promise<GotPage> => {
    try {
      const failure = taken ? undefined : failureOf(scan)
      if (failure) throw failure
      return await inTurn(scan, held, signal, begin, licenseId, taken)
    } catch (error) {
      const mayStandIn = isApiError(error) && !isApiError(error, ...ANSWERS)
      if (held && mayStandIn && !isGone(scan, held) && ageOf(held) < heldMs) return { page: held, cache: 'stale' }
      throw error
    }
  }

  /** Fetches the page when it is this process's turn, and shares what another one is fetching otherwise. */
  const inTurn = async (
    scan: Scan,
    held: Page | undefined,
    signal: AbortSignal,
    begin: () => void,
    licenseId?: string,
    taken?: Turn,
  ): Promise<GotPage> => {
    const turn = taken ?? (await turns.take(keyOf(scan), held?.fetchedAt ?? BEFORE_ALL, signal))
    const shared = turn.page && asItIs(scan, turn.page)
    if (shared) return shared
    try {
      // From here on somebody is being asked: what comes of it is held, also when nobody waits any more.
      begin()
      return await fetchPage(scan, held, turn, signal, licenseId)
    } finally {
      turn.end()
    }
  }

  const fetchPage = async (
    scan: Scan,
    held: Page | undefined,
    turn: Turn,
    signal: AbortSignal,
    licenseId?: string,
  ): Promise<GotPage> => {
    const { platform, handle, variant, after } = scan
    try {
      const read = await reader.read({ platform, handle, variant, after }, signal, licenseId)
      options.onFetch?.({ platform: platform.id, handle, outcome: 'ok' })
      // A poorer source may know the account by another id, under which nothing is held.
      if (platform.hasAccountIds && !(read.isPoor && identities.peek(whose(scan)) !== undefined))
        identities.learn(whose(scan), read.account.id)
      gone.giveBack(ofProfile(scan))
      if (held && isPoorer(scan, read, held)) return { page: held, cache: 'stale' }
      const page = await readToPage({ platform: platform.id, handle, variant }, read, now())
      const freshForMs = read.isPoor ? POOR_FRESH_MS : undefined
      const got: GotPage = { page: cache.put(keyOf(scan), page, freshForMs, turn.put), cache: 'miss' }
      // It was copied to where its end was put behind it.
      freeBytes(page.memory)
      return got
    } catch (cause) {
      if (signal.aborted) throw cause
      const error = isApiError(cause) ? cause : new ApiError('internal_error', { cause })
      options.onFetch?.({ platform: platform.id, handle, outcome: error.code })
      // What is used up is remembered where it is used up: for every page of that credential or host.
      if (isRefused(error, 'limited', 'exhausted')) throw error
      const isRefusal = isApiError(error, ...GONE)
      const subject = refusedIn(scan)
      if (isRefusal) await noteRefusal(subject, held?.fetchedAt, error)
      const isForAll = isRefusal && isSure(error) && subject === ofProfile(scan)
      throw failures.remember(isForAll ? subject : keyOf(scan).id, error)
    }
  }

  const noteRefusal = async (subject: Subject, fetchedAt: number | undefined, error: ApiError): Promise<void> => {
    if (isSure(error)) gone.mark(subject, fetchedAt)
    else if (isRefused(error) && error.evidence === 'status') await gone.doubt(subject, fetchedAt)
  }

  const isPoorer = ({ platform }: Scan, { source }: ReadPage, held: Page): boolean => {
    const rankOf = (provenance: string | undefined) =>
      platform.sources.findIndex((each) => each.provenance === provenance)
    const heldRank = rankOf(held.traits.provenance)
    return heldRank !== -1 && heldRank < platform.sources.indexOf(source) && ageOf(held) < RICH_MS
  }

  return {
    peek,
    get,
    async idle() {
      await singleFlight.idle()
      await cache.idle()
      await turns.idle()
    },
  }
}
