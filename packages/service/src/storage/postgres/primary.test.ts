import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { readPostgresAddress } from '../address/postgres-address.ts'
import { StoreError } from '../store-error.ts'
import { LIMITS } from './limits.ts'
import { openPostgres } from './open.ts'
import { createConnections, postgresParts } from './pool.ts'
import { StandbyError } from './standby-error.ts'

const CONNECT_MS = 1_000
const RESPONSE_MS = 2_000
/** For a busy machine. */
const SLACK_MS = 10_000

type Pair = { readonly leader: PostgresServer; readonly standby: PostgresServer; readonly url: string }

/** A server that accepts writes, one that does not until it is promoted, and the URL of both. */
const startPair = async (): Promise<Pair> => {
  const [leader, standby] = await Promise.all([startPostgres(), startPostgres({ standby: true })])
  return { leader, standby, url: urlOf(standby, leader) }
}

/** In their order. */
const urlOf = (one: PostgresServer, other: PostgresServer): string =>
  one.url.replace(`:${one.port}/`, `:${one.port},127.0.0.1:${other.port}/`)

let pair: Pair
before(async () => {
  pair = await startPair()
})
after(() => Promise.all([pair.leader.dispose(), pair.standby.dispose()]))

const partsOf = (url: string) =>
  postgresParts(readPostgresAddress(url), { ...LIMITS, connectMs: CONNECT_MS, responseMs: RESPONSE_MS })

const connectionsTo = (context: TestContext, url: string) => {
  const connections = createConnections(partsOf(url))
  context.after(() => connections.close())
  return {
    ...connections,
    /** The port of the server that responds. */
    async port() {
      const { rows } = await connections.send(`select current_setting('port')::int as port`, [])
      return (rows[0] as { port: number }).port
    },
  }
}

const isUnavailable = (error: unknown) => error instanceof StoreError && error.kind === 'unavailable'

test('uses the host that accepts writes, wherever it is listed, and shares one search among all requests', async (context) => {
  const { leader, standby } = pair
  for (const url of [urlOf(leader, standby), urlOf(standby, leader)]) {
    const { primary } = partsOf(url)
    const searches = Array.from({ length: 20 }, () => primary.find())
    assert.equal(new Set(searches).size, 1)
    assert.equal((await searches[0])?.port, leader.port)
    assert.equal(await connectionsTo(context, url).port(), leader.port)
  }
})

test('reports the reason for each host when none accepts writes', async () => {
  const { standby } = pair
  await assert.rejects(openPostgres({ url: standby.url }), (error: Error) => {
    assert.match(error.message, /^PostgreSQL at 127\.0\.0\.1:\d+ cannot be opened: it is a read-only standby/)
    return error.cause instanceof StandbyError
  })
  const none = standby.url.replace('127.0.0.1:', '127.0.0.1:1,127.0.0.1:')
  await assert.rejects(openPostgres({ url: none }), (error: Error) => {
    assert.match(
      error.message,
      /none of its 2 hosts accepts writes \(.*:1: connect ECONNREFUSED.*; .*it is a read-only standby/,
    )
    assert.doesNotMatch(error.message, /only-for-tests/)
    return error.cause instanceof StandbyError
  })
  const away = none.replace(`:${standby.port}/`, ':2/')
  await assert.rejects(openPostgres({ url: away }), (error: Error) => !(error.cause instanceof StandbyError))
})

test('shares a failed search for a moment, so that many failures do not flood the hosts', async () => {
  let now = 0
  const address = readPostgresAddress('postgres://u:p@127.0.0.1:1,127.0.0.1:2/c')
  const { primary } = postgresParts(address, LIMITS, () => now)
  const first = primary.find()
  await assert.rejects(first, /none of its 2 hosts/)
  now = 249
  assert.equal(primary.find(), first)
  now = 250
  const second = primary.find()
  assert.notEqual(second, first)
  await assert.rejects(second, /none of its 2 hosts/)
})

test('switches to a promoted standby with the next statement, and ignores the old primary when it comes back', async (context) => {
  const { leader, standby, url } = pair
  const connections = connectionsTo(context, url)
  assert.equal(await connections.port(), leader.port)
  await leader.stop()
  await assert.rejects(connections.port(), isUnavailable)
  await standby.run(standby.url, 'select pg_promote()')
  // A failed search is shared for a moment.
  while ((await connections.port().catch(() => 0)) === 0);
  assert.equal(await connections.port(), standby.port)
  await leader.start()
  assert.equal(await connections.port(), standby.port)
  for (const each of [urlOf(leader, standby), urlOf(standby, leader)])
    assert.equal((await partsOf(each).primary.find()).port, standby.port, 'the one that was promoted last')
})

// From here on both accept writes, and the promoted one is used.

test('a host that hangs does not delay requests when another one accepts writes', async (context) => {
  const { leader, standby, url } = pair
  const connections = connectionsTo(context, `${url}?pool=2`)
  await connections.port()
  const open = await Promise.all([connections.acquire(), connections.acquire()])
  await standby.pause()
  try {
    const begun = performance.now()
    const outcomes = Promise.allSettled(
      open.map((connection) => connection.send('select 1', []).finally(() => connection.release())),
    )
    assert.equal(await connections.port(), leader.port)
    for (const { status } of await outcomes) assert.equal(status, 'rejected')
    assert.ok(performance.now() - begun < CONNECT_MS + RESPONSE_MS + SLACK_MS)
  } finally {
    await standby.resume()
  }
})

test('leaves a host that turns read-only for one that accepts writes', async (context) => {
  const { leader, standby, url } = pair
  for (const server of [leader, standby]) await server.run(server.url, 'create table written (n int)')
  const connections = connectionsTo(context, url)
  const write = () => connections.send('insert into written values (1)', [])
  await write()
  assert.equal(await connections.port(), standby.port)
  await standby.run(standby.url, 'alter system set default_transaction_read_only = on')
  await standby.run(standby.url, 'select pg_reload_conf()')
  const refusals = (error: StoreError) => String((error.cause as Error).message)
  let refused: string | undefined
  while (refused === undefined) refused = await write().then(() => undefined, refusals)
  assert.equal(refused, 'cannot execute INSERT in a read-only transaction')
  await write()
  assert.equal(await connections.port(), leader.port)
})
