import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { startPostgres } from '../postgres-server.ts'
import { authorize, createAgent, SCAN_PATH, scanOf } from '../process/load.ts'
import { type Ending, prepareStoreAt } from '../process/start-process.ts'
import { checkLoss, checkReplacement, startWorkers, until, type Workers } from '../process/start-workers.ts'
import { startSwarm } from '../process/swarm.ts'

const QUOTA = 2_000
const SCANS = 4_000
const CLIENTS = 32
/** Connections per worker. */
const MAX_CONNECTIONS = 11

const endings: (() => unknown)[] = []
const ending: Ending = { after: (end) => void endings.unshift(end) }
let service: Workers
let countConnections: () => Promise<number>
before(async () => {
  const database = await startPostgres()
  ending.after(() => database.dispose())
  const url = await database.createDatabase()
  service = await startWorkers(ending, await prepareStoreAt(ending, `${url}?application_name=test`), {
    DATABASE_URL: url,
    LOG_LEVEL: 'debug',
  })
  countConnections = async () => {
    const rows = await database.run(url, `select from pg_stat_activity where application_name = 'central-api'`)
    return rows.length
  }
})
after(async () => {
  for (const end of endings) await end()
})

test('two workers on PostgreSQL together admit exactly the quota', async (context) => {
  const { store, licenses } = service
  const plenty = {
    validations: 0,
    burst: 10_000_000,
    sites: null,
    connections: null,
    media: 'proxy' as const,
    mediaMb: null,
    platforms: null,
  }
  await store.plans.put({ name: 'own', scans: QUOTA, ...plenty }, act())
  const { license, key } = await licenses.create({ plan: 'own' }, OPERATOR)
  const agent = createAgent()
  context.after(() => agent.destroy())
  const headers = await authorize(agent, service.service.origin, key)
  const swarm = startSwarm({
    clients: CLIENTS,
    requests: SCANS,
    origins: () => [service.service.origin],
    path: SCAN_PATH,
    headers,
    body: scanOf('demo'),
  })
  await swarm.done
  const statuses = Object.fromEntries(swarm.statuses)
  context.diagnostic(`${JSON.stringify(statuses)}, over ${await countConnections()} connections`)
  const { 200: answered, 429: refused = 0, ...others } = statuses
  assert.deepEqual(others, {})
  assert.equal(answered, QUOTA)
  assert.equal(QUOTA + refused, SCANS)
  const { startsAt } = monthAt(Date.now())
  assert.equal(await store.usage.read(license.id, 'scans', startsAt), QUOTA)
  // Both received requests: the log names the worker of each rejection, some time later.
  const hasRefused = (worker: number) =>
    service.service
      .output()
      .split('\n')
      .some((line) => line.includes('"quota_exceeded"') && line.includes(`"worker":${worker}`))
  await until(() => hasRefused(1) && hasRefused(2))
  assert.ok((await countConnections()) <= 2 * MAX_CONNECTIONS)
})

test('a killed worker on PostgreSQL is replaced under load, the other one keeps serving, and usage stays exact', (context) =>
  checkLoss(context, service))

test('SIGHUP under load replaces every worker on PostgreSQL, and no request fails or is charged twice', async (context) => {
  const before = await service.used()
  const answered = await checkReplacement(context, service)
  assert.equal((await service.used()) - before, answered)
})
