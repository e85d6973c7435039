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
    'a table of migrations in the same form',
    `create table migrations (name text, applied_at integer); insert into migrations values ('0001-init', 1)`,
  ],
  ['a table that is called as one of ours', 'create table plans (id integer)'],
  ['a view alone', 'create view v as select 1'],
  ['an id of its own and no table yet', 'pragma application_id = 1196444487'],
]

for (const [what, statements] of ANOTHERS) {
  test(`a file of another program, with ${what}, is named as such, and nothing is put in or beside it`, async (context) => {
    const folder = await makeFolder(context)
    const file = join(folder, 'central.db')
    make(file, statements)
    const before = await readFile(file)
    const says = new RegExp(`${file} belongs to another program; nothing was changed`)
    await assert.rejects(openSqlite({ file }), says)
    // It has no pepper either, which is not what is wrong.
    await assert.rejects(loadPeppers('', `sqlite:${file}`), says)
    assert.deepEqual([await readdir(folder), await readFile(file)], [['central.db'], before])
  })
}

test('another program’s file where the cache would be is left as it is', async (context) => {
  const folder = await makeFolder(context)
  const [file, cache] = [join(folder, 'central.db'), join(folder, 'central.cache.db')]
  make(cache, 'create table pages (id integer); create table notes (id integer)')
  const before = await readFile(cache)
  await assert.rejects(openSqlite({ file }), /central\.cache\.db, where the cache is kept, belongs to another program/)
  assert.deepEqual(await readFile(cache), before)
})

test('a file that is no SQLite file is said to be none', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'central.db')
  await writeFile(file, 'a text, and no database at all, for more than one page of it'.repeat(100))
  await assert.rejects(openSqlite({ file }), /file is not a database/)
  await assert.rejects(loadPeppers('', `sqlite:${file}`), /central\.db: file is not a database/)
})

test('an empty file, and a cache of another shape, are taken', async (context) => {
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

test('what SQLite keeps of its own in a file is not another program’s', async (context) => {
  const folder = await makeFolder(context)
  const file = join(folder, 'central.db')
  await (await openSqlite({ file })).close()
  const page = `insert into pages values (x'00', x'00', null, 1, 1)`
  make(join(folder, 'central.cache.db'), `${page}; analyze`)
  make(join(folder, 'other.db'), 'create table t (id integer primary key autoincrement); drop table t')
  for (const each of [file, join(folder, 'other.db')]) await (await openSqlite({ file: each })).close()
})

test('a file whose tables another process makes while it is looked at is no other program’s', async (context) => {
  const folder = await makeFolder(context)
  const files = { file: join(folder, 'central.db'), cacheFile: join(folder, 'central.cache.db') }
  make(files.file, 'pragma journal_mode = wal')
  const db = new Sqlite(files.file)
  context.after(() => db.close())
  // Between the first question and the second one.
  let requested = 0
  context.mock.method(db, 'prepare', (sql: string) => {
    requested += 1
    if (requested === 2) openDatabase(files).close()
    return Sqlite.prototype.prepare.call(db, sql)
  })
  requireOwnFile(db, files.file)
  assert.equal(requested, 2)
})
