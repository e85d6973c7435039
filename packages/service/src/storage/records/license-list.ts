// Lists licenses in an order, some at a time. What a filter asks for is looked up in the index that has it where few
// licenses are named by it; otherwise the order's own index is walked along, so many licenses at a time: however many there
// are, no statement looks at more of them, and whoever waits for the store has his turn in between. What a filter mostly asks
// stands in that index, so that of the licenses on the way only those are read that it lets through.

import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { LicenseFilter, LicenseOrder, LicensePage, LicensePosition, LicenseQuery } from '../store.ts'
import { endOfPrefix } from './end-of-prefix.ts'
import { holdsText } from './holds-text.ts'

/** Licenses that one statement looks at, at most. */
const STEP = 5_000
/** What most licenses are is found among the first of them; what is rare is looked for in longer and longer steps. */
const FIRST_STEP = 300
/** As many are few. More than have keys of one end among a million licenses. */
const MOST_FEW = 1_000
/** Behind every end: licenses that never end are the last. */
const NEVER = Number.MAX_SAFE_INTEGER

type Row = Selectable<Database['licenses']>
type KeyedRow = Row & { readonly sort_key: string | number }
type Condition = RawBuilder<boolean>

/** Names in the order that an index has: letters of either case are the same, as far as the store itself knows letters. */
export type NameKey = RawBuilder<string>

/** Resolves to what names the licenses that may hold a text in their name, their address or a site by an index: all that do,
 * some of them more than once, and others; to undefined where no index tells. */
export type FindHolders = (text: string) => Promise<RawBuilder<unknown> | undefined>

/** What each backend's indexes are made of. */
export type LicenseIndexes = { readonly name: NameKey; readonly findHolders: FindHolders }

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

const behind = (order: Order, after: LicensePosition | undefined): readonly Condition[] =>
  after === undefined ? [] : [sql`(${order.key}, licenses.id) ${farther(order)} (${after.key}, ${after.id})`]

const sortedBy = ({ direction }: Order, ...keys: readonly RawBuilder<unknown>[]) => {
  const way = sql.raw(direction)
  return sql`order by ${sql.join([...keys, sql`licenses.id`].map((key) => sql`${key} ${way}`))}`
}
const sorted = (order: Order) => sortedBy(order, order.key)

/** Where a walk begins, and goes on: at a bound, behind a license among those of its own key, or behind all of these. In two,
 * since SQLite seeks no pair in an index of an expression, and would count its way to the place from the beginning on. */
type Place =
  | { readonly at: 'bound'; readonly first: readonly Condition[] }
  | { readonly at: 'within' | 'beyond'; readonly position: LicensePosition }

const startOf = (place: Place, order: Order): readonly Condition[] => {
  if (place.at === 'bound') return place.first
  const { key, id } = place.position
  return place.at === 'within'
    ? [sql`${order.key} = ${key}`, sql`licenses.id ${farther(order)} ${id}`]
    : [sql`${order.key} ${farther(order)} ${key}`]
}

/** The order from there on, as an index has it: SQLite sorts anew by a key that is the same in all. */
const sortedFrom = ({ at }: Place, order: Order) => (at === 'within' ? sortedBy(order) : sorted(order))

/** Reads pages of licenses as rows. */
export const createLicenseList = (db: Kysely<Database>, { name, findHolders }: LicenseIndexes) => {
  const orders = ordersBy(name)
  const positionOf = ({ sort_key: key, id }: Pick<KeyedRow, 'sort_key' | 'id'>): LicensePosition => ({ key, id })

  /** Of those that the index names, all at once. */
  const readFew = async (few: RawBuilder<unknown>, order: Order, conditions: readonly Condition[], limit: number) => {
    // A cross join is read from left to right: from the few to their rows, never the other way around.
    const { rows } = await sql<KeyedRow>`
      select licenses.*, ${order.key} as sort_key from (${few} limit ${MOST_FEW}) as few cross join licenses
      where licenses.id = few.id and ${all(conditions)} ${sorted(order)} limit ${limit}`.execute(db)
    return rows
  }

  /** Those who may hold a text, where an index tells, and they are few. */
  const findFewHolders = async (text: string): Promise<RawBuilder<unknown> | undefined> => {
    const inTexts = await findHolders(text)
    if (inTexts === undefined) return undefined
    const few = sql`${inTexts} union all ${byKeyEnd(text)}`
    return (await count(db, few)) <= MOST_FEW ? sql`select distinct id from (${few}) as few` : undefined
  }

  /** Along the order's index. The inner limit is what keeps a planner from any other way. `search`: what the conditions look
   * for, and few may hold. */
  const walk = async (
    order: Order,
    { first, last }: Bounds,
    { ofIndex, ofRow }: Conditions,
    limit: number,
    begin: LicensePosition | undefined,
    search: string | undefined,
  ): Promise<readonly KeyedRow[]> => {
    const found: KeyedRow[] = []
    let passed = 0
    let sought = search
    const isFiltered = ofIndex.length + ofRow.length > 0
    let step = isFiltered ? FIRST_STEP : limit
    // One beginning is all that an index begins at: a place is behind the first one.
    let place: Place = begin ? { at: 'within', position: begin } : { at: 'bound', first }
    for (; ; step = Math.min(STEP, step * 4)) {
      const wanted = limit - found.length
      const along = sql`where ${all([...startOf(place, order), ...last])} ${sortedFrom(place, order)}`
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
      if (end !== undefined) place = { at: 'within', position: positionOf(end) }
      else if (place.at === 'within') place = { ...place, at: 'beyond' }
      else return found
      passed += step
      if (sought !== undefined && passed > MOST_FEW) {
        const few = await findFewHolders(sought)
        if (few) return readFew(few, order, [...ofIndex, ...ofRow, ...behind(order, begin)], limit)
        sought = undefined
      }
    }
  }

  return {
    async read({ limit, order: by = 'newest', after, filter = {} }: LicenseQuery): Promise<LicensePage<Row>> {
      // PostgreSQL takes no such text, and has none.
      if (Object.values(filter).some((value) => typeof value === 'string' && value.includes('\0')))
        return { licenses: [], next: null }
      const order = orders[by]
      const { few, isAll } = await findFew(db, filter, name)
      const conditions = conditionsOf(filter, name, isAll)
      // One more than is asked for tells whether there is another page.
      const rows =
        few === undefined
          ? await walk(order, boundsOf(filter, by, name), conditions, limit + 1, after, filter.search)
          : await readFew(few, order, [...conditions.ofIndex, ...conditions.ofRow, ...behind(order, after)], limit + 1)
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

/** What part of an order those that a filter asks for can lie in. */
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

/** What a filter asks of a license: of what each order's index holds (the id, the status, the plan, the mode and the end), and
 * of the rest of its row. */
type Conditions = { readonly ofIndex: readonly Condition[]; readonly ofRow: readonly Condition[] }

/** `isFound`: what is searched for names it, so that nothing has to be looked for. */
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
      ...(search === undefined || isFound ? [] : [holds(search)]),
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

const holds = (text: string): Condition => sql`(
    ${holdsText(sql`lower(licenses.name)`, text)} or ${holdsText(sql`lower(licenses.email)`, text)}
    or exists (select 1 from sites where license_id = licenses.id and ${holdsText(sql`lower(site)`, text)})
    or exists (select 1 from license_keys where license_id = licenses.id and hint = ${text})
  )`

/** The ends of keys that are no word or number that somebody may look for in a name: letters and digits, or capitals inside. */
const KEY_END = /^(?!\d+$|[A-Z]+$|[A-Z]?[a-z]+$)[0-9A-Za-z]{4}$/

/** How many there are, no further than to see that they are not few. */
const count = async (db: Kysely<Database>, few: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${few} limit ${MOST_FEW + 1}) as few`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** The licenses that an index names, where they are few; `isAll` where they are what is searched for. */
const findFew = async (
  db: Kysely<Database>,
  filter: LicenseFilter,
  name: NameKey,
): Promise<{ readonly few?: RawBuilder<unknown>; readonly isAll: boolean }> => {
  for (const few of namesOf(filter.search)) if ((await count(db, few)) > 0) return { few, isAll: true }
  for (const few of indexesOf(filter, name)) if ((await count(db, few)) <= MOST_FEW) return { few, isAll: false }
  return { isAll: false }
}

const byEmail = (email: string) =>
  sql`select id from licenses where email is not null and lower(email) = lower(${email})`
const byId = (id: string) => sql`select id from licenses where id = ${id}`
const byKeyEnd = (end: string) => sql`select license_id as id from license_keys where hint = ${end}`
const byExternalId = (id: string) => sql`select id from licenses where external_id = ${id}`

/** What a text may name on its own, so that nobody waits for a look through all names and sites. */
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

/** What each part of a filter finds by an index, those first that find the fewest as a rule. */
const indexesOf = (filter: LicenseFilter, name: NameKey): readonly RawBuilder<unknown>[] => {
  const { id, status, plan, mode, expiresBefore, site, name: beginning, email, externalId } = filter
  const endsBefore = expiresBefore ?? (status?.is === 'expired' ? status.at + 1 : undefined)
  return [
    ...(id === undefined ? [] : [byId(id)]),
    ...(externalId === undefined ? [] : [byExternalId(externalId)]),
    ...(email === undefined ? [] : [byEmail(email)]),
    ...(site === undefined ? [] : [sql`select license_id as id from sites where site = ${site}`]),
    ...(beginning === undefined ? [] : [sql`select id from licenses where ${begins(name, beginning)}`]),
    // As the conditions of the indexes are written.
    ...(status?.is === 'suspended' || status?.is === 'revoked'
      ? [sql`select id from licenses where status <> 'active' and status = ${status.is}`]
      : []),
    ...(mode === 'test' ? [sql`select id from licenses where mode = 'test'`] : []),
    ...(endsBefore === undefined ? [] : [sql`select id from licenses where ${ENDS_AT} < ${endsBefore}`]),
    ...(plan === undefined ? [] : [sql`select id from licenses where plan = ${plan}`]),
  ]
}
