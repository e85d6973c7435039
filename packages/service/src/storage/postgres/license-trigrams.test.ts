import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, type TestContext, test } from 'node:test'
import { act, createLicense, PLAN } from '@central-api/testing/storage/fixture.ts'
import { Kysely } from 'kysely'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { readPostgresAddress } from '../address/postgres-address.ts'
import type { Database } from '../schema.ts'
import { postgresDialect } from './dialect.ts'
import { createFindMatches } from './license-trigrams.ts'
import { LIMITS } from './limits.ts'
import { openPostgres } from './open.ts'
import { createConnections, postgresParts } from './pool.ts'

/** More licenses than are checked before an index is used. */
const OTHERS = 2_000

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

/** The statements that the page of PostgreSQL lists for missing indexes. */
const readLines = async () => {
  const page = await readFile(new URL('../../../../../docs/operate/postgresql.md', import.meta.url), 'utf8')
  const block = page.split('```sql\n').find((text) => text.startsWith('create extension'))
  const lines = block?.slice(0, block.indexOf('```')).trim().split('\n') ?? []
  assert.equal(lines.length, 3)
  return lines
}

/** A role that may create in a database may create trusted extensions. */
const mayCreate = (url: string, verb: 'grant' | 'revoke', preposition: 'to' | 'from') =>
  server.run(url, `${verb} create on database ${new URL(url).pathname.slice(1)} ${preposition} plain`)

/** A store with three matching licenses after many others; and whether an index is used for a text. */
const prepare = async (context: TestContext, url: string) => {
  const store = await openPostgres({ url })
  context.after(() => store.close())
  await store.plans.put(PLAN, act())
  const { record: named } = await createLicense(store, { name: 'A Bakery', createdAt: 3 })
  const { record: mailed } = await createLicense(store, { email: 'bakery@example.com', createdAt: 2 })
  const { record: used } = await createLicense(store, { createdAt: 1 })
  await store.sites.activate({ licenseId: used.id, site: 'bakery.example', firstSeenAt: 1 }, null)
  await server.run(
    url,
    `insert into licenses (id, plan, mode, status, created_at)
      select 'lic_other' || n, 'pro', 'live', 'active', 10 + n from generate_series(1, ${OTHERS}) n`,
  )
  const connections = createConnections(postgresParts(readPostgresAddress(url), LIMITS))
  context.after(() => connections.close())
  const findMatches = createFindMatches(new Kysely<Database>({ dialect: postgresDialect(connections) }))
  const { licenses } = await store.licenses.list({ limit: 9, filter: { search: 'BAKERY' } })
  assert.deepEqual(
    licenses.map(({ id }) => id),
    [named.id, mailed.id, used.id],
  )
  return async (text: string) => (await findMatches(text)) !== undefined
}

test('uses an index for words of three letters or digits, and for nothing else', async (context) => {
  const isIndexed = await prepare(context, await server.createDatabase())
  for (const text of ['bak', 'Bakery', '100', '%ery', "a_b-'ol1"]) assert.equal(await isIndexed(text), true, text)
  for (const text of ['', 'ba', '---', '%_\\', '1.2.3', 'a_b', '😀😀😀'])
    assert.equal(await isIndexed(text), false, text)
})

test('uses an extension in another schema', async (context) => {
  const url = await server.createDatabase()
  await server.run(url, 'create schema "Other one"; create extension pg_trgm schema "Other one"')
  assert.equal(await (await prepare(context, url))('bakery'), true)
})

test('finds licenses without the extension, and uses the indexes once they are created', async (context) => {
  const url = await server.createDatabase()
  await server.run(url, `create role plain login password 'only-for-tests'; grant create on schema public to plain`)
  const plainUrl = Object.assign(new URL(url), { username: 'plain' }).href
  await mayCreate(url, 'grant', 'to')
  await (await openPostgres({ url: plainUrl })).close()
  // As if migrated by a role that may create tables but no extension.
  await server.run(url, `drop extension pg_trgm cascade; delete from migrations where name = '0012-license-words'`)
  await mayCreate(url, 'revoke', 'from')
  const isIndexed = await prepare(context, plainUrl)
  // One by one: CREATE INDEX CONCURRENTLY cannot run in a transaction.
  for (const line of await readLines()) {
    assert.equal(await isIndexed('bakery'), false)
    await server.run(url, line)
  }
  assert.equal(await isIndexed('bakery'), true)
})
