import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Change, ChangeTopic, Store } from '../store.ts'

/** The most changes per read. */
const MOST = 1_000

/** Only reads: triggers write the changes, so that no statement can forget to. */
export const changeRecords = (db: Kysely<Database>): Omit<Store['changes'], 'onHint'> => ({
  async latest() {
    const { seq } = await db
      .selectFrom('changes')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    return Number(seq ?? 0)
  },
  async since(seq) {
    const rows = await db
      .selectFrom('changes')
      .select(['seq', 'topic', 'subject'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(MOST)
      .execute()
    return rows.map((row): Change => ({ seq: row.seq, topic: row.topic as ChangeTopic, subject: row.subject }))
  },
  async sweep(before) {
    const { numDeletedRows } = await db.deleteFrom('changes').where('at', '<', before).executeTakeFirst()
    return Number(numDeletedRows)
  },
})
