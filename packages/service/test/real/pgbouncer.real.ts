// A real PgBouncer with four connections in transaction mode in front of a real PostgreSQL: the store and the service keep
// their guarantees.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { copiesSuite } from '@central-api/testing/storage/copies-suite.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { storeSuite } from '@central-api/testing/storage/suite.ts'
import { Client } from 'pg'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { readPostgresAddress } from '../../src/storage/address/postgres-address.ts'
import { LIMITS } from '../../src/storage/postgres/limits.ts'
import { MIGRATIONS } from '../../src/storage/postgres/migrations.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { createConnections, postgresParts } from '../../src/storage/postgres/pool.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { HANDLER_MS, measureRevocation, recover, requireHonest, startCallers } from '../process/callers.ts'
import { authorize, createAgent, SCAN_PATH, scanOf, send } from '../process/load.ts'
import { type Ending, prepareStoreAt, startProcess } from '../process/start-process.ts'
import { startSwarm } from '../process/swarm.ts'
import { missingPgBouncer, type RealPgBouncer, startPgBouncer } from './real-pgbouncer.ts'

const PAGE = new URL('../../../../docs/operate/postgresql.md', import.meta.url)
const POOL_SIZE = 4
/** Long timeouts: the suites run many operations concurrently, which wait for few connections on a busy machine. */
const PATIENT = { connectMs: 60_000, answerMs: 60_000 }
const QUOTA = 5_000
const SCANS = 12_000
const CLIENTS = 64
const PLENTY = 10_000_000
/** How long PostgreSQL is down. */
const AWAY_MS = 500
const REVOCATIONS = 8
const REVOKED_WITHIN_MS = 1_000

describe('behind PgBouncer', { skip: missingPgBouncer() ?? false }, () => {
  let server: PostgresServer
  let pooler: RealPgBouncer
  let pair: Awaited<ReturnType<typeof startPair>>
  const endings: (() => unknown)[] = []
  before(async () => {
    const ending: Ending = { after: (end) => void endings.unshift(end) }
    server = await startPostgres()
    ending.after(() => server.dispose())
    pooler = await startPgBouncer({ databaseUrl: await server.createDatabase(), poolSize: POOL_SIZE })
    ending.after(() => pooler.stop())
    pair = await startPair(ending)
  })
  after(async () => {
    for (const end of endings) await end()
  })

  const openTwo = async () => {
    const url = pooler.through(await server.createDatabase())
    const [one, two] = await Promise.all([
      openPostgres({ url, limits: PATIENT }),
      openPostgres({ url, limits: PATIENT }),
    ])
    return {
      stores: [one, two] as [typeof one, typeof two],
      dispose: async () => void (await Promise.all([one.close(), two.close()])),
    }
  }
  storeSuite('PostgreSQL behind PgBouncer', openTwo)
  copiesSuite('PostgreSQL behind PgBouncer', openTwo)

  /** Two services on one new database, with licenses. */
  const startPair = async (context: Ending) => {
    const directUrl = await server.createDatabase()
    const { store, licenses, environment } = await prepareStoreAt(context, pooler.through(directUrl))
    const services = await Promise.all([startProcess(context, environment), startProcess(context, environment)])
    const origins = services.map(({ origin }) => origin)
    const agent = createAgent()
    context.after(() => agent.destroy())
    return {
      directUrl,
      origins,
      /** A license with its own plan, its token, and its usage. */
      async license(scans = PLENTY) {
        const plan = `plan-${crypto.randomUUID()}`
        await store.plans.put(
          {
            name: plan,
            scans,
            validations: 0,
            burst: PLENTY,
            sites: null,
            connections: null,
            media: 'proxy',
            mediaMb: null,
            platforms: null,
          },
          act(),
        )
        const { license, key } = await licenses.create({ plan }, OPERATOR)
        const headers = await authorize(agent, origins[0] ?? '', key)
        return {
          headers,
          scan: (origin: string) => send(agent, origin, SCAN_PATH, scanOf('demo'), headers),
          revoke: () => licenses.revoke(license.id, OPERATOR),
          used: () => store.usage.read(license.id, 'scans', monthAt(Date.now()).startsAt),
        }
      },
    }
  }

  test('one of eight processes that start together over four connections migrates', async () => {
    const directUrl = await server.createDatabase()
    const url = pooler.through(directUrl)
    const stores = await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => openPostgres({ url })))
    await Promise.all(stores.map((store) => store.close()))
    assert.deepEqual(
      (await server.run(directUrl, 'select name from migrations')).map(({ name }) => name),
      MIGRATIONS.map(({ name }) => name),
    )
  })

  test('two services that start together on an empty database share its first license and its signing key', async (context) => {
    const directUrl = await server.createDatabase()
    const environment = {
      DATABASE_URL: pooler.through(directUrl),
      LICENSE_PEPPER: 'pepper-of-the-tests-pepper-of-the-tests',
      BASE_URL: 'https://central.example',
      DRAIN_SECONDS: '0',
    }
    const services = await Promise.all([startProcess(context, environment), startProcess(context, environment)])
    const count = async () => {
      const [row] = await server.run(
        directUrl,
        `select (select count(*)::int from migrations) as migrations, (select count(*)::int from licenses) as licenses,
          (select count(*)::int from signing_keys) as keys`,
      )
      return row
    }
    // It is created when a service listens.
    while ((await count())?.licenses === 0) await sleep(20)
    for (const service of services) service.signal('SIGTERM')
    for (const service of services) assert.deepEqual(await service.exited, { code: 0, signal: null })
    assert.deepEqual(await count(), { migrations: MIGRATIONS.length, licenses: 1, keys: 1 })
  })

  test('startup fails without pgbouncer=true, and the error names what PgBouncer does not support', async () => {
    const url = Object.assign(new URL(pooler.through(await server.createDatabase())), { search: '' }).href
    await assert.rejects(openPostgres({ url }), /cannot be opened: unsupported startup parameter: \w+_timeout/)
  })

  /** Changes the settings of the role for a test. */
  const alterRole = async (context: TestContext, url: string, statements: string) => {
    await server.run(url, statements)
    context.after(() => server.run(url, 'alter role central reset all'))
  }

  test('the timeouts of the role in the guide are those that the service sets elsewhere', async (context) => {
    const [, statements] = /^```sql\n(alter role .*?)^```/ms.exec(await readFile(PAGE, 'utf8')) ?? []
    assert.ok(statements)
    const url = await server.createDatabase()
    await alterRole(context, url, statements)
    const look = async (address: string) => {
      const connections = createConnections(postgresParts(readPostgresAddress(address), LIMITS))
      const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
      const { rows } = await connections.send('select name, setting from pg_settings where name = any ($1)', [names])
      await connections.close()
      return rows
    }
    assert.deepEqual(await look(pooler.through(url)), await look(url))
  })

  test('a lock timeout is reported, and the connection serves the next client', async (context) => {
    const url = await server.createDatabase()
    await alterRole(context, url, `alter role central set lock_timeout = '300ms'`)
    const store = await openPostgres({ url: pooler.through(url) })
    context.after(() => store.close())
    const holder = new Client({ connectionString: url })
    await holder.connect()
    context.after(() => holder.end())
    const window = { meter: 'scans', startsAt: 1, limit: null }
    const settle = () => store.usage.commit([{ licenseId: 'lic', windows: [window], count: 1 }], [])
    await settle()
    await holder.query('begin; select from usage for update')
    await assert.rejects(settle(), (error: Error) => (error.cause as { code?: string }).code === '55P03')
    await holder.query('rollback')
    assert.deepEqual(await settle(), [{ admitted: 1, used: [2] }])
  })

  test('two services together admit exactly the quota over four connections to PostgreSQL', async (context) => {
    const { directUrl, origins } = pair
    const { headers, used } = await pair.license(QUOTA)
    const startedAt = performance.now()
    const swarm = startSwarm({
      clients: CLIENTS,
      requests: SCANS,
      origins: () => origins,
      path: SCAN_PATH,
      headers,
      body: scanOf('demo'),
    })
    const isDone = swarm.done.then(() => true)
    const backends: number[] = []
    do {
      const rows = await server.run(
        directUrl,
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      backends.push(rows.length)
    } while (!(await Promise.race([isDone, false])))
    const seconds = (performance.now() - startedAt) / 1000
    const answered = swarm.statuses.get(200) ?? 0
    context.diagnostic(
      `${SCANS} scans in ${seconds.toFixed(1)} s over at most ${Math.max(...backends)} connections: ${JSON.stringify([...swarm.statuses])}`,
    )
    assert.equal(answered + (swarm.statuses.get(429) ?? 0), SCANS)
    assert.deepEqual([answered, await used()], [QUOTA, QUOTA])
    assert.ok(Math.max(...backends) <= POOL_SIZE)
  })

  test('both services reject a revoked license within a second without LISTEN', async (context) => {
    const { directUrl, origins } = pair
    const others = startCallers(origins, (await pair.license()).scan, 4)
    const tookMs: number[] = []
    for (let n = 0; n < REVOCATIONS; n += 1) {
      const { scan, revoke } = await pair.license()
      tookMs.push(...(await measureRevocation(origins, scan, revoke)))
    }
    await others.stop()
    const listening = await server.run(directUrl, `select from pg_stat_activity where query ilike 'listen %'`)
    assert.equal(listening.length, 0)
    const sorted = tookMs.map(Math.round).sort((a, b) => a - b)
    context.diagnostic(`refused after ${sorted.join(', ')} ms`)
    assert.ok(Math.max(...tookMs) < REVOKED_WITHIN_MS)
  })

  test('while PostgreSQL restarts, requests wait or return unavailable, and the service recovers with exact usage', async (context) => {
    const { origins } = pair
    const { scan, used } = await pair.license()
    const callers = startCallers(origins, scan, 4)
    while (callers.heard.length < 20) await sleep(20)
    await server.stop()
    await sleep(AWAY_MS)
    await server.start()
    const recoveredMs = await recover(origins, scan)
    await callers.stop()
    const { refused, longestMs, summary } = requireHonest({
      heard: callers.heard,
      more: origins.length,
      counted: await used(),
    })
    context.diagnostic(`${summary}; every service answered ${recoveredMs} ms after PostgreSQL was there again`)
    // PgBouncer makes clients without a running transaction wait for the server.
    assert.ok((refused > 0 || longestMs >= AWAY_MS) && longestMs < HANDLER_MS)
  })
})
