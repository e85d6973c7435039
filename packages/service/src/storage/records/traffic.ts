// Traffic counts: added up by all processes, in periods of several lengths.

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store, TrafficRecord } from '../store.ts'
import type { JsonRows } from './json-rows.ts'

export const trafficRecords = (db: Kysely<Database>, jsonRows: JsonRows): Store['traffic'] => ({
  async add(counts) {
    // In one order everywhere: two processes that lock the same rows in different orders would wait for each other.
    const rows = counts.map(toCells).sort()
    await sql`
      insert into traffic_counts (step, starts_at, platform, measure, counted)
      select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), value ->> 2, value ->> 3, cast(value ->> 4 as bigint)
      from ${jsonRows(JSON.stringify(rows))}
      where true
      on conflict (step, starts_at, platform, measure) do update set counted = traffic_counts.counted + excluded.counted`.execute(
      db,
    )
  },
  async read(stepMs, { from, before }) {
    const rows = await db
      .selectFrom('traffic_counts')
      .select(['starts_at', 'platform', 'measure', 'counted'])
      .where('step', '=', stepMs)
      .where('starts_at', '>=', from)
      .where('starts_at', '<', before)
      .orderBy('starts_at')
      .orderBy('platform')
      .orderBy('measure')
      .execute()
    return rows.map(({ starts_at: startsAt, platform, measure, counted }) => ({
      ...{ startsAt, platform, measure, count: counted },
    }))
  },
  async sweep(stepMs, startedBefore) {
    const { numDeletedRows } = await db
      .deleteFrom('traffic_counts')
      .where('step', '=', stepMs)
      .where('starts_at', '<', startedBefore)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

const toCells = ({ stepMs, startsAt, platform, measure, count }: TrafficRecord) => [
  stepMs,
  startsAt,
  platform,
  measure,
  count,
]
