import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { openCore } from './core.ts'
import { openStore } from './storage/open-store.ts'

test('closes a store that cannot be written, and keeps the reason', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-core-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'central.db')
  const databaseUrl = `sqlite:${file}`
  await (await openStore(databaseUrl)).close()
  const db = new Sqlite(file, { timeout: 0 })
  context.after(() => db.close())
  db.exec(`create trigger sealed before insert on plans begin select raise(abort, 'the disk is sealed'); end`)
  const config = { databaseUrl, licensePepper: 'p'.repeat(40) }
  await assert.rejects(openCore({ config, now: Date.now }), {
    message: `Cannot open the SQLite store ${file}: the disk is sealed`,
  })
  // SQLite leaves this mode only when no other connection has the file open.
  assert.equal(db.pragma('journal_mode = delete', { simple: true }), 'delete')
})

test('names a store that cannot be opened, with the reason', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-core-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'folder.db'))
  await writeFile(
    join(folder, 'text.db'),
    'This is a text, and no store. It is as long as a header is, and then some: 100 bytes and more of it.',
  )
  const reasons = { 'folder.db': 'unable to open database file', 'text.db': 'file is not a database' }
  for (const [name, reason] of Object.entries(reasons)) {
    const file = join(folder, name)
    const config = { databaseUrl: `sqlite:${file}`, licensePepper: 'p'.repeat(40) }
    for (const onStoreWait of [undefined, () => assert.fail('waiting does not change it')])
      await assert.rejects(openCore({ config, now: Date.now, ...(onStoreWait && { onStoreWait }) }), {
        message: `Cannot open the SQLite store ${file}: ${reason}`,
      })
  }
})

test('reports an invalid setting unchanged', async () => {
  const config = { databaseUrl: 'postgres://db.example/central', licensePepper: '' }
  await assert.rejects(openCore({ config, now: Date.now }), { name: 'ConfigError' })
})
