import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { act, createLicense, PLAN } from '@central-api/testing/storage/fixture.ts'
import Sqlite from 'better-sqlite3'
import { MIGRATIONS } from './migrations.ts'
import { openSqlite } from './open.ts'

const PERSON = { name: 'Quasimodo Zyxw', email: 'quasimodo.zyxw@example.com', notes: 'Zyxw lives in Paris' }
const NEIGHBOR = { name: 'Esmeralda', email: 'esmeralda@example.com', notes: null }

const newFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The files that contain a trigram of the person's data. */
const filesWith = async (folder: string): Promise<readonly string[]> => {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    const text = (await readFile(join(folder, name))).toString('latin1').toLowerCase()
    if (/zyx|quasimodo/.test(text)) found.push(name)
  }
  return found
}

const GONE: readonly (readonly [
  string,
  (store: Awaited<ReturnType<typeof openSqlite>>, id: string) => Promise<unknown>,
])[] = [
  ['deleted', (store, id) => store.licenses.remove(id, act())],
  [
    'overwritten, and its audit entries swept',
    async (store, id) => {
      await store.licenses.update(id, { name: null, email: null, notes: null }, act())
      await store.audit.sweep({ from: 0, before: 10_000 }, 1_000)
    },
  ],
]

for (const [what, lose] of GONE) {
  test(`data that was ${what} is in no file of a closed store, nor in a backup of an open one`, async (context) => {
    const folder = await newFolder(context)
    const file = join(folder, 'central.db')
    const store = await openSqlite({ file })
    await store.plans.put(PLAN, act())
    const { record } = await createLicense(store, PERSON)
    for (let n = 0; n < 50; n += 1) await createLicense(store, NEIGHBOR)
    await store.sites.activate({ licenseId: record.id, site: 'quasimodo.example', firstSeenAt: 1 }, null)
    await store.backup(join(folder, 'before.db'))
    await lose(store, record.id)
    if (what !== 'deleted') await store.sites.release(record.id, 'quasimodo.example')
    await store.backup(join(folder, 'after.db'))
    await store.close()
    assert.deepEqual(await filesWith(folder), ['before.db'])
  })
}

test('compacting an open store leaves nothing in its log', async (context) => {
  const folder = await newFolder(context)
  const store = await openSqlite({ file: join(folder, 'central.db') })
  context.after(() => store.close())
  await store.plans.put(PLAN, act())
  const { record } = await createLicense(store, PERSON)
  await store.licenses.remove(record.id, act())
  assert.deepEqual(await filesWith(folder), ['central.db-wal'])
  assert.equal(await store.compact(), true)
  assert.deepEqual(await filesWith(folder), [])
})

test('an older store without secure deletion leaves nothing in a backup, nor after it is compacted', async (context) => {
  const folder = await newFolder(context)
  const file = join(folder, 'central.db')
  const db = new Sqlite(file)
  db.exec('create table migrations (name text primary key, applied_at integer not null) strict')
  for (const { name, sql } of MIGRATIONS.filter(({ name }) => name < '0013')) {
    db.exec(sql)
    db.prepare('insert into migrations values (?, 0)').run(name)
  }
  db.exec(`insert into plans values ('pro', 1, 1, 1, null, null)`)
  const insert = db.prepare(
    `insert into licenses (id, name, plan, mode, status, created_at, email, notes) values (?, ?, 'pro', 'live', 'active', 1, ?, ?)`,
  )
  insert.run('lic_1', PERSON.name, PERSON.email, PERSON.notes)
  for (let n = 2; n < 200; n += 1) insert.run(`lic_${n}`, NEIGHBOR.name, NEIGHBOR.email, NEIGHBOR.notes)
  db.exec(`delete from licenses where id = 'lic_1'`)
  db.close()
  assert.deepEqual(await filesWith(folder), ['central.db'])
  const store = await openSqlite({ file })
  await store.backup(join(folder, 'backup.db'))
  assert.ok(!(await filesWith(folder)).includes('backup.db'))
  assert.equal(await store.compact(), true)
  await store.close()
  assert.deepEqual(await filesWith(folder), [])
})

test('a store of a later version names its migrations', async (context) => {
  const file = join(await newFolder(context), 'central.db')
  await (await openSqlite({ file })).close()
  const db = new Sqlite(file)
  db.exec(`insert into migrations values ('9999-something-new', 0)`)
  db.close()
  const store = await openSqlite({ file })
  context.after(() => store.close())
  assert.deepEqual(await store.laterSteps(), ['9999-something-new'])
})
