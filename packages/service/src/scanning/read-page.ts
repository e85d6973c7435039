// Reads one page of a platform from its best available source, within the deadline. A walk stays in the source in which
// it began.

import type { BodyBudget } from '../egress/body-budget.ts'
import { ApiError, isApiError } from '../errors.ts'
import { type SetTimer, setRealTimer } from '../runtime/clock/set-timer.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createTransientMap } from '../runtime/collections/transient-map.ts'
import { readsConnected } from '../upstream/contract/connects.ts'
import { kindFor } from '../upstream/contract/kinds.ts'
import { notSetUp } from '../upstream/contract/not-set-up.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { type Access, keyWithin } from '../upstream/contract/reach.ts'
import { isRefused, type Meaning, Refused } from '../upstream/contract/refusal.ts'
import type { Account, Source } from '../upstream/contract/source.ts'
import type { ParsingJob, ParsingJobs } from '../upstream/parsing-jobs/create-parsing-jobs.ts'
import type { ReadPosts, SerializedPosts } from '../upstream/parsing-jobs/serialized-posts.ts'
import type { Registry } from '../upstream/registry.ts'
import { asBroken, type OnFault } from '../upstream/requests/as-broken.ts'
import type { Fetch } from '../upstream/requests/create-client.ts'
import { EFFECTS } from '../upstream/requests/effects.ts'

export type PageRequest = {
  readonly platform: Platform
  readonly handle: string
  readonly variant: string
  /** The position from the previous page, which includes its source. */
  readonly after: string | undefined
  readonly access: Access
}

export type ReadPage = {
  readonly account: Account
  readonly source: Source
  readonly posts: SerializedPosts
  readonly next: string | undefined
  /** Whether a better source was skipped, or some details of the posts are missing. */
  readonly isPoor: boolean
}

export type PageReader = {
  /** Throws Refused, ApiError. */
  read(request: PageRequest, signal: AbortSignal, licenseId?: string): Promise<ReadPage>
  /** Only the account. Throws as `read` does. */
  account(request: PageRequest, signal: AbortSignal, licenseId?: string): Promise<Account>
}

export type PageReaderOptions = {
  readonly registry: Registry
  readonly parsingJobs: ParsingJobs
  /** The memory budget of upstream responses until a page is read. */
  readonly bodies: BodyBudget
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly freshMs: number
  /** The time limit of all calls for one page. */
  readonly deadlineMs: number
  readonly pageSize: number
  readonly setTimer?: SetTimer
  /** Called when a source is skipped for the next one, with the reason. */
  readonly onFallback?: (fallback: { readonly platform: string; readonly why: Meaning }) => void
  /** Called with a bug of a platform's own code. */
  readonly onFault?: OnFault
}

/** The client and the limits of the request. */
type FetchLimits = Pick<Fetch, 'signal' | 'licenseId' | 'bodies' | 'deadline'>

type CachedAccount = { readonly account: Account; readonly until: number }

/** The most cached accounts. */
const MAX_ACCOUNTS = 5_000
const SEPARATOR = ' '
const NO_LIST = 'The platform has the profile, but did not return its posts.'
/** Calls end before the page does, so that what was read before a hanging call can still be returned. */
const CALLS_SHARE = 0.95

export const createPageReader = (options: PageReaderOptions): PageReader => {
  const { registry, parsingJobs, elapsed, freshMs, deadlineMs, pageSize, setTimer = setRealTimer } = options
  const accounts = createLru<CachedAccount>(MAX_ACCOUNTS)
  const loading = createTransientMap<Promise<Account>>()

  const parsingJobOf = (
    { platform, handle, after, access }: PageRequest,
    source: Source,
    limits: FetchLimits,
  ): ParsingJob => {
    // The client chose the host that its handle contains.
    const isClientHost = ({ hostname }: URL) => handle.toLowerCase().includes(hostname)
    return parsingJobs({
      platform,
      source,
      handle,
      access,
      isClientHost,
      isLater: after !== undefined,
      isOfPage: true,
      ...limits,
    })
  }

  /** Whether an account is public is decided where it is read, so a connection has one for each answer. */
  const accountKey = ({ platform, handle, access }: PageRequest, source: Source): string => {
    const isPrivate = access.reach !== 'public' && access.own.includesPrivate
    return keyWithin(access.reach, [platform.id, source.id, handle, ...(isPrivate ? ['private'] : [])].join('\n'))
  }

  /** The cached account, or a new one. */
  const accountOf = (request: PageRequest, source: Source, job: ParsingJob): Promise<Account> => {
    const cached = accounts.get(accountKey(request, source))
    return cached && elapsed() < cached.until ? Promise.resolve(cached.account) : loadAccount(request, source, job)
  }

  /** Loads an account once for all concurrent callers. A failed load is not cached. */
  const loadAccount = (request: PageRequest, source: Source, job: ParsingJob): Promise<Account> => {
    const { handle } = request
    const key = accountKey(request, source)
    const pending = loading.get(key)
    if (pending) return pending
    const startedAt = elapsed()
    const load = job
      .account({ handle, limit: pageSize })
      .then((account) => {
        const lifeMs = source.accountFreshSeconds === undefined ? freshMs : source.accountFreshSeconds * 1_000
        accounts.set(key, { account, until: startedAt + lifeMs })
        return account
      })
      .finally(() => loading.delete(key))
    loading.set(key, load)
    return load
  }

  const readFrom = async (
    request: PageRequest,
    source: Source,
    after: string | undefined,
    job: ParsingJob,
  ): Promise<Omit<ReadPage, 'isPoor'> & Pick<ReadPosts, 'partial'>> => {
    const { handle, variant } = request
    let known: Promise<Account> | undefined
    const account = () => {
      known ??= accountOf(request, source, job)
      return known
    }
    const [found, posts] = await Promise.all([
      account(),
      job.posts({ handle, limit: pageSize, variant, after, account }),
    ]).catch(async (error: unknown) => {
      // A source that says that it is closed cannot continue the walk; the walk restarts in the next source.
      if (after !== undefined && isRefused(error, 'closed') && saysClosed(error))
        throw new Refused('invalid_cursor', { cause: error })
      if (!isRefused(error, 'absent', ...(after === undefined ? [] : (['hidden'] as const)))) throw error
      // A missing list does not mean that the account is missing; nor does the refusal of a later page, since the first
      // one was returned. Reloading the account costs no call if it was requested before; a cached account may be gone
      // by now.
      await loadAccount(request, source, job)
      // Without a response about the account, only its name is known.
      if (!job.hasResponses()) throw error
      throw new Refused('broken', { message: NO_LIST, cause: error })
    })
    job.end()
    const next = posts.next === undefined ? undefined : source.id + SEPARATOR + posts.next
    return { ...posts, account: found, source, next }
  }

  /** Tries sources in order; `errorOfAll` chooses the error to report if none serves. */
  const throughSources = async <T>(
    { platform, handle, variant, access }: PageRequest,
    use: (source: Source) => Promise<T>,
  ): Promise<{ readonly result: T; readonly source: Source; readonly isFirst: boolean }> => {
    const serving = kindFor(platform, handle).sources.filter(
      ({ variants }) => variants === undefined || variants.includes(variant),
    )
    const usable = serving.filter((source) =>
      access.reach === 'public' ? registry.isUsable(platform, source) : readsConnected(platform, source),
    )
    let problem: Refused | undefined
    for (const source of usable) {
      try {
        return {
          result: await use(source),
          source,
          isFirst: source === (access.reach === 'public' ? serving : usable)[0],
        }
      } catch (error) {
        if (problem !== undefined) throw errorOfAll(problem, error)
        if (!isRefused(error) || EFFECTS[error.meaning].mayFallBack === undefined) throw error
        problem = error
        if (source !== usable.at(-1)) options.onFallback?.({ platform: platform.id, why: error.meaning })
      }
    }
    throw problem ?? new ApiError('platform_not_configured', { message: unsetMessage(platform) })
  }

  const read: PageReader['read'] = async (request, signal, licenseId) => {
    const { platform, after } = request
    return run(signal, licenseId, async (limits) => {
      if (after !== undefined) {
        const [id = '', ...rest] = after.split(SEPARATOR)
        const named = platform.sources.find((each) => each.id === id)
        // Positions of version 1.0.0 name no source: they belong to the best one, in its own format.
        const source = named ?? platform.sources[0]
        if (source === undefined) throw new Refused('invalid_cursor')
        const job = parsingJobOf(request, source, limits)
        const { partial, ...page } = await readFrom(request, source, named ? rest.join(SEPARATOR) : after, job)
        return { ...page, isPoor: partial === true }
      }
      const { result, isFirst } = await throughSources(request, (source) =>
        readFrom(request, source, undefined, parsingJobOf(request, source, limits)),
      )
      const { partial, ...page } = result
      return { ...page, isPoor: !isFirst || partial === true }
    })
  }

  /** Runs work within the deadline. Its bodies count toward the budget until the work is done, even if no caller waits
   * any more. */
  const run = async <T>(
    signal: AbortSignal,
    licenseId: string | undefined,
    work: (limits: FetchLimits) => Promise<T>,
  ): Promise<T> => {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const cancelTimer = setTimer(() => reject(new ApiError('platform_timeout')), deadlineMs)
    const deadline = elapsed() + deadlineMs * CALLS_SHARE
    const done = options.bodies.during(licenseId, (bodies) => work({ signal, licenseId, bodies, deadline }))
    try {
      return await Promise.race([done, expired])
    } catch (error) {
      return asPlatformError(error)
    } finally {
      cancelTimer()
    }
  }

  /** Another kind of profile or another variant may need no credential. */
  const unsetMessage = (platform: Platform): string =>
    notSetUp(platform, registry.settingsOf(platform.id).missing === undefined ? 'profile' : undefined)

  const asPlatformError = asBroken(options.onFault)

  return {
    read,
    async account(request, signal, licenseId) {
      return run(signal, licenseId, async (limits) => {
        const { result } = await throughSources(request, (source) =>
          accountOf(request, source, parsingJobOf(request, source, limits)),
        )
        return result
      })
    },
  }
}

/** Whether the platform itself says so, and nothing else: neither another error, nor weak evidence. */
const saysClosed = ({ code, evidence }: Refused): boolean => code === 'profile_private' && evidence === 'own'

/** The source is not configured for this profile, so it said nothing about it. */
const isUnset = (problem: Refused): boolean => problem.code === 'platform_not_configured'

/** Chooses the error to report: the best source's, unless it only said that it does not serve this profile. Then the
 * next source is the one that serves it, and its failure counts. If both refuse, the weaker evidence counts. */
const errorOfAll = (problem: Refused, error: unknown): unknown => {
  if (!isApiError(error) || isUnset(problem)) return error
  if (isRefused(error, 'absent', 'hidden', 'closed')) return problem.noSurerThan(error)
  return problem.meaning === 'closed' ? error : problem
}
