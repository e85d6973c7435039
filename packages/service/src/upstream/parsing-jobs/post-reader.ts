// Reads one post by its URL, from the best source that provides it. If a source shows accounts only their own posts,
// tries the connected accounts one after the other, each with its own credential, and remembers which one has the post:
// every try costs a call of an account's budget.

import { createLru } from '../../runtime/collections/create-lru.ts'
import { readsConnected } from '../contract/connects.ts'
import type { Given } from '../contract/credential.ts'
import { notSetUp } from '../contract/not-set-up.ts'
import type { Platform } from '../contract/platform.ts'
import type { ConnectedAccess } from '../contract/reach.ts'
import { EVIDENCE, type Evidence, isRefused, Refused } from '../contract/refusal.ts'
import type { PostMatch, PostResponse, Source } from '../contract/source.ts'
import type { Registry } from '../registry.ts'
import type { Fetch } from '../requests/create-client.ts'
import { EFFECTS } from '../requests/effects.ts'
import type { ParsingJobs } from './create-parsing-jobs.ts'

/** Where a post is. */
export type PostPlace = {
  /** The post's canonical URL. */
  readonly url: URL
  readonly match: PostMatch
  /** Whether the host does not belong to the platform. */
  readonly isAnyHost: boolean
}

/** The client and the limits of the request. */
export type PostReadOptions = Pick<Fetch, 'signal' | 'deadline' | 'licenseId' | 'bodies' | 'access'>

export type PostReader = {
  /** Whether a source may have the post; false if all connected accounts are known not to have it. */
  can(platform: Platform, place: PostPlace): boolean
  /** Through a connection, from a source that its token can read, and from no other. Throws Refused (`closed` if no
   * source provides the post), ApiError. */
  read(
    platform: Platform,
    place: PostPlace,
    options: PostReadOptions,
  ): Promise<{ readonly found: PostResponse; readonly source: Source }>
}

export type PostReaderOptions = {
  readonly registry: Pick<Registry, 'isUsable' | 'givenTo' | 'settingsOf'>
  readonly parsingJobs: ParsingJobs
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
}

/** The most credentials that are tried for a post whose URL does not name its account. */
export const MAX_TRIES = 10
/** How long a post that no account has is not requested again. */
export const UNOWNED_MS = 15 * 60_000
/** The most posts whose account is remembered. */
const MAX_KNOWN = 5_000

/** Accounts that share the same credentials. */
type Accounts = readonly string[]
/** The first account of those that had the post, or the refusal if none did. */
type Known = { readonly account: string } | { readonly refusal: Refused; readonly until: number }

export const createPostReader = ({ registry, parsingJobs, elapsed }: PostReaderOptions): PostReader => {
  const known = createLru<Known>(MAX_KNOWN)
  const keyOf = ({ id }: Platform, source: Source, { url }: PostPlace): string => `${id} ${source.id} ${url.href}`

  const sourcesOf = (platform: Platform): readonly Source[] =>
    platform.sources.filter((source) => source.post !== undefined && registry.isUsable(platform, source))

  /** The remembered refusal, if no account had the post a while ago. */
  const refusalOf = (platform: Platform, source: Source, place: PostPlace): Refused | undefined => {
    const entry = known.get(keyOf(platform, source, place))
    return entry && 'refusal' in entry && elapsed() < entry.until ? entry.refusal : undefined
  }

  /** The platform may be set up, but without a credential of the source that has posts. */
  const unsetMessage = (platform: Platform): string =>
    notSetUp(platform, registry.settingsOf(platform.id).missing === undefined ? 'post' : undefined)

  /** The accounts to try, in order. */
  const ownersOf = (platform: Platform, source: Source, place: PostPlace): readonly Accounts[] => {
    const all = groupsOf(registry.givenTo(platform, source))
    const owner = source.ownerOfPost?.(place.match)
    if (owner !== undefined) return all.some((accounts) => accounts.includes(owner)) ? [[owner]] : []
    if (refusalOf(platform, source, place)) return []
    const entry = known.get(keyOf(platform, source, place))
    const had = ([first]: Accounts): number => (entry && 'account' in entry && first === entry.account ? 0 : 1)
    return all.toSorted((one, other) => had(one) - had(other)).slice(0, MAX_TRIES)
  }

  const send = (platform: Platform, source: Source, place: PostPlace, options: PostReadOptions, accounts: Accounts) => {
    const { url, match, isAnyHost } = place
    const isOwn = accounts.length > 0
    const fetch = { platform, source, handle: accounts[0], isClientHost: () => isAnyHost, isLater: isOwn, ...options }
    return parsingJobs(fetch).post({ url, match, accounts })
  }

  const tryOwners = async (platform: Platform, source: Source, place: PostPlace, options: PostReadOptions) => {
    const owners = ownersOf(platform, source, place)
    let problem: Refused | undefined
    let isGone = owners.length > 0
    let evidence: Evidence = 'own'
    for (const accounts of owners) {
      try {
        const found = await send(platform, source, place, options, accounts)
        known.set(keyOf(platform, source, place), { account: accounts[0] ?? '' })
        return found
      } catch (error) {
        if (!isRefused(error) || isUrlRefusal(error)) throw error
        evidence = weaker(evidence, error.meaning === 'closed' ? 'none' : error.evidence)
        if (error.meaning === 'closed') isGone = false
        else if (error.meaning !== 'absent') {
          if (EFFECTS[error.meaning].mayFallBack === undefined) throw error
          problem ??= error
        }
      }
    }
    // One of the accounts that could not be tried may have it.
    if (problem) throw problem
    const isNamed = source.ownerOfPost?.(place.match) !== undefined
    const isConclusive = isGone || (isNamed && owners.length > 0)
    const refusal = isConclusive ? new Refused('closed', { as: 'post_not_found', evidence }) : noneOf(platform, owners)
    if (owners.length === 0) throw refusalOf(platform, source, place) ?? refusal
    if (!isNamed) known.set(keyOf(platform, source, place), { refusal, until: elapsed() + UNOWNED_MS })
    throw refusal
  }

  /** Remembers nothing: what a connection was refused says nothing about the operator's accounts. */
  const readConnected = async (
    platform: Platform,
    place: PostPlace,
    options: PostReadOptions,
    { handle }: ConnectedAccess,
  ) => {
    const source = platform.sources.find((each) => each.post !== undefined && readsConnected(platform, each))
    if (source === undefined) throw unavailable(unsetMessage(platform))
    return { found: await send(platform, source, place, options, source.ownerOfPost ? [handle] : []), source }
  }

  return {
    can: (platform, place) =>
      sourcesOf(platform).some(
        (source) => source.ownerOfPost === undefined || ownersOf(platform, source, place).length > 0,
      ),

    async read(platform, place, options) {
      if (options.access.reach !== 'public') return readConnected(platform, place, options, options.access)
      let problem: Refused | undefined
      for (const source of sourcesOf(platform)) {
        try {
          const reading = source.ownerOfPost
            ? tryOwners(platform, source, place, options)
            : send(platform, source, place, options, [])
          return { found: await reading, source }
        } catch (error) {
          if (!isRefused(error) || EFFECTS[error.meaning].mayFallBack === undefined) throw error
          if (problem === undefined || problem.meaning === 'closed') problem = error
        }
      }
      throw problem ?? unavailable(unsetMessage(platform))
    },
  }
}

/** Groups accounts that share a credential, so that it is tried once. */
const groupsOf = (given: readonly Given[]): readonly Accounts[] => {
  const byAccount = Map.groupBy(given, ({ account }) => account ?? '')
  const bySecrets = Map.groupBy(byAccount, ([, each]) => JSON.stringify(each.map(({ secrets }) => secrets)))
  return [...bySecrets.values()].map((group) => group.map(([account]) => account))
}

const weaker = (one: Evidence, other: Evidence): Evidence =>
  EVIDENCE.indexOf(one) < EVIDENCE.indexOf(other) ? one : other

/** The URL is unsupported, whatever the account. */
const isUrlRefusal = (error: Refused): boolean => error.code === 'unsupported_post_url'

const unavailable = (message: string): Refused => new Refused('closed', { as: 'platform_not_configured', message })

const noneOf = (platform: Platform, tried: readonly Accounts[]): Refused =>
  unavailable(
    tried.length === 0
      ? notSetUp(platform, 'post')
      : ['None of the connected accounts has this post.', platform.refuses ?? ''].join(' ').trim(),
  )
