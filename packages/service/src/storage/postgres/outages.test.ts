import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { act, keyOf, license } from '@central-api/testing/storage/fixture.ts'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import type { Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { openPostgres } from './open.ts'

/** On a loaded machine a server takes more than 300 ms to accept a connection. */
const CONNECT_MS = 3_000
const RESPONSE_MS = 1_500
/** For a loaded machine; far below an endless wait. */
const SLACK_MS = 30_000

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.dispose())

type Fixture = { readonly url: string; readonly store: Store; readonly id: string }

/** A store with short timeouts and a license. */
const setUp = async (context: TestContext): Promise<Fixture> => {
  const url = await server.createDatabase()
  const store = await openPostgres({ url, limits: { connectMs: CONNECT_MS, responseMs: RESPONSE_MS, connections: 4 } })
  context.after(() => store.close())
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
  const { id, ...values } = license()
  await store.licenses.create({ id, ...values }, keyOf(id), act())
  return { url, store, id }
}

const isUnavailable = (error: unknown) => error instanceof StoreError && error.kind === 'unavailable'
const windows = [{ meter: 'scans', startsAt: 1, limit: 1_000 }]

/** One operation of each kind. */
const requestEverything = ({ store, id }: Fixture): Promise<unknown>[] => [
  store.ping(),
  store.licenses.find(id),
  store.licenses.setStatus(id, 'suspended', act()),
  store.licenses.create(license(), keyOf(id), act()),
  store.keys.rotate(keyOf(id), 1, act()),
  store.sites.activate({ licenseId: id, site: 'a', firstSeenAt: 1 }, 1),
  store.grants.claim('c', { jti: 'j', kid: 'k', issuedAt: 1 }, 0),
  store.usage.commit([{ licenseId: id, windows, count: 1 }], []),
  store.pages.find(Buffer.from('p')),
  store.changes.since(0),
]

const assertAllUnavailable = async (requested: Promise<unknown>[]) => {
  const results = await Promise.allSettled(requested)
  for (const result of results) assert.ok(result.status === 'rejected' && isUnavailable(result.reason))
}

/** Holds the lock on the license's row until it is released. */
const lockLicense = async ({ url, id }: Fixture) => {
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

test('is unavailable immediately while the server is down, and recovers with it', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  await server.stop()
  const begun = performance.now()
  await assertAllUnavailable(requestEverything(fixture))
  assert.ok(performance.now() - begun < SLACK_MS)
  await server.start()
  assert.equal((await store.licenses.find(id))?.status, 'active')
})

test('rejects calls in progress when the server goes down, and succeeds with the first call afterwards', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  await lockLicense(fixture)
  const waiting = [store.licenses.setStatus(id, 'suspended', act()), store.licenses.setStatus(id, 'revoked', act())]
  const counted = Promise.all(waiting.map((requested) => assert.rejects(requested, isUnavailable)))
  await server.restart()
  await counted
  assert.equal((await store.licenses.find(id))?.status, 'active')
})

test('is unavailable within the timeouts while the server hangs, and recovers with it', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  // The pool has connections before the server hangs.
  await Promise.all(requestEverything(fixture))
  await server.pause()
  try {
    for (let round = 0; round < 2; round += 1) {
      const begun = performance.now()
      await assertAllUnavailable([...requestEverything(fixture), ...requestEverything(fixture)])
      assert.ok(performance.now() - begun < CONNECT_MS + RESPONSE_MS + SLACK_MS)
    }
  } finally {
    await server.resume()
  }
  assert.equal((await store.licenses.find(id))?.id, id)
  const [decision] = await store.usage.commit([{ licenseId: id, windows, count: 1 }], [])
  assert.equal(decision?.admitted, 1)
})

test('closes without waiting for a server that hangs', async (context) => {
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

test('rejects a start on a server that hangs within the timeouts', async (context) => {
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

test('a lock or statement timeout is reported by the server, and the connection is reused', async (context) => {
  const fixture = await setUp(context)
  const { url, id } = fixture
  for (const [limits, code] of [
    [{ lockMs: 300 }, '55P03'],
    [{ statementMs: 300 }, '57014'],
  ] as const) {
    const impatient = await openPostgres({ url, limits: { ...limits, connections: 1 } })
    context.after(() => impatient.close())
    const release = await lockLicense(fixture)
    await assert.rejects(impatient.licenses.setStatus(id, 'suspended', act()), (error: StoreError) => {
      assert.equal(error.kind, 'unavailable')
      assert.equal((error.cause as { code?: string }).code, code)
      return true
    })
    await release()
    assert.equal(await impatient.licenses.setStatus(id, 'active', act()), true)
  }
})

/** Four clients that charge one unit after another until they are stopped, and count the successes. */
const chargeOn = ({ store, id }: Fixture) => {
  const reported = { admitted: 0, refused: 0 }
  let isStopped = false
  const charge = async () => {
    while (!isStopped) {
      try {
        const day = { day: 0, platform: 'rss', endpoint: 'posts', site: '', count: 1 }
        const [decision] = await store.usage.commit(
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

/** A test that waits in vain ends with its timeout. */
const waitFor = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await setTimeout(50)
}

/** Resolves once exactly this many are counted, by month and by day. */
const waitForUsed = ({ store, id }: Fixture, expected: number) =>
  waitFor(async () => {
    const sums = await store.usage.sumUses([id], { from: 0, before: 1 }, 'day')
    const days = sums.reduce((sum, { used }) => sum + used, 0)
    return days === expected && (await store.usage.read(id, 'month', 1)) === expected
  })

test('after an interruption exactly the charges with a response are counted', async (context) => {
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

test('a server that hung counts no charge that was reported as unavailable meanwhile', async (context) => {
  const fixture = await setUp(context)
  const stop = chargeOn(fixture)
  await Promise.all(requestEverything(fixture))
  await server.pause()
  try {
    // At least one was sent before the server hung, and waits until it is given up.
    await assertAllUnavailable([fixture.store.ping()])
  } finally {
    await server.resume()
  }
  const { admitted, refused } = await stop()
  assert.ok(admitted > 0 && refused > 0, `${admitted} admitted, ${refused} refused`)
  await waitForUsed(fixture, admitted)
})

test('makes refunds that failed while the server hung once it recovers', async (context) => {
  const fixture = await setUp(context)
  const { store, id } = fixture
  const window = { meter: 'month', startsAt: 1 }
  await store.usage.commit([{ licenseId: id, windows: [{ ...window, limit: null }], count: 5 }], [])
  await server.pause()
  try {
    await assert.rejects(store.usage.commit([], [{ licenseId: id, ...window, count: 2 }]), isUnavailable)
  } finally {
    await server.resume()
  }
  await waitFor(async () => (await store.usage.read(id, 'month', 1)) === 3)
})
