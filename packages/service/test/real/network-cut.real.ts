// The kernel cuts the network between a replica and the database under load. The replica recovers when the link is back.

import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { startLiveness } from '../process/callers.ts'
import { checkCut } from '../process/check-cut.ts'
import { authorize, createAgent, isReady, SCAN_PATH, scanOf, send } from '../process/load.ts'
import { type Ending, prepareStoreAt, startProcess } from '../process/start-process.ts'
import { type CutNetwork, createCutNetwork, missingNamespaces } from './cut-network.ts'
import { missingPostgres, startRealPostgres } from './real-postgres.ts'

/** The replica that is cut off. Clients reach it through a gate instead of an address. */
const CUT_OFF = 'http://cut-off.invalid'
/** Longer than the database timeout. */
const CUT_MS = 7_000

describe('a replica in its own network', { skip: missingNamespaces() ?? missingPostgres() ?? false }, () => {
  const endings: (() => unknown)[] = []
  const ending: Ending = { after: (end) => void endings.unshift(end) }
  let network: CutNetwork
  let fleet: Awaited<ReturnType<typeof startPair>>
  before(async () => {
    network = createCutNetwork()
    ending.after(() => network.close())
    fleet = await startPair()
  })
  after(async () => {
    for (const end of endings) await end()
  })

  /** One replica that reaches the database over the cable, and one over a socket. */
  const startPair = async () => {
    const database = await startRealPostgres({ host: network.databaseHost, within: network.within.database })
    ending.after(() => database.stop())
    const url = await database.createDatabase()
    const { store, licenses, environment } = await prepareStoreAt(ending, database.bySocket(url))
    const [cutOff, other] = await Promise.all([
      startProcess(ending, { ...environment, DATABASE_URL: url }, network.within.service),
      startProcess(ending, environment),
    ])
    const gate = await network.openGate(Number(new URL(cutOff.origin).port))
    ending.after(() => gate.close())
    const agent = createAgent()
    ending.after(() => agent.destroy())
    const agentOf = (origin: string) => (origin === CUT_OFF ? gate.agent : agent)
    return {
      origins: [CUT_OFF, other.origin],
      cutOff,
      agentOf,
      async license() {
        const { license, key } = await licenses.create({ plan: 'load' }, OPERATOR)
        const headers = await authorize(agent, other.origin, key)
        return {
          scan: (origin: string) => send(agentOf(origin), origin, SCAN_PATH, scanOf('demo'), headers),
          used: () => store.usage.read(license.id, 'scans', monthAt(Date.now()).startsAt),
          revoke: () => licenses.revoke(license.id, OPERATOR),
        }
      },
    }
  }

  /** Checks one cut at that end of the cable. */
  const checkEnd = async (context: TestContext, side: 'service' | 'database') => {
    const [license, revoked] = [await fleet.license(), await fleet.license()]
    const agent = fleet.agentOf(CUT_OFF)
    const readiness: boolean[] = []
    const liveness = startLiveness()
    try {
      await checkCut(context, {
        origins: fleet.origins,
        origin: CUT_OFF,
        license,
        revoked,
        cut: () => network.cut(side),
        mend: () => network.mend(),
        cutMs: CUT_MS,
        async check() {
          await liveness.send(agent, CUT_OFF)
          readiness.push(await isReady(agent, CUT_OFF))
        },
      })
    } finally {
      network.mend()
    }
    liveness.judge()
    assert.ok(readiness.length > 0 && !readiness.includes(true))
    assert.equal(await isReady(agent, CUT_OFF), true)
    // It is the same process.
    assert.equal(await Promise.race([fleet.cutOff.exited, 'runs']), 'runs')
  }

  test('with silently lost packets returns unavailable in time and recovers when the link is back', (context) =>
    checkEnd(context, 'database'))

  test('with its own link down returns unavailable in time and recovers when it is up', (context) =>
    checkEnd(context, 'service'))
})
