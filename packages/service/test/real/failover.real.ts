// Debian's PostgreSQL with a standby. The primary is killed under load and the standby promoted, as in the guide to
// operations. Services with both hosts recover automatically, and no usage is exceeded or missing.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { isAnswered, isUnavailable, recover, requireHonest, startCallers, statusOf } from '../process/callers.ts'
import { authorize, createAgent, SCAN_PATH, scanOf, send } from '../process/load.ts'
import { type Ending, prepareStoreAt, startProcess } from '../process/start-process.ts'
import { missingPostgres, POSTGRES_VERSION, type RealPostgres, startRealPostgres } from './real-postgres.ts'

const PAGE = new URL('../../../../docs/operate/backup.md', import.meta.url)
const CALLERS = 4
const BEFORE_KILL = 200
/** The time until the standby is promoted. */
const AWAY_MS = 2_000
/** The recovery time that the guide promises. */
const BACK_WITHIN_MS = 10_000
const QUOTA = 600
const PLENTY = 1_000_000

/** The statements of the guide that enable synchronous replication and promote the standby. */
const readDrill = async () => {
  const page = await readFile(PAGE, 'utf8')
  const [, section = ''] = /^### PostgreSQL that fails over\n(.*?)^##/ms.exec(page) ?? []
  const statements = [...section.matchAll(/^psql .*? -c "(.*)"$/gm)].map(([, statement = '']) => statement)
  const promotion = statements.find((statement) => statement.includes('pg_promote'))
  const waiting = statements.filter((statement) => statement !== promotion)
  assert.ok(promotion && waiting.length > 0, section)
  return { waiting, promotion }
}

describe(`PostgreSQL ${POSTGRES_VERSION} that fails over`, { skip: missingPostgres() ?? false }, () => {
  const endings: (() => unknown)[] = []
  const ending: Ending = { after: (end) => void endings.unshift(end) }
  let primary: RealPostgres
  let standby: RealPostgres
  let drill: Awaited<ReturnType<typeof readDrill>>
  let url: string
  let standbyUrl: string
  before(async () => {
    drill = await readDrill()
    primary = await startRealPostgres()
    ending.after(() => primary.stop())
    const primaryUrl = await primary.createDatabase()
    standby = await primary.startStandby()
    ending.after(() => standby.stop())
    for (const statement of drill.waiting) await primary.run(statement)
    standbyUrl = Object.assign(new URL(primaryUrl), { port: `${standby.port}` }).href
    const place = (port: number) => `127.0.0.1:${port}`
    // Whichever happens first.
    url = primaryUrl.replace(place(primary.port), `${place(standby.port)},${place(primary.port)}`)
    url += '?target_session_attrs=read-write'
  })
  after(async () => {
    for (const end of endings) await end()
  })

  test('a start on the standby alone fails with a clear message', async () => {
    await assert.rejects(openPostgres({ url: standbyUrl }), /cannot be opened: it is a read-only standby/)
  })

  test('after the primary is killed under load and the standby promoted, two services recover with exact usage', async (context) => {
    const fleet = await startFleet(context)
    const [steady, limited] = [await fleet.license(PLENTY), await fleet.license(QUOTA)]
    const callers = startCallers(fleet.origins, steady.scan, CALLERS)
    const buyers = startCallers(fleet.origins, limited.scan, 1)
    while (callers.heard.length < BEFORE_KILL) await sleep(20)
    const answered = () => callers.heard.filter(({ outcome }) => isAnswered(outcome)).length

    await primary.kill()
    const killedAt = performance.now()
    await sleep(AWAY_MS)
    const atPromotion = answered()
    await standby.run(drill.promotion)
    const promotedAt = performance.now()
    while (answered() === atPromotion) {
      assert.ok(performance.now() - promotedAt < BACK_WITHIN_MS, 'no good response in time')
      await sleep(5)
    }
    const firstMs = Math.round(performance.now() - promotedAt)
    const downMs = Math.round(performance.now() - killedAt)
    const allMs = firstMs + (await recover(fleet.origins, steady.scan))
    await callers.stop()
    const hearing = { heard: callers.heard, more: fleet.origins.length, counted: await steady.used() }
    const { summary } = requireHonest(hearing)
    context.diagnostic(
      `the first good response ${firstMs} ms after the promotion (${downMs} ms after the kill), every service after ${allMs} ms; ${summary}`,
    )
    assert.ok(allMs < BACK_WITHIN_MS, `${allMs} ms`)

    // Charges of requests that returned unavailable are refunded after a while and can be used again.
    const sold = () => buyers.heard.filter(({ outcome }) => isAnswered(outcome)).length
    while ((await limited.used()) < QUOTA || statusOf(buyers.heard.at(-1)?.outcome ?? { failure: '' }) !== 429)
      await sleep(50)
    await buyers.stop()
    const wrong = buyers.heard.filter(
      ({ outcome }) => !isAnswered(outcome) && !isUnavailable(outcome) && statusOf(outcome) !== 429,
    )
    assert.deepEqual(wrong, [])
    const unsure = buyers.heard.filter(({ outcome }) => isUnavailable(outcome)).length
    context.diagnostic(
      `${sold()} of a quota of ${QUOTA} sold, ${await limited.used()} counted, ${unsure} refused meanwhile`,
    )
    assert.equal(await limited.used(), QUOTA)
    assert.ok(sold() <= QUOTA && sold() + unsure >= QUOTA, `${sold()} sold, ${unsure} refused`)
  })

  test('services ignore an old primary that comes back, including one that starts then', async (context) => {
    await primary.restart()
    assert.equal((await primary.run('select pg_is_in_recovery()')).trim(), 'f')
    const fleet = await startFleet(context)
    const { scan, used } = await fleet.license(PLENTY)
    await recover(fleet.origins, scan)
    assert.ok((await used()) >= fleet.origins.length)
    const promoted = await openPostgres({ url: standbyUrl })
    context.after(() => promoted.close())
    assert.ok((await promoted.licenses.count()) > 0)
    assert.equal(
      (
        await primary.run(
          `select count(*) from pg_stat_activity where application_name = 'central-api' and state <> 'idle'`,
        )
      ).trim(),
      '0',
    )
  })

  /** Two services with both hosts, and licenses with their own plans. */
  const startFleet = async (context: TestContext) => {
    const { store, licenses, environment } = await prepareStoreAt(context, url)
    const services = await Promise.all([startProcess(context, environment), startProcess(context, environment)])
    const origins = services.map(({ origin }) => origin)
    const agent = createAgent()
    context.after(() => agent.destroy())
    return {
      origins,
      async license(scans: number) {
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
          scan: (origin: string) => send(agent, origin, SCAN_PATH, scanOf('demo'), headers),
          used: () => store.usage.read(license.id, 'scans', monthAt(Date.now()).startsAt),
        }
      },
    }
  }
})
