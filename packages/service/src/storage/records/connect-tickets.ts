import type { Kysely, Selectable } from 'kysely'
import type { ConnectTicketRecord } from '../connect-ticket-records.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'
import { dropOldest } from './drop-oldest.ts'

export const connectTicketRecords = (db: Kysely<Database>): Store['connectTickets'] => ({
  async create(ticket) {
    await db
      .insertInto('connect_tickets')
      .values({ ...toRow(ticket), version: 1 })
      .execute()
  },
  async find(id) {
    const row = await db.selectFrom('connect_tickets').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toRecord(row)
  },
  async put(ticket) {
    const { numUpdatedRows } = await db
      .updateTable('connect_tickets')
      .set({ ...toRow(ticket), version: ticket.version + 1 })
      .where('id', '=', ticket.id)
      .where('license_id', '=', ticket.licenseId)
      .where('version', '=', ticket.version)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
  sweep: (created, most) => dropOldest(db, 'connect_tickets', 'created_at', created, most),
})

const toRow = ({ id, licenseId, state, sealed, result, createdAt, version }: ConnectTicketRecord) => ({
  id,
  license_id: licenseId,
  state,
  sealed,
  result,
  created_at: createdAt,
  version,
})

const toRecord = (row: Selectable<Database['connect_tickets']>): ConnectTicketRecord => ({
  id: row.id,
  licenseId: row.license_id,
  state: row.state,
  sealed: row.sealed,
  result: row.result,
  createdAt: row.created_at,
  version: row.version,
})
