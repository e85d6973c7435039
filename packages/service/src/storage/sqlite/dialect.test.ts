import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

test('what is sent to the thread takes no memory along that is not its own', async () => {
  const sent: unknown[] = []
  const connection: Connection = {
    async run(task) {
      if (task.op === 'query') sent.push(...task.parameters)
      return { rows: [], affected: 0 }
    },
    begin: () => assert.fail(),
    end: () => assert.fail(),
    close: async () => {},
  }
  const db = new Kysely<unknown>({ dialect: sqliteDialect(connection) })
  const cut = Buffer.from('some bytes')
  assert.ok(cut.buffer.byteLength > cut.length)
  await sql`select ${cut}, ${1}`.execute(db)
  const [bytes, number] = sent
  assert.deepEqual([bytes, number], [cut, 1])
  assert.equal((bytes as Buffer).buffer.byteLength, cut.length)
})
