import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { act, keyOf, license } from '@central-api/testing/storage/fixture.ts'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { openPostgres } from './open.ts'

/** A server takes longer than 300 ms to let somebody in on a loaded machine. */
const CONNECT_MS = 3_000
const ANSWER_MS = 1_500
/** For a loaded machine; far below what any of the waits would be without an end. */
const SLACK_MS = 30_000

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

type Fixture = { readonly url: string; readonly store: Store; readonly id: string }

/** An impatient store with a license in it. */
const setUp = async (context: TestContext): Promise<Fixture> => {
  const url = await server.createDatabase()
  const store = await openPostgres({ url, limits: { connectMs: CONNECT_MS, answerMs: ANSWER_MS, connections: 4 } })
  context.after(() => store.close())
  await store.plans.put({ name: 'pro', scans: 1, validations: 1, burst: 1, sites: null, platforms: null }, act())
  const { id, ...values } = license()
  await store.licenses.create({ id, ...values }, keyOf(id), act())
  return { url, store, id }
}

const isUnavailable = (error: unknown) => error instanceof StoreError && error.kind === 'unavailable'
const windows = [{ meter: 'scans', startsAt: 1, limit: 1_000 }]

/** One of everything that the service does while it answers. */
const requestEverything = ({ store, id }: Fixture): Promise<unknown>[] => [
  store.ping(),
  store.licenses.find(id),
  store.licenses.setStatus(id, 'suspended', act()),
  store.licenses.create(license(), keyOf(id), act()),
  store.keys.rotate(keyOf(id), 1, act()),
  store.sites.activate({ licenseId: id, site: 'a', firstSeenAt: 1 }, 1),
  store.grants.claim('c', { jti: 'j', kid: 'k', issuedAt: 1 }, 0),
  store.usage.settle([{ licenseId: id, windows, count: 1 }], []),
  store.pages.find(Buffer.from('p')),
  store.changes.since(0),
]

const assertAllUnavailable = async (requested: Promise<unknown>[]) => {
  const results = await Promise.allSettled(requested)
  for (const result of results) assert.ok(result.status === 'rejected' && isUnavailable(result.reason))
}

/** Holds the license's row until it is told to let go. */
const holdLicense = async ({ url, id }: Fixture) => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('select from licenses where id = $1 for update', [id])
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

test('a server that is away is unavailable at once, and is used again when it is back', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  await server.stop()
  const begun = performance.now()
  await assertAllUnavailable(requestEverything(fixture))
  assert.ok(performance.now() - begun < SLACK_MS)
  await server.start()
  assert.equal((await store.licenses.find(id))?.status, 'active')
})

test('what waits for an answer when the server goes down is unavailable, and the first question afterwards is answered', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  await holdLicense(fixture)
  const waiting = [store.licenses.setStatus(id, 'suspended', act()), store.licenses.setStatus(id, 'revoked', act())]
  const settled = Promise.all(waiting.map((requested) => assert.rejects(requested, isUnavailable)))
  await server.restart()
  await settled
  assert.equal((await store.licenses.find(id))?.status, 'active')
})

test('a server that hangs is unavailable within the time-outs, and is used again when it goes on', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  // The pool has its connections before the server hangs.
  await Promise.all(requestEverything(fixture))
  await server.pause()
  try {
    for (let round = 0; round < 2; round += 1) {
      const begun = performance.now()
      await assertAllUnavailable([...requestEverything(fixture), ...requestEverything(fixture)])
      assert.ok(performance.now() - begun < CONNECT_MS + ANSWER_MS + SLACK_MS)
    }
  } finally {
    await server.resume()
  }
  assert.equal((await store.licenses.find(id))?.id, id)
  const [decision] = await store.usage.settle([{ licenseId: id, windows, count: 1 }], [])
  assert.equal(decision?.admitted, 1)
})

test('a server that hangs does not hold up closing', async (context) => {
  const { store } = await setUp(context)
  await store.ping()
  await server.pause()
  try {
    const requested = assert.rejects(store.ping(), isUnavailable)
    await store.close()
    await requested
  } finally {
    await server.resume()
  }
})

test('a server that hangs refuses a start within the time-outs', async (context) => {
  const { url } = await setUp(context)
  await server.pause()
  try {
    const begun = performance.now()
    await assert.rejects(openPostgres({ url, limits: { connectMs: CONNECT_MS } }), /cannot be opened: timeout expired/)
    assert.ok(performance.now() - begun < CONNECT_MS + SLACK_MS)
  } finally {
    await server.resume()
  }
})

test('who waits too long for a lock, or in all, is told so by the server and asks again over the same connection', async (context) => {
  const fixture = await setUp(context)
  const { url, id } = fixture
  for (const [limits, code] of [
    [{ lockMs: 300 }, '55P03'],
    [{ statementMs: 300 }, '57014'],
  ] as const) {
    const impatient = await openPostgres({ url, limits: { ...limits, connections: 1 } })
    context.after(() => impatient.close())
    const release = await holdLicense(fixture)
    await assert.rejects(impatient.licenses.setStatus(id, 'suspended', act()), (error: StoreError) => {
      assert.equal(error.kind, 'unavailable')
      assert.equal((error.cause as { code?: string }).code, code)
      return true
    })
    await release()
    assert.equal(await impatient.licenses.setStatus(id, 'active', act()), true)
  }
})

/** Four that charge one unit after the other until they are told to stop, and count what they were answered. */
const chargeOn = ({ store, id }: Fixture) => {
  const reported = { admitted: 0, refused: 0 }
  let isStopped = false
  const charge = async () => {
    while (!isStopped) {
      try {
        const day = { day: 0, platform: 'rss', endpoint: 'posts', site: '', count: 1 }
        const [decision] = await store.usage.settle(
          [{ licenseId: id, windows: [{ meter: 'month', startsAt: 1, limit: null }], count: 1, uses: [day] }],
          [],
        )
        reported.admitted += decision?.admitted ?? 0
      } catch (error) {
        assert.ok(isUnavailable(error))
        reported.refused += 1
      }
    }
  }
  const charging = Promise.all(Array.from({ length: 4 }, charge))
  return async () => {
    isStopped = true
    await charging
    return reported
  }
}

/** A test that waits in vain ends by its time-out. */
const waitFor = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await setTimeout(50)
}

/** Resolves once exactly so many are counted, by the month and by the day. */
const waitForUsed = ({ store, id }: Fixture, expected: number) =>
  waitFor(async () => {
    const sums = await store.usage.sumUses([id], { from: 0, before: 1 }, 'day')
    const days = sums.reduce((sum, { used }) => sum + used, 0)
    return days === expected && (await store.usage.read(id, 'month', 1)) === expected
  })

test('of charges that are cut off, those stay counted that were answered, and no others', async (context) => {
  const fixture = await setUp(context)
  const stop = chargeOn(fixture)
  for (let round = 0; round < 20; round += 1) {
    await server.run(
      fixture.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
  }
  const { admitted, refused } = await stop()
  assert.ok(admitted > 0 && refused > 0, `${admitted} admitted, ${refused} refused`)
  await waitForUsed(fixture, admitted)
})

test('a server that goes on after it hung keeps no charge that was told to be unavailable meanwhile', async (context) => {
  const fixture = await setUp(context)
  const stop = chargeOn(fixture)
  await Promise.all(requestEverything(fixture))
  await server.pause()
  try {
    // One of them at least was sent before the server hung, and waits until it is given up.
    await assertAllUnavailable([fixture.store.ping()])
  } finally {
    await server.resume()
  }
  const { admitted, refused } = await stop()
  assert.ok(admitted > 0 && refused > 0, `${admitted} admitted, ${refused} refused`)
  await waitForUsed(fixture, admitted)
})

test('what was to be given back while the server hung is given back when it goes on', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  const window = { meter: 'month', startsAt: 1 }
  await store.usage.settle([{ licenseId: id, windows: [{ ...window, limit: null }], count: 5 }], [])
  await server.pause()
  try {
    await assert.rejects(store.usage.settle([], [{ licenseId: id, ...window, count: 2 }]), isUnavailable)
  } finally {
    await server.resume()
  }
  await waitFor(async () => (await store.usage.read(id, 'month', 1)) === 3)
})
