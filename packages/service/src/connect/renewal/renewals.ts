// Renews the tokens of connected accounts, once for all processes: the one that gets the lease does it. A new token is
// stored before it is used, since the platform may have ended the old one with the same response. While the store
// cannot take it, it is kept in memory and stored again and again.

import { hash } from 'node:crypto'
import { ApiError, isApiError } from '../../errors.ts'
import { lookUp } from '../../parsing/look-up.ts'
import type { ConnectionReason } from '../../storage/connection-records.ts'
import type { Store } from '../../storage/store.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionEvents } from '../connection-events.ts'
import type { ConnectionSeal } from '../connection-seal.ts'
import type { ConnectFlow } from '../flows/flow.ts'
import { apiErrorOf, ConnectFault } from '../oauth/connect-fault.ts'
import { endReasonOf } from './end-reason.ts'
import type { ExchangeToken } from './exchange-token.ts'
import { exchangeWithRetry } from './exchange-with-retry.ts'
import { createKeepToken } from './keep-token.ts'
import { renewalOf } from './renewal-of.ts'
import { newTokenOf } from './renewed.ts'
import { dueAtOf, endingOf, type Renewable, renewalAt, stepOf } from './schedule.ts'

export type Renewals = {
  /** Does what is due: renews, and changes the state of connections that end. */
  look(): Promise<void>
  /** The connection with a token that works for the next call. Throws ApiError (`platform_*`) if there is none and the
   * platform does not renew it now. */
  fresh(connection: Connection): Promise<Connection>
  /** After the platform refused the token, for this reason: the connection with another token, or ended. Throws as
   * `fresh` does. */
  replace(refused: Connection, reason: ConnectionReason): Promise<Connection | undefined>
  /** Resolves when every renewal has ended, and every new token is stored if the store responds. */
  stop(): Promise<void>
}

export type RenewalsOptions = {
  readonly store: Pick<Store['connections'], 'due' | 'find' | 'put'>
  readonly leases: Pick<Store['pages'], 'claim' | 'release'>
  readonly seal: ConnectionSeal
  readonly flows: Readonly<Record<string, ConnectFlow>>
  readonly exchange: ExchangeToken
  readonly events: ConnectionEvents
  /** The connection changed in the store. */
  readonly forget: (id: string) => void
  /** Identifies this process. */
  readonly owner: string
  readonly now: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** False for a copy of a store that is in use: renewing there would end the token that the original uses. */
  readonly renews: boolean
  readonly onFault: (about: { readonly platform: string; readonly connection: string; readonly code: string }) => void
  readonly onStoreError: (error: unknown) => void
}

/** How often each process looks for what is due. */
export const RENEWAL_INTERVAL_MS = 60_000
const BATCH = 100
/** Longer than an exchange and its retry take. */
const LEASE_MS = 30_000
const POLL_MS = 100
/** How long a read waits for a renewal by another process: less than a page may take. */
const PATIENCE_MS = 10_000
/** A token is not used if it could expire during the call. */
const MARGIN_MS = 15_000
/** After a failure, the next try follows after this share of the token's life, within these limits. */
const RETRY_SHARE = 0.01
const RETRY_MS = { least: 60_000, most: 3_600_000 } as const
const NEVER = new AbortController().signal

export const createRenewals = (options: RenewalsOptions): Renewals => {
  const { store, leases, seal, flows, exchange, events, owner, now, random, wait, onFault, onStoreError } = options
  const kept = createKeepToken(options)
  const running = new Map<string, Promise<Connection | undefined>>()
  /** Reads do not repeat what has just failed. */
  const failures = new Map<string, { readonly until: number; readonly fault: ConnectFault }>()
  let looking: Promise<void> | undefined

  const secretsOf = (connection: Connection) => seal.open(connection, connection.sealedToken) ?? {}
  const waysOf = (connection: Connection): Renewable => renewalOf(flows, connection.platform, secretsOf(connection))

  const isUsable = ({ expiresAt }: Connection): boolean => expiresAt === null || now() < expiresAt - MARGIN_MS

  /** Another process may have changed the record: then that one counts, and this change is dropped. */
  const change = async (before: Connection, next: Connection): Promise<Connection | undefined> => {
    const isStored = await store.put(next, { event: await events.changed(before, next) })
    options.forget(next.id)
    return isStored ? { ...next, version: next.version + 1 } : store.find(next.id)
  }

  /** `reason`: what a refusal of the access token said. */
  const end = (connection: Connection, code: string | undefined, reason: ConnectionReason = 'expired') =>
    change(connection, {
      ...connection,
      ...{ state: 'ended', reason: endReasonOf(code) ?? reason, since: now(), until: null, dueAt: null },
    })

  const postpone = async (connection: Connection, fault: ConnectFault): Promise<void> => {
    const { id, platform, expiresAt, renewedAt, createdAt } = connection
    const life = (expiresAt ?? now()) - (renewedAt ?? createdAt)
    const delay = Math.min(Math.max(life * RETRY_SHARE, RETRY_MS.least), RETRY_MS.most) * (0.9 + 0.2 * random())
    const until = Math.round(now() + delay)
    failures.set(id, { until, fault })
    onFault({ platform, connection: id, code: fault.reason ?? fault.code })
    await change(connection, { ...connection, dueAt: until })
  }

  /** Where a dead refresh token is refused as a wrong client is: whether it is dead, as far as is known. */
  const isDead = ({ platform, refreshExpiresAt }: Connection, refusal: ConnectionReason | undefined): boolean =>
    lookUp(flows, platform)?.dialect.quirks.refusesAlike === true &&
    (refusal !== undefined || (refreshExpiresAt !== null && refreshExpiresAt <= now()))

  /** `refusal`: why the platform has refused the access token, which the client's secret plays no part in. */
  const renewNow = async (connection: Connection, refusal?: ConnectionReason): Promise<Connection | undefined> => {
    const { id } = connection
    const at = now()
    const secrets = secretsOf(connection)
    try {
      const granted = await exchangeWithRetry(exchange, connection, secrets)
      failures.delete(id)
      return await kept.keep(connection, newTokenOf(connection, secrets, granted, at, waysOf(connection)))
    } catch (error) {
      if (!(error instanceof ConnectFault)) throw error
      const latest = await store.find(id)
      // Another process renewed it, or the owner connected it again.
      if (latest?.sealedToken !== connection.sealedToken) return latest
      if (error.code === 'connection_expired') return end(latest, error.reason, refusal)
      if (error.code === 'platform_unauthorized' && isDead(latest, refusal)) return end(latest, error.reason, refusal)
      await postpone(latest, error)
      throw error
    }
  }

  const step = async (connection: Connection): Promise<Connection | undefined> => {
    const renewal = waysOf(connection)
    const due = stepOf(connection, renewal, now())
    if (due === 'renew') return renewNow(connection)
    if (due === 'end') return end(connection, undefined)
    if (due === 'ending') return change(connection, endingOf(connection, renewal, now(), random()))
    return change(connection, { ...connection, dueAt: dueAtOf(connection, renewal, now(), random()) })
  }

  const keyOf = (id: string): Buffer => hash('sha256', `connection renewal ${id}`, 'buffer')

  /** undefined while another process has the lease. Without a store nothing is renewed, since nothing could be kept. */
  const withLease = async <T>(id: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined> => {
    if (!(await leases.claim(keyOf(id), { owner, now: now(), until: now() + LEASE_MS }))) return undefined
    try {
      return { done: await work() }
    } finally {
      // While the store cannot take the new token, nobody else may exchange the old one.
      if (kept.find(id) === undefined) await leases.release(keyOf(id), owner).catch(onStoreError)
    }
  }

  const lookOnce = async (id: string): Promise<boolean> => {
    try {
      const done = await withLease(id, async () => {
        const latest = await store.find(id)
        if (latest && latest.state !== 'ended' && latest.dueAt !== null && latest.dueAt <= now()) await step(latest)
      })
      return done !== undefined
    } catch (error) {
      if (error instanceof ConnectFault) return true
      onStoreError(error)
      return false
    }
  }

  const lookAtAll = async (): Promise<void> => {
    await kept.storeAll()
    for (;;) {
      const due = await store.due(now() + 1, BATCH)
      const byPlatform = Map.groupBy(due, ({ platform }) => platform)
      const handled = await Promise.all(
        [...byPlatform.values()].map(async (connections) => {
          let count = 0
          // One at a time: platforms limit the exchanges of an application.
          for (const { id } of connections) if (kept.find(id) === undefined && (await lookOnce(id))) count += 1
          return count
        }),
      )
      const total = handled.reduce((sum, count) => sum + count, 0)
      if (due.length < BATCH || total < due.length) return
    }
  }

  const renewFor = async (
    connection: Connection,
    isWanted: (latest: Connection) => boolean,
    refusal: ConnectionReason | undefined,
  ): Promise<Connection | undefined> => {
    for (const giveUpAt = now() + PATIENCE_MS; ; ) {
      const latest = await store.find(connection.id)
      if (!latest || latest.state === 'ended' || !isWanted(latest)) return latest
      const leased = await withLease(connection.id, async () => {
        const again = await store.find(connection.id)
        return !again || again.state === 'ended' || !isWanted(again) ? again : renewNow(again, refusal)
      })
      if (leased) return leased.done
      if (now() >= giveUpAt) throw new ConnectFault('platform_timeout')
      await wait(POLL_MS, NEVER)
    }
  }

  /** All readers in this process share one renewal. */
  const renewOnce = (
    connection: Connection,
    isWanted: (latest: Connection) => boolean,
    refusal?: ConnectionReason,
  ): Promise<Connection | undefined> => {
    const { id } = connection
    const pending = running.get(id)
    if (pending) return pending
    const renewal = renewFor(connection, isWanted, refusal).finally(() => running.delete(id))
    running.set(id, renewal)
    return renewal
  }

  const failureOf = (id: string): ConnectFault | undefined => {
    const failure = failures.get(id)
    return failure && failure.until > now() ? failure.fault : undefined
  }

  const renewForReader: typeof renewOnce = async (connection, isWanted, refusal) => {
    const failure = failureOf(connection.id)
    if (failure) throw toApiError(failure)
    if (!options.renews) throw new ApiError('platform_not_configured', { message: QUIET })
    try {
      return await renewOnce(connection, isWanted, refusal)
    } catch (error) {
      throw isApiError(error) ? error : toApiError(error)
    }
  }

  return {
    async look() {
      looking ??= lookAtAll()
        .catch(onStoreError)
        .finally(() => {
          looking = undefined
        })
      await looking
    },
    async fresh(connection) {
      const held = kept.find(connection.id)
      if (held) return held
      const renewal = waysOf(connection)
      if (renewal === undefined || connection.expiresAt === null) return connection
      if (!isUsable(connection)) {
        const isExpired = (latest: Connection) => !isUsable(latest)
        return (await renewForReader(connection, isExpired)) ?? connection
      }
      // What nobody had read for long is not renewed by a look.
      const isLate = (latest: Connection) => (renewalAt(latest, renewal, 1) ?? Number.POSITIVE_INFINITY) <= now()
      if (options.renews && isLate(connection) && failureOf(connection.id) === undefined)
        renewOnce(connection, isLate).catch((error: unknown) => {
          if (!(error instanceof ConnectFault)) onStoreError(error)
        })
      return connection
    },
    async replace(refused, reason) {
      if (waysOf(refused)?.by !== 'refresh_token') return undefined
      return renewForReader(refused, ({ sealedToken }) => sealedToken === refused.sealedToken, reason)
    },
    async stop() {
      await looking
      await Promise.allSettled(running.values())
      await kept.stop()
    },
  }
}

const QUIET = 'Token renewal is off (QUIET): this service neither obtains nor renews tokens'

const toApiError = (error: unknown): ApiError =>
  error instanceof ConnectFault ? apiErrorOf(error) : new ApiError('unavailable', { cause: error })
