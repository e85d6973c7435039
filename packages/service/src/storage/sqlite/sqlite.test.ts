import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { copiesSuite } from '@central-api/testing/storage/copies-suite.ts'
import { act, keyOf, license } from '@central-api/testing/storage/fixture.ts'
import { storeSuite } from '@central-api/testing/storage/suite.ts'
import Sqlite from 'better-sqlite3'
import { openDatabase } from './database.ts'
import { sqliteFiles } from './files.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSqlite } from './open.ts'

const inFolder = async <T>(use: (file: string, folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  try {
    return await use(join(folder, 'central.db'), folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const openClosed = async (context: TestContext, file: string) => {
  const store = await openSqlite({ file })
  context.after(() => store.close())
  return store
}

const openTwo = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  const file = join(folder, 'central.db')
  const stores = [await openSqlite({ file }), await openSqlite({ file })] as [
    Awaited<ReturnType<typeof openSqlite>>,
    Awaited<ReturnType<typeof openSqlite>>,
  ]
  return {
    stores,
    async dispose() {
      await Promise.all(stores.map((store) => store.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

storeSuite('SQLite', openTwo)
copiesSuite('SQLite', openTwo)

test("the folder, both files and their companions are accessible to the service's user only", async () => {
  await inFolder(async (_, folder) => {
    const data = join(folder, 'data')
    const store = await openSqlite({ file: join(data, 'central.db') })
    const paths = [data, ...(await readdir(data)).map((name) => join(data, name))]
    const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777))
    await store.close()
    assert.equal(paths.length, 7)
    assert.deepEqual(modes, [0o700, ...Array.from({ length: 6 }, () => 0o600)])
  })
})

test('processes that start together migrate once', async () => {
  await inFolder(async (file) => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => openSqlite({ file })))
    await Promise.all(stores.map((store) => store.close()))
    const db = new Sqlite(file, { readonly: true })
    assert.deepEqual(
      db.prepare('select name from migrations').pluck().all(),
      MIGRATIONS.map(({ name }) => name),
    )
    db.close()
  })
})

test('commits are flushed: write-ahead log with synchronous FULL for the store, NORMAL for the cache', async () => {
  await inFolder(async (file, folder) => {
    const db = openDatabase(sqliteFiles(file))
    assert.equal(db.pragma('main.journal_mode', { simple: true }), 'wal')
    assert.equal(db.pragma('main.synchronous', { simple: true }), 2)
    assert.equal(db.pragma('cache.synchronous', { simple: true }), 1)
    db.close()
    assert.deepEqual((await readdir(folder)).sort(), ['central.cache.db', 'central.db'])
  })
})

test("SQLite's memory is bounded", async () => {
  await inFolder(async (file) => {
    const db = openDatabase(sqliteFiles(file))
    assert.equal(db.pragma('main.cache_size', { simple: true }), -4_000)
    assert.equal(db.pragma('cache.cache_size', { simple: true }), -1_000)
    db.close()
  })
})

test('a backup under load passes an integrity check and contains everything committed before it', async (context) => {
  await inFolder(async (file, folder) => {
    const store = await openClosed(context, file)
    await store.plans.put(
      {
        name: 'pro',
        scans: 1,
        validations: 1,
        burst: 1,
        sites: null,
        connections: null,
        media: 'proxy',
        mediaMb: null,
        platforms: null,
      },
      act(),
    )
    const record = license()
    await store.licenses.create(record, keyOf(record.id), act())
    const charge = { licenseId: record.id, windows: [{ meter: 'scans', startsAt: 1, limit: null }], count: 1 }
    for (let n = 0; n < 100; n += 1) await store.usage.commit([charge], [])
    const load = Array.from({ length: 500 }, () => store.usage.commit([charge], []))
    const copy = join(folder, 'copy.db')
    await store.backup(copy)
    await Promise.all(load)

    const db = new Sqlite(copy, { readonly: true })
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    const used = db.prepare('select used from usage').pluck().get()
    assert.ok(typeof used === 'number' && used >= 100 && used <= 600, String(used))
    assert.equal(db.prepare('select id from licenses').pluck().get(), record.id)
    db.close()
  })
})

test('refuses a file that is not a database, with the reason', async () => {
  await inFolder(async (_file, folder) => {
    await assert.rejects(openSqlite({ file: folder }), /unable to open database file/)
  })
})
