import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Kysely } from 'kysely'
import { grantRecords } from '../records/grants.ts'
import { pageRecords } from '../records/pages.ts'
import { usageRecords } from '../records/usage.ts'
import type { Database } from '../schema.ts'
import { batchQueries } from './batch-queries.ts'
import { connect } from './connection.ts'
import { openDatabase } from './database.ts'
import { sqliteDialect } from './dialect.ts'
import { sqliteFiles } from './files.ts'

test('sweeps by the indexes on age, without scanning a table', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const files = sqliteFiles(join(folder, 'central.db'))
  const connection = await connect(files)
  const texts = new Set<string>()
  const db = new Kysely<Database>({
    dialect: sqliteDialect(connection),
    log: ({ query }) => void texts.add(query.sql),
  })
  const [pages, grants, usage] = [pageRecords(db, batchQueries(connection)), grantRecords(db), usageRecords(db)]
  const page = { body: Buffer.from('x'), next: null }
  for (let n = 0; n < 4; n += 1) await pages.put(Buffer.from([n]), { ...page, fetchedAt: n })
  for (let n = 0; n < 4; n += 1) await grants.claim(`c${n}`, { jti: 'j', kid: 'k', issuedAt: n }, 0)
  const charge = (n: number) => ({ licenseId: `l${n}`, windows: [{ meter: 'burst', startsAt: n, limit: 1 }], count: 1 })
  await connection.run({ op: 'commit-usage', charges: [0, 1, 2, 3].map(charge), refunds: [] })

  texts.clear()
  const all = { from: 0, before: 9 }
  await pages.weigh(9, 2)
  for (const most of [2, 9]) {
    assert.equal((await pages.sweep(all, most))?.dropped, 2)
    assert.equal((await grants.sweep(all, most))?.dropped, 2)
    assert.equal((await usage.sweep('burst', all, most))?.dropped, 2)
  }
  assert.deepEqual(await usage.listMeters('b'), [])
  await connection.close()

  const opened = openDatabase(files)
  const steps = [...texts].flatMap((text) =>
    opened
      .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
      .all(...(text.match(/\?/g) ?? []).map(() => 0))
      .map(({ detail }) => detail),
  )
  opened.close()
  assert.equal(texts.size, 10)
  const inIndex = /^SEARCH \S+ USING (?:COVERING )?INDEX \w+_oldest \(/
  const ofWhatWasFound =
    /^(?:CO-ROUTINE|SCAN) (?:oldest|found)$|^SETUP$|^RECURSIVE STEP$|^SCAN CONSTANT ROW$|^(?:CORRELATED )?SCALAR SUBQUERY \d+$/
  assert.ok(steps.length > texts.size)
  assert.deepEqual(
    steps.filter((step) => !inIndex.test(step) && !ofWhatWasFound.test(step)),
    [],
  )
})
