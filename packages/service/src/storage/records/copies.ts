import { type Kysely, sql } from 'kysely'
import { COPIED_TABLES } from '../copied-tables.ts'
import type { Database } from '../schema.ts'
import type { CopiedTable, CopyRow, RowReader, Store } from '../store.ts'

/** Rows per read. */
const BATCH = 1_000
/** The table has at most one row, with this id. */
const MARK = 1

export const copyRecords = (db: Kysely<Database>): Store['copies'] => ({
  snapshot: (use) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => use(rowReader(transaction))),
  ...rowReader(db),
  async put(table, rows) {
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    const values = inOrder(table, rows).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    const put = sql`
      insert into ${sql.table(table)} (${refs(columns)}) values ${sql.join(values)}
      on conflict (${refs(COPIED_TABLES[table])}) do update set
        ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`
    if (table !== 'licenses') await put.execute(db)
    else {
      await db.transaction().execute(async (transaction) => {
        await releaseExternalIds(transaction, rows)
        await put.execute(transaction)
      })
    }
  },
  async remove(table, rows) {
    if (rows.length === 0) return
    const isOne = rows.map((row) =>
      sql.join(
        COPIED_TABLES[table].map((column) => sql`${sql.ref(column)} = ${row[column]}`),
        sql` and `,
      ),
    )
    await sql`delete from ${sql.table(table)} where ${sql.join(isOne, sql` or `)}`.execute(db)
  },
  async mark() {
    const row = await db.selectFrom('copy_marks').select('finished_at').executeTakeFirst()
    return row && { finishedAt: row.finished_at }
  },
  async setMark(mark) {
    if (mark === undefined) {
      await db.deleteFrom('copy_marks').execute()
      return
    }
    const { finishedAt: finished_at } = mark
    await db
      .insertInto('copy_marks')
      .values({ id: MARK, finished_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ finished_at }))
      .execute()
  },
})

const rowReader = (db: Kysely<Database>): RowReader => ({
  async count(table) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
    return Number(rows[0]?.total ?? 0)
  },
  async *read(table) {
    const key = COPIED_TABLES[table]
    let afterLast = sql``
    for (;;) {
      const { rows } = await sql<CopyRow>`
        select * from ${sql.table(table)} ${afterLast} order by ${refs(key)} limit ${BATCH}`.execute(db)
      const last = rows.at(-1)
      if (last === undefined) return
      yield rows
      if (rows.length < BATCH) return
      afterLast = sql`where (${refs(key)}) > (${sql.join(key.map((column) => last[column]))})`
    }
  },
})

/** An external id may have moved from one license to another since the last copy. It is cleared first; its previous
 * license gets the current value with its own row. */
const releaseExternalIds = async (db: Kysely<Database>, rows: readonly CopyRow[]): Promise<void> => {
  const ids = rows.flatMap(({ external_id }) => (typeof external_id === 'string' ? [external_id] : []))
  if (ids.length === 0) return
  await db.updateTable('licenses').set({ external_id: null }).where('external_id', 'in', ids).execute()
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** A unique index allows one current signing key: the previous one must be retired before the next is inserted. */
const inOrder = (table: CopiedTable, rows: readonly CopyRow[]): readonly CopyRow[] =>
  table === 'signing_keys'
    ? rows.toSorted((a, b) => Number(a.retired_at === null) - Number(b.retired_at === null))
    : rows
