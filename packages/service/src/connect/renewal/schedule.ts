// When a connection is next due: to renew its token, to say that it ends soon, or to end. Pure. All times are
// milliseconds since the epoch.

import type { Connection } from '../connection.ts'
import type { Renewal } from '../flows/flow.ts'

export type Lifetime = Pick<
  Connection,
  'state' | 'expiresAt' | 'refreshExpiresAt' | 'renewedAt' | 'createdAt' | 'lastReadAt'
>

/** How the token can be renewed; undefined if it cannot. */
export type Renewable = Renewal | undefined

const DAY_MS = 24 * 3_600_000
/** Owners learn this long before an end that the service cannot move. */
export const ENDING_MS = 14 * DAY_MS
/** Renewed after this share of the life, give or take a tenth, so that accounts that were connected together are not
 * renewed together. */
const LIFE_SHARE = 0.8
const JITTER = 0.1
/** A token that lives longer than this is renewed at least `BEFORE_END_MS` before its end. */
const LONG_LIFE_MS = 10 * DAY_MS
const BEFORE_END_MS = 7 * DAY_MS
/** Where each renewal may lose the token, one that nobody reads is left alone. */
const IDLE_MS = 30 * DAY_MS

/** `random`: from 0 to 1. */
const withinLife = (from: number, end: number, random: number): number => {
  const life = end - from
  const share = life > LONG_LIFE_MS ? Math.min(life * LIFE_SHARE, life - BEFORE_END_MS) : life * LIFE_SHARE
  return Math.round(from + share * (1 + JITTER * (2 * random - 1)))
}

/** The end that no renewal moves; null if there is none. */
export const fixedEndOf = ({ expiresAt, refreshExpiresAt }: Lifetime, renewal: Renewable): number | null => {
  if (renewal === undefined) return expiresAt
  return renewal.by === 'refresh_token' && !renewal.rotates ? refreshExpiresAt : null
}

const isIdle = ({ lastReadAt, createdAt }: Lifetime, at: number): boolean => (lastReadAt ?? createdAt) + IDLE_MS < at

/** When the token is renewed, if it is in use. */
export const renewalAt = (lifetime: Lifetime, renewal: Renewable, random: number): number | null => {
  const { renewedAt, createdAt, expiresAt } = lifetime
  if (renewal === undefined || expiresAt === null) return null
  const from = renewedAt ?? createdAt
  const at = withinLife(from, expiresAt, random)
  return renewal.by === 'exchange' ? Math.max(at, from + renewal.notBeforeSeconds * 1000) : at
}

/** When the token is renewed even if nobody reads, since the refresh token would end. */
const sweepAt = ({ renewedAt, createdAt, refreshExpiresAt }: Lifetime, random: number): number | null =>
  refreshExpiresAt === null ? null : withinLife(renewedAt ?? createdAt, refreshExpiresAt, random)

/** What is due now; undefined if nothing is. */
export const stepOf = (lifetime: Lifetime, renewal: Renewable, now: number): 'renew' | 'ending' | 'end' | undefined => {
  const fixedEnd = fixedEndOf(lifetime, renewal)
  if (fixedEnd !== null && fixedEnd <= now) return 'end'
  if (fixedEnd !== null && fixedEnd - ENDING_MS <= now && lifetime.state !== 'ending') return 'ending'
  // The earliest time that the jitter allows: the random time is stored, and has come.
  const earliest = renewalAt(lifetime, renewal, 0)
  if (earliest === null || earliest > now) return undefined
  if (renewal?.by !== 'refresh_token' || !renewal.rotates || !isIdle(lifetime, now)) return 'renew'
  const sweep = sweepAt(lifetime, 0)
  return sweep !== null && sweep <= now ? 'renew' : undefined
}

const earliestOf = (...times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** When `stepOf` returns the next step; null: never. */
export const dueAtOf = (lifetime: Lifetime, renewal: Renewable, now: number, random: number): number | null => {
  const fixedEnd = fixedEndOf(lifetime, renewal)
  const warning = fixedEnd === null || lifetime.state === 'ending' ? fixedEnd : fixedEnd - ENDING_MS
  const renewing = renewalAt(lifetime, renewal, random)
  const isLeftAlone =
    renewal?.by === 'refresh_token' && renewal.rotates && renewing !== null && renewing <= now && isIdle(lifetime, now)
  return earliestOf(warning, isLeftAlone ? sweepAt(lifetime, random) : renewing)
}

/** The connection whose owner is told that it ends. */
export const endingOf = (connection: Connection, renewal: Renewable, now: number, random: number): Connection => {
  const until = fixedEndOf(connection, renewal)
  const next: Connection = { ...connection, state: 'ending', since: now, until, reason: 'expired' }
  return { ...next, dueAt: dueAtOf(next, renewal, now, random) }
}
