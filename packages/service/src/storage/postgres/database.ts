// Migrates a database on a connection of its own. Of processes that start together, the first to get the lock migrates,
// and the others find nothing to do.

import { Client } from 'pg'
import { readPostgresAddress } from '../address/postgres-address.ts'
import { connectReason } from './failure.ts'
import { readApplied, requireEmpty, requireUtf8 } from './inspect-database.ts'
import { LIMITS, type Limits } from './limits.ts'
import { lockStatement } from './locks.ts'
import { MIGRATIONS } from './migrations.ts'
import { type ConnectionsOptions, postgresParts } from './pool.ts'
import { requireNoStandby } from './standby-error.ts'

/** Rejects with the reason when the database cannot be reached, or belongs to another program. */
export const migrate = async ({ address, limits, configOf, primary }: ConnectionsOptions): Promise<void> => {
  let client: Client | undefined
  try {
    const host = address.hosts.length > 1 ? await primary.find() : primary.current()
    client = new Client({ ...configOf(host), query_timeout: limits.migrationMs })
    client.on('error', () => {})
    await client.connect()
    await requireNoStandby(client)
    await requireUtf8(client)
    if (!(await isUpToDate(client))) await runSteps(client, limits)
  } catch (error) {
    const places = address.hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
    throw new Error(`PostgreSQL at ${places} cannot be opened: ${connectReason(error)}`, { cause: error })
  } finally {
    // Not awaited: a server that hangs would delay the error.
    client?.end().catch(() => {})
  }
}

/** Whether the service created its tables in the database at `url`; true when that cannot be determined. */
export const hasTables = async (url: string): Promise<boolean> => {
  let client: Client | undefined
  try {
    const { address, limits, configOf, primary } = postgresParts(readPostgresAddress(url), LIMITS)
    const host = address.hosts.length > 1 ? await primary.find() : primary.current()
    client = new Client({ ...configOf(host), query_timeout: limits.migrationMs })
    client.on('error', () => {})
    await client.connect()
    return (await readApplied(client)) !== undefined
  } catch {
    return true
  } finally {
    client?.end().catch(() => {})
  }
}

const runSteps = async (client: Client, { migrationMs }: Limits) => {
  await client.query('begin isolation level read committed')
  await client.query(`set local lock_timeout = ${migrationMs}; set local statement_timeout = ${migrationMs}`)
  await client.query(lockStatement('migration'))
  // Read under the lock: its previous owner may have created the tables.
  const applied = new Set((await readApplied(client)) ?? (await begin(client)))
  for (const { name, sql } of MIGRATIONS) {
    if (applied.has(name)) continue
    await client.query(sql)
    await client.query('insert into migrations values ($1, (extract(epoch from now()) * 1000)::bigint)', [name])
  }
  await client.query('commit')
}

const begin = async (client: Client): Promise<readonly string[]> => {
  await requireEmpty(client)
  await client.query('create table migrations (name text primary key, applied_at bigint not null)')
  return []
}

/** Checked first, so that a role without the right to change tables can start on a migrated database. */
const isUpToDate = async (client: Client): Promise<boolean> => {
  const applied = new Set(await readApplied(client))
  return MIGRATIONS.every(({ name }) => applied.has(name))
}
