// Three replicas on one PostgreSQL in separate processes, with their platform and a proxy between the last replica and the
// database.

import { OPERATOR } from '@central-api/testing/licensing/fixture.ts'
import { startRssSimulator } from '@central-api/testing/platforms/rss/simulator.ts'
import { act } from '@central-api/testing/storage/fixture.ts'
import { monthAt } from '../../src/licensing/usage/quota.ts'
import { startPostgres } from '../postgres-server.ts'
import { startCutProxy } from './cut-proxy.ts'
import { authorize, createAgent, SCAN_PATH, scanOf, send } from './load.ts'
import { type Ending, prepareStoreAt, type ServiceProcess, startProcess } from './start-process.ts'

export type Fleet = Awaited<ReturnType<typeof startFleet>>
export type FleetLicense = Awaited<ReturnType<Fleet['license']>>

const REPLICAS = 3
/** The index of the replica behind the proxy. */
export const WIRED = 2
const PLENTY = 10_000_000

export const startFleet = async (context: Ending) => {
  const database = await startPostgres()
  context.after(() => database.dispose())
  const databaseUrl = await database.createDatabase()
  const wire = await startCutProxy(database.port)
  context.after(() => wire.close())
  const platform = await startRssSimulator()
  context.after(() => platform.close())
  const { store, licenses, environment } = await prepareStoreAt(context, databaseUrl)
  const agent = createAgent()
  context.after(() => agent.destroy())

  const wiredUrl = Object.assign(new URL(databaseUrl), { port: `${wire.port}` }).href
  const start = (place: number) =>
    startProcess(context, {
      ...environment,
      DATABASE_URL: place === WIRED ? wiredUrl : databaseUrl,
      RSS_BASE_URL: platform.origin,
      EGRESS_ALLOW: new URL(platform.origin).host,
      DRAIN_SECONDS: '1',
    })
  const replicas: (ServiceProcess | undefined)[] = await Promise.all(
    Array.from({ length: REPLICAS }, (_, at) => start(at)),
  )
  const origins = () => replicas.flatMap((replica) => replica?.origin ?? [])

  return {
    database,
    wire,
    platform,
    store,
    licenses,
    agent,
    /** Of the replicas that were not killed. */
    origins,
    replica(place: number): ServiceProcess {
      const replica = replicas[place]
      if (!replica) throw new Error(`Replica ${place} is not there`)
      return replica
    },
    isUp: (place: number) => replicas[place] !== undefined,
    /** Replaces a replica, running or not. */
    async replace(place: number) {
      replicas[place] = await start(place)
    },
    async kill(place: number) {
      const replica = replicas[place]
      replicas[place] = undefined
      replica?.signal('SIGKILL')
      await replica?.exited
    },
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
      const [origin = ''] = origins()
      const headers = await authorize(agent, origin, key)
      const { startsAt } = monthAt(Date.now())
      return {
        id: license.id,
        key,
        headers,
        used: () => store.usage.read(license.id, 'scans', startsAt),
        scan: (at: string, handle = 'demo') => send(agent, at, SCAN_PATH, scanOf(handle), headers),
      }
    },
  }
}
