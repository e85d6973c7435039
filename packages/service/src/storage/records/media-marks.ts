import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import type { Change } from './audit.ts'

/** Rows per statement, below every backend's limit of parameters. */
const BATCH = 1_000

export const mediaMarkRecords = (db: Kysely<Database>, change: Change): Store['mediaMarks'] => ({
  add: (subject, act) =>
    change(async ({ transaction, note }) => {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto('media_marks')
        .values({ subject, marked_at: act.at, purged_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows > 0n) await note(act, { kind: 'media', id: subject }, null, { served: false })
    }),
  async adopt(marks) {
    for (let at = 0; at < marks.length; at += BATCH) {
      const rows = marks
        .slice(at, at + BATCH)
        .map(({ subject, markedAt }) => ({ subject, marked_at: markedAt, purged_at: null }))
      await db
        .insertInto('media_marks')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  },
  async list() {
    const rows = await db.selectFrom('media_marks').selectAll().orderBy('subject').execute()
    return rows.map(({ subject, marked_at: markedAt }) => ({ subject, markedAt }))
  },
  async unpurged({ from, before }, limit) {
    const rows = await db
      .selectFrom('media_marks')
      .select('subject')
      .where('purged_at', 'is', null)
      .where('marked_at', '>=', from)
      .where('marked_at', '<', before)
      .orderBy('marked_at')
      .limit(limit)
      .execute()
    return rows.map(({ subject }) => subject)
  },
  async setPurged(subjects, at) {
    if (subjects.length === 0) return
    await db.updateTable('media_marks').set({ purged_at: at }).where('subject', 'in', subjects).execute()
  },
})
