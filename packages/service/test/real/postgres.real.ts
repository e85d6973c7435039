// The oldest supported PostgreSQL, from Debian: the store, and the dump and restore commands of the guide to operations.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { budget } from '@central-api/testing/storage/budgets-suite.ts'
import { connectApp, connectGrant, connection } from '@central-api/testing/storage/connections-suite.ts'
import { copiesSuite, readAll } from '@central-api/testing/storage/copies-suite.ts'
import { credential } from '@central-api/testing/storage/credentials-suite.ts'
import { act, operator } from '@central-api/testing/storage/fixture.ts'
import { storeSuite } from '@central-api/testing/storage/suite.ts'
import { event, webhook } from '@central-api/testing/storage/webhooks-suite.ts'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { copiedTables } from '../../src/storage/copied-tables.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { isAnswered, startCallers } from '../process/callers.ts'
import { authorize, createAgent, SCAN_PATH, scanOf, send } from '../process/load.ts'
import { prepareStoreAt, startProcess } from '../process/start-process.ts'
import {
  missingPostgres,
  POSTGRES_PROGRAMS,
  POSTGRES_VERSION,
  type RealPostgres,
  startRealPostgres,
} from './real-postgres.ts'
import { runProgram } from './run-program.ts'

const PAGE = new URL('../../../../docs/operate/backup.md', import.meta.url)
const RESTORED = 'central_restored'
const SCANS = 200
const CALLERS = 4

/** The dump and restore commands of the guide. */
const readDrill = async (): Promise<string> => {
  const page = await readFile(PAGE, 'utf8')
  const [, lines = ''] = /^### PostgreSQL\n\n```sh\n(.*?)^```/ms.exec(page) ?? []
  assert.ok(lines.includes('pg_dump') && lines.includes('pg_restore') && lines.includes(RESTORED), lines)
  // The guide restores the dump of another day.
  return lines.replaceAll(/\d{4}-\d\d-\d\d/g, '$(date +%F)')
}

describe(`PostgreSQL ${POSTGRES_VERSION}`, { skip: missingPostgres() ?? false }, () => {
  let server: RealPostgres
  before(async () => {
    server = await startRealPostgres()
  })
  after(() => server?.stop())

  const openTwo = async () => {
    const url = await server.createDatabase()
    const [one, two] = await Promise.all([openPostgres({ url }), openPostgres({ url })])
    return {
      stores: [one, two] as [typeof one, typeof two],
      dispose: async () => void (await Promise.all([one.close(), two.close()])),
    }
  }
  storeSuite(`PostgreSQL ${POSTGRES_VERSION}`, openTwo)
  copiesSuite(`PostgreSQL ${POSTGRES_VERSION}`, openTwo)

  /** Runs the commands of the guide in an empty folder. */
  const runDrill = async (context: TestContext, databaseUrl: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'central-drill-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const { hostname, port, username, password } = new URL(databaseUrl)
    const env = {
      PATH: `${POSTGRES_PROGRAMS}:${process.env.PATH}`,
      DATABASE_URL: databaseUrl,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
    }
    await runProgram('sh', ['-euc', `cd ${folder}\n${await readDrill()}`], { env })
    assert.equal((await readdir(folder)).length, 1)
    return Object.assign(new URL(databaseUrl), { pathname: `/${RESTORED}` }).href
  }

  test('a dump under load restores a store with its licenses and usage that a service can use', async (context) => {
    const url = await server.createDatabase()
    const { store, key, environment, used } = await prepareStoreAt(context, url)
    const service = await startProcess(context, environment)
    const agent = createAgent()
    context.after(() => agent.destroy())
    const headers = await authorize(agent, service.origin, key)
    const scan = (origin: string) => send(agent, origin, SCAN_PATH, scanOf('demo'), headers)
    const [license] = (await store.licenses.list({ limit: 1 })).licenses
    assert.ok(license)
    await store.sites.activate({ licenseId: license.id, site: 'shop.example', firstSeenAt: 1 }, null)
    await store.credentials.put(credential())
    await store.budgets.put([budget()])
    await store.distinctUses.add({ owner: 'tags', value: 'bread', at: Date.now() }, 0, 1)
    await store.connectApps.put(connectApp())
    await store.connectGrants.put(connectGrant(license.id))
    await store.connections.create(connection(license.id), 1)
    await store.mediaMarks.add('ab', act())
    await store.connections.adoptRemoved(['cn_removed'])
    const page = { body: Buffer.from('page'), next: null, fetchedAt: 1 }
    await store.pages.put(Buffer.from('key'), page)
    await store.operators.create(operator(), act({ response: { key: 'key', sealed: 'sealed', givenAt: Date.now() } }))
    await store.webhooks.create(webhook(), 1, act())
    await store.webhookEvents.publish(event())
    const minute = { stepMs: 60_000, startsAt: Math.floor(Date.now() / 60_000) * 60_000 }
    await store.traffic.add([{ ...minute, platform: 'rss', measure: 'ok', count: 1 }])

    const callers = startCallers([service.origin], scan, CALLERS)
    while (callers.heard.length < SCANS) await scan(service.origin)
    const before = await used()
    const restoredUrl = await runDrill(context, url)
    const after = await used()
    await callers.stop()
    assert.ok(before > SCANS && after > before && callers.heard.every(({ outcome }) => isAnswered(outcome)))

    const restored = await openPostgres({ url: restoredUrl })
    context.after(() => restored.close())
    for (const table of copiedTables.filter((each) => each !== 'platform_alarms')) {
      const rows = await readAll(restored.copies, table)
      assert.ok(rows.length > 0, table)
      // Tables that the service keeps writing; the others do not change.
      if (!['usage', 'daily_usage', 'traffic_counts', 'webhook_deliveries'].includes(table))
        assert.deepEqual(rows, await readAll(store.copies, table), table)
    }
    const { startsAt } = monthAt(Date.now())
    const counted = await restored.usage.read(license.id, 'scans', startsAt)
    context.diagnostic(`${before} counted before the dump, ${counted} in it, ${after} after it`)
    assert.ok(before <= counted && counted <= after, `${before}, ${counted}, ${after}`)
    const days = await readAll(restored.copies, 'daily_usage')
    assert.equal(
      days.reduce((sum, { used }) => sum + Number(used), 0),
      counted,
    )
    assert.equal(await restored.pages.find(Buffer.from('key')), undefined)
    await restored.pages.put(Buffer.from('key'), page)
    assert.deepEqual(await restored.pages.find(Buffer.from('key')), page)

    const again = await startProcess(context, { ...environment, DATABASE_URL: restoredUrl })
    // With the previous token, which an exchange of the key returns again.
    assert.ok(isAnswered(await scan(again.origin)))
    assert.deepEqual(await authorize(agent, again.origin, key), headers)
    assert.equal(await restored.usage.read(license.id, 'scans', startsAt), counted + 1)
  })
})
