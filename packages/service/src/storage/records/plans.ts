import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { PlanRecord, Store } from '../store.ts'

export const planRecords = (db: Kysely<Database>): Store['plans'] => ({
  async list() {
    return (await db.selectFrom('plans').selectAll().orderBy('scans').execute()).map(toRecord)
  },
  async find(name) {
    const row = await db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
    return row && toRecord(row)
  },
  async put(plan) {
    const { name, ...values } = toRow(plan)
    await db
      .insertInto('plans')
      .values({ name, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute()
  },
  async seed(plans) {
    await db
      .insertInto('plans')
      .values(plans.map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})

const toRow = ({ name, scans, validations, burst, sites, platforms }: PlanRecord): Database['plans'] => ({
  name,
  scans,
  validations,
  burst,
  sites,
  platforms: platforms && JSON.stringify(platforms),
})

const toRecord = (row: Selectable<Database['plans']>): PlanRecord => ({
  ...row,
  platforms: row.platforms === null ? null : (JSON.parse(row.platforms) as string[]),
})
