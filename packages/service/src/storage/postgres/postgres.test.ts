import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { copiesSuite } from '@central-api/testing/storage/copies-suite.ts'
import { act, keyOf, license } from '@central-api/testing/storage/fixture.ts'
import { storeSuite } from '@central-api/testing/storage/suite.ts'
import { Client } from 'pg'
import { openTwo } from '../../../test/open-two.ts'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { StoreError } from '../store-error.ts'
import { MIGRATIONS } from './migrations.ts'
import { openPostgres } from './open.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

storeSuite('PostgreSQL', () => openTwo(server))
copiesSuite('PostgreSQL', () => openTwo(server))

const open = async (context: TestContext, url: string) => {
  const store = await openPostgres({ url })
  context.after(() => store.close())
  return store
}

/** A role without superuser rights, and its URL. */
const asRole = async (url: string, role: string, options = '') => {
  await server.run(url, `create role ${role} login password 'only-for-tests' ${options}`)
  return Object.assign(new URL(url), { username: role }).href
}

test('processes that start together migrate once', async () => {
  for (const parameters of ['', '?pgbouncer=true']) {
    const url = await server.createDatabase()
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgres({ url: url + parameters })))
    await Promise.all(stores.map((store) => store.close()))
    assert.deepEqual(
      (await server.run(url, 'select name from migrations')).map(({ name }) => name),
      MIGRATIONS.map(({ name }) => name),
    )
  }
})

test('a role that may not create tables starts on a migrated database only', async (context) => {
  const url = await server.createDatabase()
  const readerUrl = await asRole(url, 'reader')
  await assert.rejects(openPostgres({ url: readerUrl }), /permission denied for schema public/)
  await open(context, url)
  await server.run(url, 'grant select on all tables in schema public to reader')
  const store = await open(context, readerUrl)
  assert.equal(await store.licenses.count(), 0)
})

test('connections beyond the limit of a role are unavailable, and the others keep working', async (context) => {
  const url = await server.createDatabase()
  await open(context, url)
  const fewUrl = await asRole(url, 'few', 'connection limit 2')
  await server.run(url, 'grant select on all tables in schema public to few')
  const store = await open(context, `${fewUrl}?pool=6`)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => store.licenses.count()))
  const refused = results.filter((result) => result.status === 'rejected')
  assert.ok(refused.length >= 4, String(refused.length))
  for (const { reason } of refused) {
    assert.equal(reason.kind, 'unavailable')
    assert.equal(reason.cause.code, '53300')
  }
  assert.equal(await store.licenses.count(), 0)
})

test('the pool opens no more connections than its limit', async (context) => {
  const url = await server.createDatabase()
  const store = await open(context, `${url}?pool=3&application_name=bounded`)
  await Promise.all(Array.from({ length: 200 }, () => store.licenses.count()))
  const [row] = await server.run(
    url,
    `select count(*)::int as most from pg_stat_activity where application_name = 'bounded' and query like '%licenses%'`,
  )
  assert.deepEqual(row, { most: 3 })
})

test("prepares statements and limits sessions, but leaves nothing on a pooler's connections", async () => {
  const url = await server.createDatabase()
  const { createConnections, postgresParts } = await import('./pool.ts')
  const { LIMITS } = await import('./limits.ts')
  const { readPostgresAddress } = await import('../address/postgres-address.ts')
  const look = async (parameters: string) => {
    const connections = createConnections(postgresParts(readPostgresAddress(url + parameters), LIMITS))
    await connections.send('select $1::int', [1])
    const { rows } = await connections.send(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle,
        (select count(*)::int from pg_prepared_statements) as prepared`,
      [],
    )
    await connections.close()
    return rows[0]
  }
  assert.deepEqual(await look(''), { statement: '5s', lock: '3s', idle: '10s', prepared: 1 })
  assert.deepEqual(await look('?pgbouncer=true'), { statement: '0', lock: '0', idle: '0', prepared: 0 })
})

test('does not leave a failed transaction open', async (context) => {
  const url = await server.createDatabase()
  const store = await open(context, `${url}?pool=1`)
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
  const key = keyOf(record.id)
  await store.licenses.create(record, key, act())
  await assert.rejects(store.licenses.create(license(), key, act()), { kind: 'conflict' })
  const [row] = await server.run(
    url,
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
  )
  assert.deepEqual(row, { open: 0 })
  assert.equal(await store.licenses.count(), 1)
})

test('concurrent rotations leave one current license key and one current signing key', async (context) => {
  const store = await open(context, await server.createDatabase())
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
  await Promise.all(Array.from({ length: 10 }, () => store.keys.rotate(keyOf(record.id), 5_000, act())))
  const keys = await store.keys.listOf(record.id)
  assert.equal(keys.length, 11)
  assert.equal(keys.filter(({ expiresAt }) => expiresAt === null).length, 1)

  const added = Array.from({ length: 10 }, (_, n) => `kid-${n}`)
  await Promise.all(
    added.map((kid) =>
      store.signingKeys.add({ kid, publicJwk: '{}', sealedPrivateJwk: 'x', createdAt: 1, retiredAt: null }, 2, act()),
    ),
  )
  const signing = await store.signingKeys.list()
  assert.deepEqual(signing.map(({ kid }) => kid).sort(), added)
  assert.equal(signing.filter(({ retiredAt }) => retiredAt === null).length, 1)
})

test('a site waits for an uncommitted one of the same license, and is then counted with it', async (context) => {
  const url = await server.createDatabase()
  const store = await open(context, url)
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
  const first = new Client({ connectionString: url })
  await first.connect()
  context.after(() => first.end())
  await first.query('begin')
  await first.query('select activate_site($1, $2, 1, 1)', [record.id, 'first'])

  let decided = false
  const second = store.sites.activate({ licenseId: record.id, site: 'second', firstSeenAt: 2 }, 1).finally(() => {
    decided = true
  })
  for (let waiting = false; !waiting && !decided; ) {
    const rows = await server.run(url, 'select from pg_locks where not granted')
    waiting = rows.length > 0
  }
  await first.query('commit')
  assert.equal(await second, false)
  assert.deepEqual(
    (await store.sites.listOf(record.id)).map(({ site }) => site),
    ['first'],
  )
})

test('cached pages are written without the write-ahead log, in tables whose rows backups leave out', async (context) => {
  const url = await server.createDatabase()
  const store = await open(context, url)
  const [row] = await server.run(url, `select relpersistence from pg_class where oid = 'cache.pages'::regclass`)
  assert.deepEqual(row, { relpersistence: 'u' })
  await assert.rejects(store.backup('copy.db'), /pg_dump --exclude-table-data='cache\.\*'/)
})

test('rejects a value that the server does not accept, without an outage, and keeps the connection', async (context) => {
  const store = await open(context, await server.createDatabase())
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
  const isRejected = (error: unknown) => error instanceof StoreError && error.kind === 'rejected'
  const nul = license({ name: 'A\u0000B' })
  await assert.rejects(store.licenses.create(nul, keyOf(nul.id), act()), isRejected)
  await assert.rejects(store.licenses.findByExternalId('\u0000'), isRejected)
  const far = license({ expiresAt: 2 ** 70 })
  await assert.rejects(store.licenses.create(far, keyOf(far.id), act()), isRejected)
  assert.equal(await store.licenses.count(), 0)
})
