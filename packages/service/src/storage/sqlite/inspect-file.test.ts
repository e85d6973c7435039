import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { loadPeppers } from '../../config/load-peppers.ts'
import { openDatabase } from './database.ts'
import { requireOwnFile } from './inspect-file.ts'
import { openSqlite } from './open.ts'

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const make = (file: string, statements: string) => {
  const db = new Sqlite(file)
  db.exec(statements)
  db.close()
}

const ANOTHERS: readonly (readonly [what: string, statements: string])[] = [
  ['its own table of migrations', 'create table migrations (id integer primary key, migration text, batch integer)'],
  [
    'a migrations table with the same columns',
    `create table migrations (name text, applied_at integer); insert into migrations values ('0001-init', 1)`,
  ],
  ['a table that is called as one of ours', 'create table plans (id integer)'],
  ['a view alone', 'create view v as select 1'],
  ['an id of its own and no table yet', 'pragma application_id = 1196444487'],
]

for (const [what, statements] of ANOTHERS) {
  test(`refuses a file of another program with ${what}, and writes nothing in it or next to it`, async (context) => {
    const folder = await makeFolder(context)
    const file = join(folder, 'central.db')
    make(file, statements)
    const before = await readFile(file)
    const says = new RegExp(`${file} belongs to another program; nothing was changed`)
    await assert.rejects(openSqlite({ file }), says)
    // It has no pepper either, but the message must not be about that.
    await assert.rejects(loadPeppers('', `sqlite:${file}`), says)
    assert.deepEqual([await readdir(folder), await readFile(file)], [['central.db'], before])
  })
}

test("does not change another program's file in the place of the cache", async (context) => {
  const folder = await makeFolder(context)
  const [file, cache] = [join(folder, 'central.db'), join(folder, 'central.cache.db')]
  make(cache, 'create table pages (id integer); create table notes (id integer)')
  const before = await readFile(cache)
  await assert.rejects(openSqlite({ file }), /The cache file .*central\.cache\.db belongs to another program/)
  assert.deepEqual(await readFile(cache), before)
})

test('refuses a file that is not a SQLite file', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'central.db')
  await writeFile(file, 'a text, and no database at all, for more than one page of it'.repeat(100))
  await assert.rejects(openSqlite({ file }), /file is not a database/)
  await assert.rejects(loadPeppers('', `sqlite:${file}`), /central\.db: file is not a database/)
})

test('accepts an empty file, and a cache with another schema', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'central.db')
  await writeFile(file, '')
  make(join(folder, 'central.cache.db'), 'create table pages (id integer); pragma user_version = 0')
  for (let round = 0; round < 2; round += 1) {
    const store = await openSqlite({ file })
    assert.equal(await store.pages.find(Buffer.from('key')), undefined)
    await store.close()
  }
})

test('accepts internal tables of SQLite', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'central.db')
  await (await openSqlite({ file })).close()
  const page = `insert into pages values (x'00', x'00', null, 1, 1)`
  make(join(folder, 'central.cache.db'), `${page}; analyze`)
  make(join(folder, 'other.db'), 'create table t (id integer primary key autoincrement); drop table t')
  for (const each of [file, join(folder, 'other.db')]) await (await openSqlite({ file: each })).close()
})

test('accepts a file whose tables another process is creating', async (context) => {
  const folder = await makeFolder(context)
  const files = { file: join(folder, 'central.db'), cacheFile: join(folder, 'central.cache.db') }
  make(files.file, 'pragma journal_mode = wal')
  const db = new Sqlite(files.file)
  context.after(() => db.close())
  // Between the first query and the second one.
  let requested = 0
  context.mock.method(db, 'prepare', (sql: string) => {
    requested += 1
    if (requested === 2) openDatabase(files).close()
    return Sqlite.prototype.prepare.call(db, sql)
  })
  requireOwnFile(db, files.file)
  assert.equal(requested, 2)
})
