import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { PlanRecord, Store } from '../store.ts'
import type { Change } from './audit.ts'

export const planRecords = (db: Kysely<Database>, change: Change): Store['plans'] => ({
  async list() {
    return (await db.selectFrom('plans').selectAll().orderBy('scans').execute()).map(toRecord)
  },
  find: (name) => findPlan(db, name),
  put: (plan, act) =>
    change(async ({ transaction, note, takeLock }) => {
      await takeLock('plans')
      const before = await findPlan(transaction, plan.name)
      const { name, ...values } = toRow(plan)
      await transaction
        .insertInto('plans')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute()
      await note(act, { kind: 'plan', id: name }, before ? limitsOf(before) : null, limitsOf(plan))
    }),
  async seed(plans) {
    await db
      .insertInto('plans')
      .values(plans.map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})

const findPlan = async (db: Kysely<Database>, name: string): Promise<PlanRecord | undefined> => {
  const row = await db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toRecord(row)
}

const limitsOf = ({ name: _, ...limits }: PlanRecord) => limits

const toRow = ({ platforms, mediaMb, ...limits }: PlanRecord): Database['plans'] => ({
  ...limits,
  media_mb: mediaMb,
  platforms: platforms && JSON.stringify(platforms),
})

const toRecord = ({ platforms, media_mb, ...limits }: Selectable<Database['plans']>): PlanRecord => ({
  ...limits,
  mediaMb: media_mb,
  platforms: platforms === null ? null : (JSON.parse(platforms) as string[]),
})
