import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { act, keyOf, license } from '@central-api/testing/storage/fixture.ts'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import type { Change, Store } from '../store.ts'
import { openPostgres } from './open.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

/** Two stores on one new database, with some licenses. */
const openTwo = async (context: TestContext, licenses: number) => {
  const url = await server.createDatabase()
  const open = async () => {
    const opened = await openPostgres({ url, random: () => 0 })
    context.after(() => opened.close())
    return opened
  }
  const [store, other] = [await open(), await open()]
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
  const ids: string[] = []
  for (let n = 0; n < licenses; n += 1) {
    const record = license()
    await store.licenses.create(record, keyOf(record.id), act())
    ids.push(record.id)
  }
  return { url, store, other, ids, from: await store.changes.latest() }
}

const connect = async (context: TestContext, url: string) => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  context.after(() => client.end())
  return client
}

/** Resolves with the next hint. */
const nextHint = (store: Store) =>
  new Promise<void>((resolve) => {
    const stop = store.changes.onHint(() => {
      stop()
      resolve()
    })
  })

test('an uncommitted change delays the numbers after it', async (context) => {
  const { url, store, ids, from } = await openTwo(context, 2)
  const slow = await connect(context, url)
  await slow.query('begin')
  await slow.query('update licenses set name = $1 where id = $2', ['slow', ids[0]])

  let done = false
  const second = store.licenses.update(String(ids[1]), { name: 'second' }, act()).finally(() => {
    done = true
  })
  const watch = await connect(context, url)
  for (let waiting = 0; waiting === 0 && !done; ) {
    const { rows } = await watch.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
    )
    waiting = rows[0]?.waiting ?? 0
  }
  assert.deepEqual(await store.changes.since(from), [])
  await slow.query('commit')
  await second
  const changes = await store.changes.since(from)
  assert.deepEqual(
    changes.map(({ subject }) => subject),
    ids,
  )
})

test('a reader that continues from the last number misses no change of concurrent transactions', async (context) => {
  const { url, store, ids, from } = await openTwo(context, 8)
  const ROUNDS = 40
  let writing = true
  const write = async (id: string, writer: number) => {
    const client = await connect(context, url)
    for (let round = 0; round < ROUNDS; round += 1) {
      await client.query('begin')
      await client.query('update licenses set name = $1 where id = $2', [String(round), id])
      // As many round trips as needed for other transactions to interleave.
      for (let trip = 0; trip < (writer + round) % 4; trip += 1) await client.query('select 1')
      await client.query(round % 4 === 3 ? 'rollback' : 'commit')
    }
  }
  const notified: Change[] = []
  const readOn = async () => {
    notified.push(...(await store.changes.since(notified.at(-1)?.seq ?? from)))
  }
  const read = async () => {
    while (writing) await readOn()
    await readOn()
  }
  const reading = read()
  await Promise.all(ids.map(write))
  writing = false
  await reading

  assert.equal(notified.length, ids.length * ROUNDS * 0.75)
  assert.deepEqual(notified, await store.changes.since(from))
  assert.ok(notified.every(({ seq }, index) => seq > (notified[index - 1]?.seq ?? from)))
})

test('notifies every process of a change, which can then be read', async (context) => {
  const { store, other, ids, from } = await openTwo(context, 1)
  // The first hint means that listening has started.
  await Promise.all([nextHint(store), nextHint(other)])
  let calls = 0
  const stop = other.changes.onHint(() => {
    calls += 1
  })
  stop()
  const hints = Promise.all([nextHint(store), nextHint(other)])
  await store.licenses.setStatus(String(ids[0]), 'suspended', act())
  await hints
  assert.equal((await other.changes.since(from)).length, 1)
  assert.equal(calls, 0)
})

test('listens again after the server was down, and gives a hint', async (context) => {
  const { store, other, ids, from } = await openTwo(context, 1)
  await nextHint(other)
  for (let outage = 0; outage < 2; outage += 1) {
    const back = nextHint(other)
    await server.restart()
    await back
    const hint = nextHint(other)
    await store.licenses.setStatus(String(ids[0]), outage === 0 ? 'suspended' : 'active', act())
    await hint
    assert.equal((await other.changes.since(from)).length, outage + 1)
  }
})

test('does not listen behind a pooler', async (context) => {
  const { url } = await openTwo(context, 0)
  const pooled = await openPostgres({ url: `${url}?pgbouncer=true&application_name=pooled` })
  context.after(() => pooled.close())
  pooled.changes.onHint(() => assert.fail('a hint'))()
  await pooled.ping()
  const rows = await server.run(url, `select query from pg_stat_activity where application_name = 'pooled'`)
  assert.deepEqual(
    rows.filter(({ query }) => query !== 'select 1' && query !== 'select name from migrations'),
    [],
  )
})
