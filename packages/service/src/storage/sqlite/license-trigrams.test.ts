import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { act, createLicense, PLAN } from '@central-api/testing/storage/fixture.ts'
import Sqlite from 'better-sqlite3'
import { findMatches } from './license-trigrams.ts'
import { MIGRATIONS } from './migrations.ts'
import { openSqlite } from './open.ts'

const newFile = async (context: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'central.db')
}

test('indexes licenses that existed before the index', async (context) => {
  const file = await newFile(context)
  const db = new Sqlite(file)
  db.exec('create table migrations (name text primary key, applied_at integer not null) strict')
  for (const { name, sql } of MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex((each) => each.name === '0012-license-words'),
  )) {
    db.exec(sql)
    db.prepare('insert into migrations values (?, 0)').run(name)
  }
  db.exec(`
    insert into plans values ('pro', 1, 1, 1, null, null);
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 2000)
      insert into licenses (id, name, plan, mode, status, created_at, email)
        select 'lic_' || n, iif(n = 9, 'A Bakery', null), 'pro', 'live', 'active', n, iif(n = 8, 'bakery@example.com', null) from n;
    insert into sites values ('lic_7', 'bakery.example', 1);`)
  db.close()
  const store = await openSqlite({ file })
  context.after(() => store.close())
  const { licenses } = await store.licenses.list({ limit: 9, filter: { search: 'BAKERY' } })
  assert.deepEqual(
    licenses.map(({ id }) => id),
    ['lic_9', 'lic_8', 'lic_7'],
  )
})

test('removes changed and deleted texts from the index', async (context) => {
  const file = await newFile(context)
  const store = await openSqlite({ file })
  context.after(() => store.close())
  await store.plans.put(PLAN, act())
  const texts = { name: 'Zwölf "Boxkämpfer"', email: 'viktor@example.com' }
  const { record } = await createLicense(store, texts)
  await createLicense(store, texts)
  const site = { licenseId: record.id, site: 'sylter-deich.example', firstSeenAt: 1 }
  await store.sites.activate(site, null)
  const db = new Sqlite(file)
  context.after(() => db.close())
  db.exec(`create virtual table temp.words using fts5vocab('main', 'license_trigrams', 'row')`)
  const words = () =>
    db.prepare<[], { term: string; doc: number }>('select term, doc from temp.words order by term').all()
  const before = words()
  assert.ok(before.some(({ term, doc }) => term === 'zwö' && doc === 2) && before.some(({ term }) => term === 'syl'))
  await store.licenses.update(record.id, { name: null, email: null }, act())
  await store.sites.release(record.id, site.site)
  assert.deepEqual(
    words(),
    before.filter(({ doc }) => doc > 1).map(({ term }) => ({ term, doc: 1 })),
  )
  for (const { id } of (await store.licenses.list({ limit: 9 })).licenses) await store.licenses.remove(id, act())
  assert.deepEqual(words(), [])
  assert.equal(db.prepare('select count(*) from license_texts').pluck().get(), 0)
})

test('finds texts without trigrams without the index', async () => {
  for (const text of ['ab', '😀😀', 'abc\0def']) assert.equal(await findMatches(text), undefined, text)
  assert.notEqual(await findMatches('😀😀😀'), undefined)
})
