// The health of a platform, from its credentials, its budgets and its last fetches. Pure. `ready` also covers a
// platform that no client has requested, as long as no problem is known.

import type { ProfileKind } from '../../post/post.ts'
import type { CredentialRecord } from '../../storage/store.ts'
import { type Budget, isSpent } from '../budgets/governor.ts'
import { paysFor } from '../contract/limits.ts'
import type { Platform } from '../contract/platform.ts'
import type { Source } from '../contract/source.ts'

export const PLATFORM_STATES = ['ready', 'fallback', 'limited', 'not_configured', 'failing'] as const
export type PlatformState = (typeof PLATFORM_STATES)[number]

export type Health = {
  readonly state: PlatformState
  /** When its best source may serve again; null if that is unknown, or already the case. */
  readonly retryAt: number | null
  /** Since when the state applies; null if that is unknown. */
  readonly since: number | null
}

export type Known = {
  /** Whether a source has the credential that it needs. */
  readonly isUsable: (source: Source) => boolean
  /** The platform's own. */
  readonly records: readonly CredentialRecord[]
  readonly budgets: readonly Budget[]
  readonly failingSince: number | undefined
  /** The kind of profile that is looked at; accounts when absent. A used-up budget of other kinds does not matter. */
  readonly kind?: ProfileKind | undefined
  readonly now: number
}

type SourceStatus = {
  readonly is: 'working' | 'limited' | 'refused' | 'unset'
  readonly until: number | null
  readonly since: number | null
}

const WORKING: SourceStatus = { is: 'working', until: null, since: null }
const UNSET: SourceStatus = { is: 'unset', until: null, since: null }
const RANKS = { working: 0, limited: 1, refused: 2, unset: 3 } as const

export const stateOf = ({ sources }: Pick<Platform, 'sources'>, known: Known): Health => {
  const { kind = 'account' } = known
  const serving = sources.filter(
    ({ variants, kinds }) =>
      (variants === undefined || variants.includes('posts')) && (kinds === undefined || kinds.includes(kind)),
  )
  const statuses = serving.map((source) => sourceStatus(source, known))
  const [first = UNSET] = statuses
  const health = judge(first, bestOf(statuses))
  const isServing = health.state === 'ready' || health.state === 'fallback'
  if (isServing && known.failingSince !== undefined) {
    return { state: 'failing', retryAt: null, since: known.failingSince }
  }
  // When the time has passed, the next scan tries again.
  return { ...health, retryAt: health.retryAt !== null && health.retryAt > known.now ? health.retryAt : null }
}

const judge = (first: SourceStatus, best: SourceStatus): Health => {
  const { until: retryAt, since } = best.is === 'working' ? first : best
  if (first.is === 'working') return { state: 'ready', retryAt: null, since: null }
  if (best.is === 'working') return { state: 'fallback', retryAt, since }
  if (best.is === 'limited') return { state: 'limited', retryAt, since }
  return { state: best.is === 'unset' ? 'not_configured' : 'failing', retryAt, since }
}

/** The source that serves now, or that will serve first. */
const bestOf = (statuses: readonly SourceStatus[]): SourceStatus =>
  statuses.reduce((one, other) => {
    const order = RANKS[one.is] - RANKS[other.is] || untilOf(one) - untilOf(other)
    return order <= 0 ? one : other
  }, UNSET)

const untilOf = ({ until }: SourceStatus): number => until ?? Number.POSITIVE_INFINITY

const sourceStatus = (source: Source, known: Known): SourceStatus => {
  if (!known.isUsable(source)) return UNSET
  const { kind: profileKind = 'account' } = known
  const spent = known.budgets.filter(
    (budget) =>
      budget.source === source.id &&
      paysFor(source.limits, budget.bucket, profileKind) &&
      isSpent(budget, source.limits),
  )
  const kind = typeof source.credential === 'object' ? source.credential.optional : source.credential
  const records = known.records.filter((record) => record.kind === kind)
  const signed = records.map((record) => credentialStatus(record, spent, known.now))
  // If the source also works without a credential, the budget of unsigned calls is the last resort.
  if (typeof source.credential !== 'string') signed.push(unsignedStatus(source, known, spent))
  return bestOf(signed)
}

const credentialStatus = (record: CredentialRecord, spent: readonly Budget[], now: number): SourceStatus => {
  const { id, state, until, since } = record
  if (state === 'paused') return { is: 'refused', until: null, since }
  // Even when its retry is due: it counts as refused until a call succeeds.
  if (state === 'refused' || state === 'expired') return { is: 'refused', until, since }
  const ends = spent.filter(({ who }) => who === id).map(({ resetsAt }) => resetsAt)
  const isLimited = state === 'limited' && until !== null && until > now
  if (isLimited) ends.push(until)
  return ends.length === 0 ? WORKING : { is: 'limited', until: Math.max(...ends), since: isLimited ? since : null }
}

/** The status of unsigned calls, from the budgets of the platform's own hosts; budgets of other hosts are not listed. */
const unsignedStatus = (source: Source, { records, budgets }: Known, spent: readonly Budget[]): SourceStatus => {
  const ids = new Set(records.map(({ id }) => id))
  const isOfHost = ({ who }: Budget) => !ids.has(who)
  const hosts = new Set(
    budgets.filter((budget) => budget.source === source.id && isOfHost(budget)).map(({ who }) => who),
  )
  const ends = [...hosts].map((host) =>
    Math.max(0, ...spent.filter(({ who }) => who === host).map(({ resetsAt }) => resetsAt)),
  )
  if (ends.length === 0 || ends.includes(0)) return WORKING
  return { is: 'limited', until: Math.min(...ends), since: null }
}
