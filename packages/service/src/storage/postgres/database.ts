// Brings a database up to date, on a connection of its own. Of processes that start together the first one to have the
// lock does it, and the others find nothing to do.

import { Client } from 'pg'
import type { Limits } from './limits.ts'
import { lockStatement } from './locks.ts'
import { MIGRATIONS } from './migrations.ts'
import { clientConfig } from './pool.ts'
import type { PostgresSettings } from './settings.ts'

/** Rejects with the reason when the database cannot be reached, or is not ours to change. */
export const migrate = async (settings: PostgresSettings, limits: Limits): Promise<void> => {
  const client = new Client({ ...clientConfig(settings, limits), query_timeout: limits.migrationMs })
  client.on('error', () => {})
  try {
    await client.connect()
    if (!(await isUpToDate(client))) await runSteps(client, limits)
  } catch (error) {
    throw new Error(`PostgreSQL at ${settings.host}:${settings.port} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    // Not waited for: a server that hangs would hold up the refusal.
    client.end().catch(() => {})
  }
}

const runSteps = async (client: Client, { migrationMs }: Limits) => {
  await client.query('begin isolation level read committed')
  await client.query(`set local lock_timeout = ${migrationMs}; set local statement_timeout = ${migrationMs}`)
  await client.query(lockStatement('migration'))
  await client.query('create table if not exists migrations (name text primary key, applied_at bigint not null)')
  const applied = await namesApplied(client)
  for (const { name, sql } of MIGRATIONS) {
    if (applied.has(name)) continue
    await client.query(sql)
    await client.query('insert into migrations values ($1, (extract(epoch from now()) * 1000)::bigint)', [name])
  }
  await client.query('commit')
}

/** Asked first, so that a service whose role may change rows but no tables can start on a database that is ready. */
const isUpToDate = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
  if (!rows[0]?.there) return false
  const applied = await namesApplied(client)
  return MIGRATIONS.every(({ name }) => applied.has(name))
}

const namesApplied = async (client: Client): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return new Set(rows.map(({ name }) => name))
}

/** A name with several addresses fails with one error for each, and no message of its own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
