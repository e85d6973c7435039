// Reads one page of a platform: from its best source that will serve, within the deadline, whatever the platform does. A walk
// stays in the source that it began in.

import type { BodyBudget } from '../egress/body-budget.ts'
import { ApiError, isApiError } from '../errors.ts'
import { type SetTimer, setRealTimer } from '../runtime/clock/set-timer.ts'
import { createLru } from '../runtime/collections/create-lru.ts'
import { createTransientMap } from '../runtime/collections/transient-map.ts'
import type { Platform } from '../upstream/contract/platform.ts'
import { isRefused, type Meaning, Refused } from '../upstream/contract/refusal.ts'
import type { Account, Source } from '../upstream/contract/source.ts'
import type { ParsingJobs, Reading } from '../upstream/parsing-jobs/create-parsing-jobs.ts'
import type { ReadPosts, WrittenPosts } from '../upstream/parsing-jobs/written-posts.ts'
import type { Registry } from '../upstream/registry.ts'
import { asBroken, type OnFault } from '../upstream/requests/as-broken.ts'
import type { Fetch } from '../upstream/requests/create-client.ts'
import { EFFECTS } from '../upstream/requests/effects.ts'

export type PageRequest = {
  readonly platform: Platform
  readonly handle: string
  readonly variant: string
  /** The position as a page before gave it, its source included. */
  readonly after: string | undefined
}

export type ReadPage = {
  readonly account: Account
  readonly source: Source
  readonly posts: WrittenPosts
  readonly next: string | undefined
  /** Whether a better source was passed over, or something of the posts is missing this time. */
  readonly isPoor: boolean
}

export type PageReader = {
  /** Throws Refused, ApiError. */
  read(request: PageRequest, signal: AbortSignal, licenseId?: string): Promise<ReadPage>
  /** The account alone. Throws as `read` does. */
  account(request: PageRequest, signal: AbortSignal, licenseId?: string): Promise<Account>
}

export type PageReaderOptions = {
  readonly registry: Registry
  readonly parsingJobs: ParsingJobs
  /** What the answers of upstreams count against until a page is read. */
  readonly bodies: BodyBudget
  /** Milliseconds since some moment, by a clock that nobody sets. */
  readonly elapsed: () => number
  readonly freshMs: number
  /** All that one page may take, upstream. */
  readonly deadlineMs: number
  readonly pageSize: number
  readonly setTimer?: SetTimer
  /** Told when a source is passed over for the next one, and why. */
  readonly onFallback?: (fallback: { readonly platform: string; readonly why: Meaning }) => void
  /** Told of a fault of a platform's own code. */
  readonly onFault?: OnFault
}

/** Who asks, and until when. */
type Errand = Pick<Fetch, 'signal' | 'licenseId' | 'bodies' | 'deadline'>

type HeldAccount = { readonly account: Account; readonly until: number }

/** Accounts held at once. */
const MOST_ACCOUNTS = 5_000
const SEPARATOR = ' '
const NO_LIST = 'The platform has the profile, and did not give the list of its posts.'
/** Calls end so much before the page does, so that what was read before one that never comes can still be given. */
const CALLS_SHARE = 0.95

export const createPageReader = (options: PageReaderOptions): PageReader => {
  const { registry, parsingJobs: readings, elapsed, freshMs, deadlineMs, pageSize, setTimer = setRealTimer } = options
  const accounts = createLru<HeldAccount>(MOST_ACCOUNTS)
  const loading = createTransientMap<Promise<Account>>()

  const readingOf = ({ platform, handle, after }: PageRequest, source: Source, errand: Errand): Reading => {
    // A host that stands in the handle is the caller's choice.
    const isCallers = ({ hostname }: URL) => handle.toLowerCase().includes(hostname)
    return readings({ platform, source, handle, isCallers, isLater: after !== undefined, isOfPage: true, ...errand })
  }

  const accountKey = ({ platform, handle }: PageRequest, source: Source): string =>
    [platform.id, source.id, handle].join('\n')

  /** Cached, or loaded. */
  const accountOf = (request: PageRequest, source: Source, reading: Reading): Promise<Account> => {
    const held = accounts.get(accountKey(request, source))
    return held && elapsed() < held.until ? Promise.resolve(held.account) : loadAccount(request, source, reading)
  }

  /** Loaded once for all who ask at the same time. A failed load is not cached. */
  const loadAccount = (request: PageRequest, source: Source, reading: Reading): Promise<Account> => {
    const { handle } = request
    const key = accountKey(request, source)
    const under = loading.get(key)
    if (under) return under
    const startedAt = elapsed()
    const load = reading
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
    reading: Reading,
  ): Promise<Omit<ReadPage, 'isPoor'> & Pick<ReadPosts, 'partial'>> => {
    const { handle, variant } = request
    let known: Promise<Account> | undefined
    const account = () => {
      known ??= accountOf(request, source, reading)
      return known
    }
    const [found, posts] = await Promise.all([
      account(),
      reading.posts({ handle, limit: pageSize, variant, after, account }),
    ]).catch(async (error: unknown) => {
      // A source that says that it has closed gives no more of the walk, which begins anew in the next one.
      if (after !== undefined && isRefused(error, 'closed') && saysClosed(error))
        throw new Refused('invalid_cursor', { cause: error })
      if (!isRefused(error, 'absent', ...(after === undefined ? [] : (['hidden'] as const)))) throw error
      // A list that is missing beside an account that is there says nothing of the account, and neither does a later page that
      // is refused: the first one was not. What was asked for already costs no call; a cached account may be gone by now.
      await loadAccount(request, source, reading)
      // An account that no response tells of is only a name.
      if (!reading.hasResponses()) throw error
      throw new Refused('broken', { message: NO_LIST, cause: error })
    })
    reading.end()
    const next = posts.next === undefined ? undefined : source.id + SEPARATOR + posts.next
    return { ...posts, account: found, source, next }
  }

  /** Tries sources in their order; `toldOf` says whose refusal is told when none serves. */
  const throughSources = async <T>(
    { platform, variant }: PageRequest,
    use: (source: Source) => Promise<T>,
  ): Promise<{ readonly result: T; readonly source: Source; readonly isFirst: boolean }> => {
    const serving = platform.sources.filter(({ variants }) => variants === undefined || variants.includes(variant))
    const usable = serving.filter((source) => registry.isUsable(platform, source))
    let problem: Refused | undefined
    for (const source of usable) {
      try {
        return { result: await use(source), source, isFirst: source === serving[0] }
      } catch (error) {
        if (problem !== undefined) throw reportedOf(problem, error)
        if (!isRefused(error) || EFFECTS[error.meaning].passesOn === undefined) throw error
        problem = error
        if (source !== usable.at(-1)) options.onFallback?.({ platform: platform.id, why: error.meaning })
      }
    }
    throw problem ?? new ApiError('platform_not_configured', says(platform))
  }

  const read: PageReader['read'] = async (request, signal, licenseId) => {
    const { platform, after } = request
    return run(signal, licenseId, async (errand) => {
      if (after !== undefined) {
        const [id = '', ...rest] = after.split(SEPARATOR)
        const named = platform.sources.find((each) => each.id === id)
        // A position of 1.0.0 names none: it is of the best source, and in its words.
        const source = named ?? platform.sources[0]
        if (source === undefined) throw new Refused('invalid_cursor')
        const reading = readingOf(request, source, errand)
        const { partial, ...page } = await readFrom(request, source, named ? rest.join(SEPARATOR) : after, reading)
        return { ...page, isPoor: partial === true }
      }
      const { result, isFirst } = await throughSources(request, (source) =>
        readFrom(request, source, undefined, readingOf(request, source, errand)),
      )
      const { partial, ...page } = result
      return { ...page, isPoor: !isFirst || partial === true }
    })
  }

  /** Within the deadline. The bodies count until the work is done, which may be after nobody waits for it any more. */
  const run = async <T>(
    signal: AbortSignal,
    licenseId: string | undefined,
    work: (errand: Errand) => Promise<T>,
  ): Promise<T> => {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const callOffTimer = setTimer(() => reject(new ApiError('platform_timeout')), deadlineMs)
    const deadline = elapsed() + deadlineMs * CALLS_SHARE
    const done = options.bodies.during(licenseId, (bodies) => work({ signal, licenseId, bodies, deadline }))
    try {
      return await Promise.race([done, expired])
    } catch (error) {
      return asReported(error)
    } finally {
      callOffTimer()
    }
  }

  const asReported = asBroken(options.onFault)

  return {
    read,
    async account(request, signal, licenseId) {
      return run(signal, licenseId, async (errand) => {
        const { result } = await throughSources(request, (source) =>
          accountOf(request, source, readingOf(request, source, errand)),
        )
        return result
      })
    },
  }
}

const says = ({ refuses }: Platform) => (refuses === undefined ? {} : { message: refuses })

/** Whether the platform itself says so, and no more: neither that something else is wrong, nor what may only be so. */
const saysClosed = ({ code, evidence }: Refused): boolean => code === 'profile_private' && evidence === 'own'

/** The source was none for this profile: nothing was said of the profile there. */
const isUnset = (problem: Refused): boolean => problem.code === 'platform_not_configured'

/** The best source's refusal, unless it only said that it does not serve this profile: then the next one is what serves it, and
 * its failure is the profile's. That both refuse is no surer than either of them. */
const reportedOf = (problem: Refused, error: unknown): unknown => {
  if (!isApiError(error) || isUnset(problem)) return error
  if (isRefused(error, 'absent', 'hidden', 'closed')) return problem.noSurerThan(error)
  return problem.meaning === 'closed' ? error : problem
}
