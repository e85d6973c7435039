import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { openCore } from './core.ts'
import { openStore } from './storage/open-store.ts'
import { reasonOf } from './storage/store-error.ts'

test('a store that takes no write is closed again, and the reason stands', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-core-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'central.db')
  const databaseUrl = `sqlite:${file}`
  await (await openStore(databaseUrl)).close()
  const db = new Sqlite(file, { timeout: 0 })
  context.after(() => db.close())
  db.exec(`create trigger sealed before insert on plans begin select raise(abort, 'the disk is sealed'); end`)
  const config = { databaseUrl, licensePepper: 'p'.repeat(40) }
  await assert.rejects(openCore({ config, now: Date.now }), (error) => reasonOf(error) === 'the disk is sealed')
  // SQLite leaves this mode only where nobody else has the file open.
  assert.equal(db.pragma('journal_mode = delete', { simple: true }), 'delete')
})
