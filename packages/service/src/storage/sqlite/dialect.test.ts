import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { batchQueries } from './batch-queries.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

test('messages to the thread contain only their own memory', async () => {
  const sent: unknown[] = []
  const connection: Connection = {
    async run(task) {
      if (task.op === 'query') sent.push(...task.parameters)
      if (task.op === 'both') sent.push(...task.first.parameters, ...task.second.parameters)
      if (task.op === 'find-or-claim') sent.push(...task.find.parameters, ...task.claim.parameters)
      return { rows: [], affected: 0 }
    },
    begin: () => assert.fail(),
    end: () => assert.fail(),
    close: async () => {},
  }
  const db = new Kysely<unknown>({ dialect: sqliteDialect(connection) })
  const cut = Buffer.from('some bytes')
  assert.ok(cut.buffer.byteLength > cut.length)
  await sql`select ${cut}`.execute(db)
  const [one, other] = [1, cut].map((value) => ({ sql: 'select ?', parameters: [value] }))
  assert.ok(one && other)
  await batchQueries(connection).both(one, other)
  await batchQueries(connection).findOrClaim(other, one)
  assert.deepEqual(sent, [cut, 1, cut, cut, 1])
  for (const bytes of sent) if (Buffer.isBuffer(bytes)) assert.equal(bytes.buffer.byteLength, cut.length)
})
