import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { readPostgresAddress } from '../address/postgres-address.ts'
import { openSqlite } from '../sqlite/open.ts'
import type { Decision, Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { createUsageCommit } from './commit-usage.ts'
import { LIMITS } from './limits.ts'
import { openPostgres } from './open.ts'
import { createConnections, postgresParts } from './pool.ts'

const STORES = 8
const CONNECTIONS_EACH = 8
/** The tests check who waits for whom, however slow the machine is. */
const UNHURRIED = {
  connectMs: 120_000,
  statementMs: 120_000,
  lockMs: 120_000,
  idleInTransactionMs: 120_000,
  answerMs: 150_000,
}

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

const open = async (context: TestContext, url: string) => {
  const store = await openPostgres({ url, limits: { ...UNHURRIED, connections: CONNECTIONS_EACH } })
  context.after(() => store.close())
  return store
}

const openMany = async (context: TestContext) => {
  const url = await server.createDatabase()
  const stores = await Promise.all(Array.from({ length: STORES }, () => open(context, url)))
  return { url, stores }
}

/** Runs `use` on every connection at the same time. */
const onAll = async <T>(stores: readonly Store[], use: (store: Store, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    stores.flatMap((store, n) =>
      Array.from({ length: CONNECTIONS_EACH }, (_, m) => use(store, n * CONNECTIONS_EACH + m)),
    ),
  )

const deadlocks = async (url: string) => {
  const [row] = await server.run(
    url,
    `select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return row?.deadlocks
}

test('64 connections that charge the same windows in any order admit exactly the limits, without deadlocks', async (context) => {
  const { url, stores } = await openMany(context)
  const ROUNDS = 8
  const LICENSES = ['a', 'b', 'c']
  const LIMIT = 300
  const admitted = new Map<string, number>()
  const count = (round: number, licenseId: string, { admitted: more, used }: Decision) => {
    const key = `${round} ${licenseId}`
    admitted.set(key, (admitted.get(key) ?? 0) + more)
    assert.ok(used.every((one) => one <= LIMIT + 100))
    assert.ok(used.some((one) => one <= LIMIT))
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round has new windows, so that all connections create them at the same time.
    const windows = [
      { meter: 'scans', startsAt: round, limit: LIMIT },
      { meter: 'burst', startsAt: round, limit: LIMIT + 100 },
      { meter: 'all', startsAt: round, limit: null },
    ]
    await onAll(stores, async (store, n) => {
      const order = n % 2 ? windows : windows.toReversed()
      const licenses = [...LICENSES.slice(n % 3), ...LICENSES.slice(0, n % 3)]
      const decisions = await store.usage.commit(
        licenses.map((licenseId) => ({ licenseId, windows: order, count: 1 + (n % 13) })),
        [],
      )
      for (const [index, decision] of decisions.entries()) count(round, String(licenses[index]), decision)
    })
  }
  assert.equal(admitted.size, ROUNDS * LICENSES.length)
  for (const [key, total] of admitted) {
    const [round, licenseId] = key.split(' ')
    assert.equal(total, LIMIT, key)
    for (const meter of ['scans', 'burst', 'all'])
      assert.equal(await stores[0]?.usage.read(String(licenseId), meter, Number(round)), LIMIT)
  }
  const [row] = await server.run(
    url,
    `select count(*)::int as connections from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  assert.deepEqual(row, { connections: STORES * CONNECTIONS_EACH })
  assert.equal(await deadlocks(url), 0)
})

test('charges and refunds of 64 connections add up and never exceed the limit', async (context) => {
  const { url, stores } = await openMany(context)
  const windows = [
    { meter: 'scans', startsAt: 1, limit: 40 },
    { meter: 'burst', startsAt: 2, limit: 60 },
  ]
  const kept = await onAll(stores, async (store, n) => {
    let total = 0
    for (let round = 0; round < 20; round += 1) {
      const refund = round % 2 ? total : 0
      const [decision] = await store.usage.commit(
        [{ licenseId: 'l', windows, count: 1 + ((n + round) % 3) }],
        windows.map(({ meter, startsAt }) => ({ licenseId: 'l', meter, startsAt, count: refund })),
      )
      assert.ok(decision && Math.max(...decision.used) <= 40)
      total += decision.admitted - refund
    }
    return total
  })
  const total = kept.reduce((sum, each) => sum + each, 0)
  assert.equal(await stores[0]?.usage.read('l', 'scans', 1), total)
  assert.equal(await stores[0]?.usage.read('l', 'burst', 2), total)
  assert.equal(await deadlocks(url), 0)
})

test('PostgreSQL and SQLite decide the same charges and refunds alike', async (context) => {
  const postgres = await open(context, await server.createDatabase())
  const sqlite = await openSqlite({ file: ':memory:' })
  context.after(() => sqlite.close())
  const licenseId = fc.constantFrom('x', 'Y', 'ä', '"')
  const startsAt = fc.constantFrom(1, 2)
  const meter = fc.constantFrom('scans', 'burst', 'all')
  const window = fc.record({ meter, startsAt, limit: fc.option(fc.nat(30)) })
  const charge = fc.record({
    licenseId,
    windows: fc.uniqueArray(window, { maxLength: 3, selector: (one) => `${one.meter} ${one.startsAt}` }),
    count: fc.integer({ min: 1, max: 12 }),
  })
  const refund = fc.record({ licenseId, meter, startsAt, count: fc.nat(20) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(charge, { maxLength: 8 }),
      fc.array(refund, { maxLength: 4 }),
      async (charges, refunds) => {
        assert.deepEqual(await postgres.usage.commit(charges, refunds), await sqlite.usage.commit(charges, refunds))
      },
    ),
    { numRuns: 300 },
  )
})

test('repeats a call that PostgreSQL rolled back to end a deadlock, and counts it once', async (context) => {
  const url = await server.createDatabase()
  const store = await open(context, url)
  const windows = [
    { meter: 'a', startsAt: 1, limit: 10 },
    { meter: 'b', startsAt: 1, limit: 10 },
  ]
  await store.usage.commit([{ licenseId: 'l', windows, count: 1 }], [])
  const other = new Client({ connectionString: url })
  await other.connect()
  context.after(() => other.end())
  // The transaction that detects the deadlock first is rolled back.
  await other.query(`set deadlock_timeout = '30s'`)
  await other.query('begin')
  await other.query(`update usage set used = used + 1 where meter = 'b'`)
  const settling = store.usage.commit([{ licenseId: 'l', windows, count: 2 }], [])
  for (let waiting = false; !waiting; ) {
    const rows = await server.run(url, `select from pg_locks where locktype = 'transactionid' and not granted`)
    waiting = rows.length > 0
  }
  await other.query(`update usage set used = used + 1 where meter = 'a'`)
  await other.query('commit')
  assert.deepEqual(await settling, [{ admitted: 2, used: [4, 4] }])
  assert.ok(Number(await deadlocks(url)) > 0)
})

test('repeats a call only when PostgreSQL rolled it back, and at most three times in total', async () => {
  const CALLS: readonly (readonly [code: string, calls: number])[] = [
    ['40001', 3],
    ['40P01', 3],
    ['40003', 1],
    ['57P01', 1],
    ['57014', 1],
    ['ECONNRESET', 1],
    ['', 1],
  ]
  for (const [code, expected] of CALLS) {
    let calls = 0
    const unused = () => Promise.reject(new Error('unused'))
    const settle = createUsageCommit({
      acquire: async () => ({
        send() {
          calls += 1
          return Promise.reject(new StoreError('unavailable', Object.assign(new Error(), { code })))
        },
        release() {},
      }),
      send: unused,
      close: unused,
    })
    await assert.rejects(settle([], []).decisions, { kind: 'unavailable' })
    assert.equal(calls, expected, code)
  }
})

/** A call over a connection that fails before or after sending, with the statements sent. */
const callThatFails = async (context: TestContext, when: 'before' | 'behind') => {
  const url = await server.createDatabase()
  const store = await open(context, url)
  const connections = createConnections(postgresParts(readPostgresAddress(url), LIMITS))
  context.after(() => connections.close())
  const send = (text: string, values: readonly unknown[]) => connections.send(text, values)
  const later: (() => Promise<unknown>)[] = []
  const begin = createUsageCommit({
    ...connections,
    acquire: async () => ({
      async send(text, values) {
        if (when === 'before') later.push(() => send(text, values))
        else await send(text, values)
        throw new StoreError('unavailable', new Error('Cut off'))
      },
      release() {},
    }),
  })
  const windows = [{ meter: 'scans', startsAt: 1, limit: 3 }]
  const call = begin([{ licenseId: 'l', windows, count: 5 }], [])
  await assert.rejects(call.decisions, { kind: 'unavailable' })
  const used = () => store.usage.read('l', 'scans', 1)
  return { call, used, arrive: () => later[0]?.() }
}

test('determines what a call without a response admitted, however often that is requested', async (context) => {
  const { call, used } = await callThatFails(context, 'behind')
  assert.equal(await used(), 3)
  for (let looks = 0; looks < 2; looks += 1) assert.deepEqual(await call.find(), [3])
})

test('does not count a call that was given up before it arrived', async (context) => {
  const { call, used, arrive } = await callThatFails(context, 'before')
  for (let looks = 0; looks < 2; looks += 1) assert.equal(await call.find(), undefined)
  await assert.rejects(
    async () => arrive(),
    (error: StoreError) => /given up/.test(String(error.cause)),
  )
  assert.equal(await used(), 0)
  assert.equal(await call.find(), undefined)
})

test('deletes unused lanes when a new one starts', async (context) => {
  const url = await server.createDatabase()
  const charge = { licenseId: 'l', windows: [{ meter: 'scans', startsAt: 1, limit: null }], count: 1 }
  const [first, second, third] = await Promise.all([open(context, url), open(context, url), open(context, url)])
  for (const store of [first, second]) await store?.usage.commit([charge], [])
  await server.run(
    url,
    `update settle_lanes set touched_at = now() - interval '25 hours' where ctid = (select min(ctid) from settle_lanes)`,
  )
  for (let n = 0; n < 3; n += 1) await third?.usage.commit([charge], [])
  const lanes = await server.run(url, 'select call::int from settle_lanes order by call')
  assert.deepEqual(lanes, [{ call: 1 }, { call: 3 }])
})

test('finds windows by primary key, even when the table has grown since the plan was made', async (context) => {
  const url = await server.createDatabase()
  const store = await open(context, `${url}?pool=1`)
  const windows = [{ meter: 'scans', startsAt: 1, limit: null }]
  const settle = (licenseId: string) => store.usage.commit([{ licenseId, windows, count: 1 }], [])
  await settle('l')
  // Statistics of a table with one row, and nothing that makes PostgreSQL plan again.
  await server.run(url, `alter table usage set (autovacuum_enabled = false); analyze usage`)
  for (let n = 0; n < 10; n += 1) await settle('l')
  await server.run(url, `insert into usage select 'other' || n, 'scans', 1, 1 from generate_series(1, 50000) as n`)
  const scans = async () => {
    const [row] = await server.run(
      url,
      `select pg_stat_force_next_flush(), seq_tup_read::int + idx_tup_fetch::int as read from pg_stat_user_tables where relname = 'usage'`,
    )
    return Number(row?.read)
  }
  const before = await scans()
  for (let n = 0; n < 100; n += 1) await settle('l')
  await store.close()
  const read = (await scans()) - before
  assert.ok(read <= 500, `${read} rows read`)
})
