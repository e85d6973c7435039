// Lists licenses in an order, page by page. If an index matches the filter with few licenses, those are read and
// sorted. Otherwise the order's own index is walked in bounded steps: no statement reads more licenses than a step, and
// other queries run in between. That index includes the columns that filters use most, so that only matching licenses
// are read from the table.

import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { LicenseFilter, LicenseOrder, LicensePage, LicensePosition, LicenseQuery } from '../store.ts'
import { endOfPrefix } from './end-of-prefix.ts'
import { hasText } from './has-text.ts'

/** The most licenses that one statement reads. */
const STEP = 5_000
/** Common matches are found in the first step; for rare ones the steps grow. */
const FIRST_STEP = 300
/** At most this many are "few". More than the keys with the same last four characters among a million licenses. */
const MAX_FEW = 1_000
/** Sorts after every end, so that licenses that never end are last. */
const NEVER = Number.MAX_SAFE_INTEGER

type Row = Selectable<Database['licenses']>
type KeyedRow = Row & { readonly sort_key: string | number }
type Condition = RawBuilder<boolean>

/** The name as the index sorts it: case is ignored, as far as the database knows the letters. */
export type NameKey = RawBuilder<string>

/** Resolves to a query for the ids of licenses whose name, email or a site may contain the text: all matches, possibly
 * with duplicates and false positives. undefined when no index can be used. */
export type FindMatches = (text: string) => Promise<RawBuilder<unknown> | undefined>

/** The indexes of a backend. */
export type LicenseIndexes = { readonly name: NameKey; readonly findMatches: FindMatches }

type Order = { readonly key: RawBuilder<unknown>; readonly direction: 'asc' | 'desc' }

const ENDS_AT = sql<number>`coalesce(licenses.expires_at, ${sql.lit(NEVER)})`

const ordersBy = (name: NameKey): Readonly<Record<LicenseOrder, Order>> => ({
  newest: { key: sql`licenses.created_at`, direction: 'desc' },
  oldest: { key: sql`licenses.created_at`, direction: 'asc' },
  name: { key: name, direction: 'asc' },
  expiresAt: { key: ENDS_AT, direction: 'asc' },
})

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`

const farther = ({ direction }: Order) => sql.raw(direction === 'asc' ? '>' : '<')

const beyond = (order: Order, after: LicensePosition | undefined): readonly Condition[] =>
  after === undefined ? [] : [sql`(${order.key}, licenses.id) ${farther(order)} (${after.key}, ${after.id})`]

const sortedBy = ({ direction }: Order, ...keys: readonly RawBuilder<unknown>[]) => {
  const way = sql.raw(direction)
  return sql`order by ${sql.join([...keys, sql`licenses.id`].map((key) => sql`${key} ${way}`))}`
}
const sorted = (order: Order) => sortedBy(order, order.key)

/** Where a step of the walk starts: at a bound, after a license among those with the same key, or after all of these.
 * The last two are separate since SQLite cannot seek a pair in an expression index, and would scan from the start. */
type Start =
  | { readonly at: 'bound'; readonly first: readonly Condition[] }
  | { readonly at: 'within' | 'beyond'; readonly position: LicensePosition }

const startOf = (start: Start, order: Order): readonly Condition[] => {
  if (start.at === 'bound') return start.first
  const { key, id } = start.position
  return start.at === 'within'
    ? [sql`${order.key} = ${key}`, sql`licenses.id ${farther(order)} ${id}`]
    : [sql`${order.key} ${farther(order)} ${key}`]
}

/** The order of the rest of the index. Within one key it is left out, because SQLite would sort again. */
const sortedFrom = ({ at }: Start, order: Order) => (at === 'within' ? sortedBy(order) : sorted(order))

/** Reads pages of licenses as rows. */
export const createLicenseList = (db: Kysely<Database>, { name, findMatches }: LicenseIndexes) => {
  const orders = ordersBy(name)
  const positionOf = ({ sort_key: key, id }: Pick<KeyedRow, 'sort_key' | 'id'>): LicensePosition => ({ key, id })

  /** Reads the matches of an index in one query. */
  const readFew = async (few: RawBuilder<unknown>, order: Order, conditions: readonly Condition[], limit: number) => {
    // SQLite reads a cross join from left to right: from the few ids to their rows, never the other way around.
    const { rows } = await sql<KeyedRow>`
      select licenses.*, ${order.key} as sort_key from (${few} limit ${MAX_FEW}) as few cross join licenses
      where licenses.id = few.id and ${all(conditions)} ${sorted(order)} limit ${limit}`.execute(db)
    return rows
  }

  /** A query for the licenses that may contain a text, if an index finds them and they are few. */
  const findFewMatches = async (text: string): Promise<RawBuilder<unknown> | undefined> => {
    const inTexts = await findMatches(text)
    if (inTexts === undefined) return undefined
    const few = sql`${inTexts} union all ${byKeyEnd(text)}`
    return (await count(db, few)) <= MAX_FEW ? sql`select distinct id from (${few}) as few` : undefined
  }

  /** Walks the order's index. The inner limit keeps the planner on that index. `search`: the text that the conditions
   * look for; after some steps an index for it is tried. */
  const walk = async (
    order: Order,
    { first, last }: Bounds,
    { ofIndex, ofRow }: Conditions,
    limit: number,
    begin: LicensePosition | undefined,
    search: string | undefined,
  ): Promise<readonly KeyedRow[]> => {
    const found: KeyedRow[] = []
    let scanned = 0
    let untriedSearch = search
    const isFiltered = ofIndex.length + ofRow.length > 0
    let step = isFiltered ? FIRST_STEP : limit
    // An index can only start at one bound; a position implies the first one.
    let start: Start = begin ? { at: 'within', position: begin } : { at: 'bound', first }
    for (; ; step = Math.min(STEP, step * 4)) {
      const wanted = limit - found.length
      const along = sql`where ${all([...startOf(start, order), ...last])} ${sortedFrom(start, order)}`
      const { rows } = await sql<KeyedRow>`
        select licenses.*, ${order.key} as sort_key
        from (
          select licenses.id
          from (
            select id, status, plan, mode, expires_at, ${order.key} as sort_key
            from licenses ${along} limit ${step}
          ) as licenses
          where ${all(ofIndex)} ${sortedBy(order, sql`sort_key`)} limit ${ofRow.length === 0 ? wanted : step}
        ) as few cross join licenses
        where licenses.id = few.id and ${all(ofRow)} ${sorted(order)} limit ${wanted}`.execute(db)
      found.push(...rows)
      if (found.length >= limit) return found
      const { rows: ends } = await sql<KeyedRow>`
        select ${order.key} as sort_key, licenses.id from licenses ${along} limit 1 offset ${step - 1}`.execute(db)
      const [end] = ends
      if (end !== undefined) start = { at: 'within', position: positionOf(end) }
      else if (start.at === 'within') start = { ...start, at: 'beyond' }
      else return found
      scanned += step
      if (untriedSearch !== undefined && scanned > MAX_FEW) {
        const few = await findFewMatches(untriedSearch)
        if (few) return readFew(few, order, [...ofIndex, ...ofRow, ...beyond(order, begin)], limit)
        untriedSearch = undefined
      }
    }
  }

  return {
    async read({ limit, order: by = 'newest', after, filter = {} }: LicenseQuery): Promise<LicensePage<Row>> {
      // PostgreSQL rejects NUL characters, so no license contains one.
      if (Object.values(filter).some((value) => typeof value === 'string' && value.includes('\0')))
        return { licenses: [], next: null }
      const order = orders[by]
      const { few, isAll } = await findFew(db, filter, name)
      const conditions = conditionsOf(filter, name, isAll)
      // One row more than requested shows whether there is another page.
      const rows =
        few === undefined
          ? await walk(order, boundsOf(filter, by, name), conditions, limit + 1, after, filter.search)
          : await readFew(few, order, [...conditions.ofIndex, ...conditions.ofRow, ...beyond(order, after)], limit + 1)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        licenses: shown.map(({ sort_key: _, ...row }) => row),
        next: rows.length > limit && last !== undefined ? positionOf(last) : null,
      }
    },

    async positionOf(id: string, by: LicenseOrder): Promise<LicensePosition | undefined> {
      const { rows } = await sql<KeyedRow>`
        select ${orders[by].key} as sort_key, licenses.id from licenses where licenses.id = ${id}`.execute(db)
      return rows[0] && positionOf(rows[0])
    },
  }
}

/** The part of an order in which all matches lie. */
type Bounds = { readonly first: readonly Condition[]; readonly last: readonly Condition[] }

const boundsOf = (
  { status, expiresBefore, name: beginning }: LicenseFilter,
  by: LicenseOrder,
  name: NameKey,
): Bounds => {
  if (by === 'name' && beginning !== undefined) {
    return { first: [sql`${name} >= lower(${beginning})`], last: [sql`${name} < lower(${endOfPrefix(beginning)})`] }
  }
  if (by !== 'expiresAt') return { first: [], last: [] }
  const isOver = status?.is === 'expired'
  return {
    first: status === undefined || isOver || status.is === 'revoked' ? [] : [sql`${ENDS_AT} > ${status.at}`],
    last: [
      ...(isOver ? [sql<boolean>`${ENDS_AT} <= ${status.at}`] : []),
      ...(expiresBefore === undefined ? [] : [sql<boolean>`${ENDS_AT} < ${expiresBefore}`]),
    ],
  }
}

/** The conditions of a filter: on columns that each order's index includes (id, status, plan, mode and end), and on
 * other columns. */
type Conditions = { readonly ofIndex: readonly Condition[]; readonly ofRow: readonly Condition[] }

/** `isFound`: an index matched the search exactly, so no text condition is needed. */
const conditionsOf = (filter: LicenseFilter, name: NameKey, isFound: boolean): Conditions => {
  const { search, id, status, plan, mode, expiresBefore, usedOver, site, name: beginning, email, externalId } = filter
  return {
    ofIndex: [
      ...(id === undefined ? [] : [sql<boolean>`licenses.id = ${id}`]),
      ...(status === undefined ? [] : [hasStatus(status)]),
      ...(plan === undefined ? [] : [sql<boolean>`licenses.plan = ${plan}`]),
      ...(mode === undefined ? [] : [sql<boolean>`licenses.mode = ${mode}`]),
      ...(expiresBefore === undefined ? [] : [sql<boolean>`licenses.expires_at < ${expiresBefore}`]),
      ...(usedOver === undefined ? [] : [hasUsed(usedOver)]),
      ...(site === undefined
        ? []
        : [sql<boolean>`exists (select 1 from sites where license_id = licenses.id and site = ${site})`]),
    ],
    ofRow: [
      ...(search === undefined || isFound ? [] : [contains(search)]),
      ...(beginning === undefined ? [] : [begins(name, beginning)]),
      ...(email === undefined ? [] : [sql<boolean>`lower(licenses.email) = lower(${email})`]),
      ...(externalId === undefined ? [] : [sql<boolean>`licenses.external_id = ${externalId}`]),
    ],
  }
}

const begins = (name: NameKey, beginning: string): Condition =>
  sql`${name} >= lower(${beginning}) and ${name} < lower(${endOfPrefix(beginning)})`

const hasStatus = ({ is, at }: NonNullable<LicenseFilter['status']>): Condition => {
  if (is === 'revoked') return sql`licenses.status = 'revoked'`
  if (is === 'expired') return sql`licenses.status <> 'revoked' and licenses.expires_at <= ${at}`
  return sql`licenses.status = ${is} and ${ENDS_AT} > ${at}`
}

/** A test license has no quota. */
const hasUsed = ({ percent, month }: NonNullable<LicenseFilter['usedOver']>): Condition => sql`
  licenses.mode = 'live' and ${percent} * (select scans from plans where name = licenses.plan) <= 100 * (
    select used from usage where license_id = licenses.id and meter = 'scans' and starts_at = ${month}
  )`

const contains = (text: string): Condition => sql`(
    ${hasText(sql`lower(licenses.name)`, text)} or ${hasText(sql`lower(licenses.email)`, text)}
    or exists (select 1 from sites where license_id = licenses.id and ${hasText(sql`lower(site)`, text)})
    or exists (select 1 from license_keys where license_id = licenses.id and hint = ${text})
  )`

/** Looks like the end of a key and not like a word or a number in a name: letters with digits, or with capitals inside.
 */
const KEY_END = /^(?!\d+$|[A-Z]+$|[A-Z]?[a-z]+$)[0-9A-Za-z]{4}$/

/** Counts at most one more than few. */
const count = async (db: Kysely<Database>, few: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${few} limit ${MAX_FEW + 1}) as few`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** A query for the matches of an index, when they are few; `isAll` when they are exactly the matches of the search. */
const findFew = async (
  db: Kysely<Database>,
  filter: LicenseFilter,
  name: NameKey,
): Promise<{ readonly few?: RawBuilder<unknown>; readonly isAll: boolean }> => {
  for (const few of namesOf(filter.search)) if ((await count(db, few)) > 0) return { few, isAll: true }
  for (const few of indexesOf(filter, name)) if ((await count(db, few)) <= MAX_FEW) return { few, isAll: false }
  return { isAll: false }
}

const byEmail = (email: string) =>
  sql`select id from licenses where email is not null and lower(email) = lower(${email})`
const byId = (id: string) => sql`select id from licenses where id = ${id}`
const byKeyEnd = (end: string) => sql`select license_id as id from license_keys where hint = ${end}`
const byExternalId = (id: string) => sql`select id from licenses where external_id = ${id}`

/** What a search text may match exactly; checked first, so that such a search does not scan names and sites. */
const namesOf = (text: string | undefined): readonly RawBuilder<unknown>[] => {
  if (text === undefined) return []
  const isKeyEnd = KEY_END.test(text)
  return [
    byId(text),
    byExternalId(text),
    ...(text.includes('@') ? [byEmail(text)] : []),
    ...(isKeyEnd ? [sql`select distinct id from (${byKeyEnd(text)}) as ends`] : []),
  ]
}

/** A query for each part of the filter that has an index, usually the most selective first. */
const indexesOf = (filter: LicenseFilter, name: NameKey): readonly RawBuilder<unknown>[] => {
  const { id, status, plan, mode, expiresBefore, site, name: beginning, email, externalId } = filter
  const endsBefore = expiresBefore ?? (status?.is === 'expired' ? status.at + 1 : undefined)
  return [
    ...(id === undefined ? [] : [byId(id)]),
    ...(externalId === undefined ? [] : [byExternalId(externalId)]),
    ...(email === undefined ? [] : [byEmail(email)]),
    ...(site === undefined ? [] : [sql`select license_id as id from sites where site = ${site}`]),
    ...(beginning === undefined ? [] : [sql`select id from licenses where ${begins(name, beginning)}`]),
    // Written exactly like the conditions of the partial indexes.
    ...(status?.is === 'suspended' || status?.is === 'revoked'
      ? [sql`select id from licenses where status <> 'active' and status = ${status.is}`]
      : []),
    ...(mode === 'test' ? [sql`select id from licenses where mode = 'test'`] : []),
    ...(endsBefore === undefined ? [] : [sql`select id from licenses where ${ENDS_AT} < ${endsBefore}`]),
    ...(plan === undefined ? [] : [sql`select id from licenses where plan = ${plan}`]),
  ]
}
