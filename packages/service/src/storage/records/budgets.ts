import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { BudgetRecord, Store } from '../store.ts'

/** Rows per statement. */
const BATCH = 1_000

export const budgetRecords = (db: Kysely<Database>): Store['budgets'] => ({
  async list(after) {
    const rows = await db.selectFrom('budgets').selectAll().where('resets_at', '>', after).orderBy('key').execute()
    return rows.map(toRecord)
  },
  async put(budgets) {
    const rows = newestOfEach(budgets).map(toRow)
    for (let at = 0; at < rows.length; at += BATCH) {
      await db
        .insertInto('budgets')
        .values(rows.slice(at, at + BATCH))
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(({ ref }) => ({
              units_left: ref('excluded.units_left'),
              units_limit: ref('excluded.units_limit'),
              resets_at: ref('excluded.resets_at'),
              told_at: ref('excluded.told_at'),
            }))
            .where(sql<boolean>`(budgets.told_at, -budgets.units_left) < (excluded.told_at, -excluded.units_left)`),
        )
        .execute()
    }
  },
  async sweep(resetBefore) {
    // No index: it would be updated with nearly every upstream response.
    const { numDeletedRows } = await db
      .deleteFrom('budgets')
      .where('resets_at', '<', resetBefore)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

/** A statement may write a row only once. Sorted keys make all processes lock rows in the same order. */
const newestOfEach = (budgets: readonly BudgetRecord[]): readonly BudgetRecord[] => {
  const newest = new Map<string, BudgetRecord>()
  for (const budget of budgets) {
    const known = newest.get(budget.key)
    if (known === undefined || isNewer(budget, known)) newest.set(budget.key, budget)
  }
  return [...newest.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

const isNewer = (one: BudgetRecord, other: BudgetRecord): boolean =>
  one.reportedAt === other.reportedAt ? one.left < other.left : one.reportedAt > other.reportedAt

const toRow = ({ key, left, limit, resetsAt, reportedAt }: BudgetRecord): Database['budgets'] => ({
  key,
  units_left: left,
  units_limit: limit,
  resets_at: resetsAt,
  told_at: reportedAt,
})

const toRecord = (row: Selectable<Database['budgets']>): BudgetRecord => ({
  key: row.key,
  left: row.units_left,
  limit: row.units_limit,
  resetsAt: row.resets_at,
  reportedAt: row.told_at,
})
