// Finds the host that accepts writes among several. The current one is used until it fails or becomes read-only. Then
// all are checked in parallel, so that a host that does not respond cannot delay the search.

import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { PostgresHost } from '../address/postgres-address.ts'
import { reasonOf } from '../store-error.ts'
import { connectReason } from './failure.ts'
import { type Queryable, requireWritable, StandbyError } from './standby-error.ts'

export type Primary = {
  /** The host that connections go to. */
  current(): PostgresHost
  /** Whether a connection goes to the current host. */
  isCurrent(place: { readonly host: string; readonly port: number }): boolean
  /** Checks all hosts. A search in progress, or one that failed just now, is shared. Rejects when no host accepts
   * writes. */
  find(): Promise<PostgresHost>
  /** Called whenever another host becomes current. Returns a function that removes the listener. */
  onMove(listener: () => void): () => void
}

export type PrimaryOptions = {
  readonly hosts: readonly PostgresHost[]
  /** The client configuration for a host. */
  readonly configOf: (host: PostgresHost) => ClientConfig
  /** Milliseconds from an arbitrary start, by a monotonic clock. */
  readonly elapsed: () => number
}

/** How long to wait for the other hosts once one accepts writes: if two do, one was left behind by a failover. */
const OTHERS_MS = 200
/** How long a failed search is shared, so that many waiting requests do not flood the hosts. */
const FAILED_MS = 250

export const createPrimary = ({ hosts, configOf, elapsed }: PrimaryOptions): Primary => {
  const listeners = new Set<() => void>()
  let current = hosts[0] as PostgresHost
  let search: Promise<PostgresHost> | undefined
  let sharedUntil = Number.POSITIVE_INFINITY

  const move = (host: PostgresHost): PostgresHost => {
    const isAnother = host !== current
    current = host
    if (isAnother) for (const listener of listeners) listener()
    return host
  }

  const begin = (): Promise<PostgresHost> => {
    sharedUntil = Number.POSITIVE_INFINITY
    const begun = checkAll(hosts, configOf).then(move)
    begun.then(
      () => {
        search = undefined
      },
      () => {
        sharedUntil = elapsed() + FAILED_MS
      },
    )
    search = begun
    return begun
  }

  return {
    current: () => current,
    isCurrent: ({ host, port }) => host === current.host && port === current.port,
    find: () => (search && elapsed() < sharedUntil ? search : begin()),
    onMove(listener) {
      const registered = () => listener()
      listeners.add(registered)
      return () => void listeners.delete(registered)
    },
  }
}

/** A host that accepts writes, with the connection that found it. */
type Found = { readonly host: PostgresHost; readonly client: Client }

const checkAll = async (
  hosts: readonly PostgresHost[],
  configOf: PrimaryOptions['configOf'],
): Promise<PostgresHost> => {
  const found: Found[] = []
  const end = ({ client }: Found) => void client.end().catch(() => {})
  let isOver = false
  const checks = hosts.map(async (host) => {
    const client = await checkHost(host, configOf(host))
    if (isOver) end({ host, client })
    else found.push({ host, client })
  })
  try {
    await Promise.any(checks)
    await Promise.race([Promise.allSettled(checks), setTimeout(OTHERS_MS)])
    isOver = true
    return (await newest(found)).host
  } catch (error) {
    throw noPrimary(hosts, error)
  } finally {
    for (const each of found) end(each)
  }
}

/** Resolves to a connection to a host that accepts writes; rejects with the reason otherwise. */
const checkHost = async (host: PostgresHost, config: ClientConfig): Promise<Client> => {
  const client = new Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await requireWritable(client)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw new Error(`${host.host}:${host.port}: ${connectReason(error)}`, { cause: error })
  }
}

/** The host that was promoted last: each promotion starts a new timeline, which is the first part of the name of a WAL
 * file. */
const newest = async (found: readonly Found[]): Promise<Found> => {
  const [first, ...others] = await Promise.all(
    found.map(async (each) => ({ each, timeline: found.length > 1 ? await timelineOf(each.client) : 0 })),
  )
  if (first === undefined) throw new Error('No host accepts writes')
  return others.reduce((best, other) => (other.timeline > best.timeline ? other : best), first).each
}

/** 0 for a server that is compatible with PostgreSQL but does not have the function. */
const timelineOf = async (client: Queryable): Promise<number> => {
  try {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '0', 16)
  } catch {
    return 0
  }
}

const noPrimary = (hosts: readonly PostgresHost[], error: unknown): Error => {
  const reasons = error instanceof AggregateError ? error.errors : [error]
  const message = `none of its ${hosts.length} hosts accepts writes (${reasons.map(reasonOf).join('; ')})`
  const cause = new AggregateError(reasons, message)
  return reasons.some(isStandby) ? new StandbyError(message, { cause }) : new Error(message, { cause })
}

const isStandby = (error: unknown): boolean => error instanceof Error && error.cause instanceof StandbyError
