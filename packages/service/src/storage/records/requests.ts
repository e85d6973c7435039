// The request log. Rows are added in batches; lists read a bounded number of rows per statement, whatever the filter.

import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { RequestFilter, RequestLane, RequestPosition, RequestRecord } from '../request-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { hasText } from './has-text.ts'
import type { JsonRows } from './json-rows.ts'
import type { Locks } from './locks.ts'

type Row = Selectable<Database['request_log']>
type Condition = RawBuilder<unknown>

/** Rows that a statement reads: few at first, since most lists end on their first page. */
const FIRST_STEP = 500
const STEP = 4_000
/** Rows that are skipped per statement to find where a lane is cut off. */
const SKIPPED = 10_000

const LANES: Readonly<Record<RequestLane, Condition>> = {
  // Not `is not null`: a database would take that for a reason to read the index on licenses, and to sort.
  licensed: sql`coalesce(license_id, '') <> ''`,
  unlicensed: sql`license_id is null`,
}

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)

const olderThan = ({ at, id }: RequestPosition): Condition => sql`(at, id) < (${at}, ${id})`

export const requestRecords = (db: Kysely<Database>, jsonRows: JsonRows, locks: Locks): Store['requests'] => {
  const positions = async (conditions: readonly Condition[], way: 'asc' | 'desc', offset: number) => {
    const order = sql.raw(way)
    const { rows } = await sql<RequestPosition>`
      select at, id from request_log where ${all(conditions)}
      order by at ${order}, id ${order} limit 1 offset ${offset}`.execute(db)
    return rows[0]
  }

  return {
    add: (requests) =>
      locks.whileLicensesStay(db, async (connection) => {
        await sql`
          insert into request_log (id, at, license_id, site, endpoint, status, code, platform, handle, duration_us, cache, request_id, replica)
          select id, at, license_id, site, endpoint, status, code, platform, handle, duration_us, cache, request_id, replica
          from (
            select
              value ->> 0 as id, cast(value ->> 1 as bigint) as at, value ->> 2 as license_id, value ->> 3 as site,
              value ->> 4 as endpoint, cast(value ->> 5 as bigint) as status, value ->> 6 as code,
              value ->> 7 as platform, value ->> 8 as handle, cast(value ->> 9 as bigint) as duration_us,
              value ->> 10 as cache, value ->> 11 as request_id, value ->> 12 as replica
            from ${jsonRows(JSON.stringify(requests.map(toCells)))}
          ) as added
          where license_id is null or exists (select 1 from licenses where licenses.id = added.license_id)
          on conflict do nothing`.execute(connection)
      }),

    async list({ limit, before, filter = {} }) {
      const { along, filters } = conditionsOf(filter)
      const found: Row[] = []
      let start: readonly Condition[] = before === undefined ? [] : [olderThan(before)]
      for (let step = filters.length === 0 ? limit + 1 : FIRST_STEP; ; step = STEP) {
        const walked = [...along, ...start]
        const { rows } = await sql<Row>`
          select * from (
            select * from request_log where ${all(walked)} order by at desc, id desc limit ${step}
          ) as walked
          where ${all(filters)} order by at desc, id desc limit ${limit + 1 - found.length}`.execute(db)
        found.push(...rows)
        const last = found.length > limit ? undefined : await positions(walked, 'desc', step - 1)
        if (last === undefined) break
        start = [olderThan(last)]
      }
      const shown = found.slice(0, limit).map(toRecord)
      const last = shown.at(-1)
      return { requests: shown, next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : null }
    },

    async findCut(lane, kept) {
      let last: RequestPosition | undefined
      for (let left = kept; left > 0; left -= SKIPPED) {
        const conditions = last === undefined ? [LANES[lane]] : [LANES[lane], olderThan(last)]
        last = await positions(conditions, 'desc', Math.min(left, SKIPPED) - 1)
        if (last === undefined) return undefined
      }
      return last
    },

    async sweep(lane, { after, before }, most) {
      const conditions = [LANES[lane], olderThan(before)]
      if (after !== undefined) conditions.push(sql`(at, id) > (${after.at}, ${after.id})`)
      const first = await positions(conditions, 'asc', 0)
      if (first === undefined) return undefined
      const last = (await positions(conditions, 'asc', most - 1)) ?? before
      const { numAffectedRows = 0n } = await sql`
        delete from request_log where ${all(conditions)} and (at, id) <= (${last.at}, ${last.id})`.execute(db)
      return { dropped: Number(numAffectedRows), upTo: last }
    },
  }
}

/** In the order in which `add` reads them. */
const toCells = (request: RequestRecord) => [
  request.id,
  request.at,
  request.licenseId,
  request.site,
  request.endpoint,
  request.status,
  request.code,
  request.platform,
  request.handle,
  request.durationUs,
  request.cache,
  request.requestId,
  request.replica,
]

/** `along`: conditions on the columns of the indexes, which bound what is read. */
const conditionsOf = (filter: RequestFilter) => {
  const along: Condition[] = []
  const filters: Condition[] = []
  const { licenseId, since, until, status, minDurationUs, handle } = filter
  if (licenseId === null) along.push(LANES.unlicensed)
  else if (licenseId !== undefined) along.push(sql`license_id = ${licenseId}`)
  if (since !== undefined) along.push(sql`at >= ${since}`)
  if (until !== undefined) along.push(sql`at < ${until}`)
  const { site, endpoint, code, platform, cache, requestId, replica } = filter
  const equal = { site, endpoint, code, platform, cache, request_id: requestId, replica }
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) filters.push(sql`${sql.ref(column)} = ${value}`)
  if (status === null) filters.push(sql`status is null`)
  else if (status !== undefined) filters.push(sql`status >= ${status.from} and status < ${status.before}`)
  if (minDurationUs !== undefined) filters.push(sql`duration_us >= ${minDurationUs}`)
  if (handle !== undefined) filters.push(hasText(sql`lower(handle)`, handle))
  return { along, filters }
}

const toRecord = (row: Row): RequestRecord => ({
  id: row.id,
  at: row.at,
  licenseId: row.license_id,
  site: row.site,
  endpoint: row.endpoint,
  status: row.status,
  code: row.code,
  platform: row.platform,
  handle: row.handle,
  durationUs: row.duration_us,
  cache: row.cache,
  requestId: row.request_id,
  replica: row.replica,
})
