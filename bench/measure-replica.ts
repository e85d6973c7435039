// What a scan costs one replica: CPU time of its event loop and of everything else, for each warm and each cold
// scan, on SQLite and on PostgreSQL with a durable disk. The cases take turns; it prints medians of the rounds. Run:
// node bench/measure-replica.ts

import { cpus } from 'node:os'
import { startPostgres } from '../packages/service/test/postgres-server.ts'
import { backendsMsOf } from './backends-time.ts'
import { median, round } from './figures.ts'
import { eventLoopMsOf, machineShare, processorMsOf, threadsMsOf } from './processor-time.ts'
import { prepareStore, serveFrom } from './service.ts'
import { startUpstreams } from './start-upstreams.ts'
import { UPSTREAMS } from './upstreams.ts'
import { runWrk } from './wrk.ts'

const CONNECTIONS = [8, 64, 256]
const ROUNDS = 5
const SECONDS = 2
const COLD_SCANS = 150
/** Warm-up rounds: V8 has compiled everything after a thousand scans. */
const COLD_WARM_UPS = 7
const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname
const BODY = { platform: 'sandbox', handle: 'demo' }

type Service = Awaited<ReturnType<typeof serveFrom>>
type Warm = {
  readonly scansPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly loopMicros: number
  readonly processMicros: number
  readonly databaseMicros: number
  readonly scansPerSettle: number
}
type Cold = {
  readonly wallMs: number
  readonly loopMs: number
  /** The busiest other thread, which is the parsing thread. */
  readonly readMs: number
  readonly processMs: number
  readonly databaseMs: number
}
type Database = { readonly processorMs: () => Promise<number>; readonly commits: () => Promise<number> }

const measureWarm = async (service: Service, database: Database, connections: number): Promise<Warm> => {
  const read = () =>
    Promise.all([eventLoopMsOf(service.pid), processorMsOf(service.pid), database.processorMs(), database.commits()])
  const before = await read()
  const { requestsPerSecond, p50Ms, p99Ms, errors } = await runWrk({
    url: `${service.origin}/api/v1/scan-profile`,
    // As clients do: without gzip, the service would decompress each page.
    headers: { 'content-type': 'application/json', authorization: service.authorization, 'accept-encoding': 'gzip' },
    body: JSON.stringify(BODY),
    seconds: SECONDS,
    connections,
  })
  if (errors > 0) throw new Error(`${errors} responses were errors`)
  const after = await read()
  const scans = requestsPerSecond * SECONDS
  const [loop, all, server, commits] = after.map((ms, index) => ms - (before[index] ?? 0))
  return {
    scansPerSecond: requestsPerSecond,
    p50Ms,
    p99Ms,
    loopMicros: (1_000 * (loop ?? 0)) / scans,
    processMicros: (1_000 * (all ?? 0)) / scans,
    databaseMicros: (1_000 * (server ?? 0)) / scans,
    scansPerSettle: scans / (commits ?? 0),
  }
}

let coldScans = 0
const measureCold = async (service: Service, database: Database): Promise<Cold> => {
  const read = () => Promise.all([threadsMsOf(service.pid), processorMsOf(service.pid), database.processorMs()])
  const [threadsBefore, processBefore, databaseBefore] = await read()
  const walls: number[] = []
  for (let n = 0; n < COLD_SCANS; n += 1) {
    coldScans += 1
    const startedAt = performance.now()
    const response = await service.send('/scan-profile', UPSTREAMS.blog.scan(`host-${coldScans}.example.com`))
    const text = await response.text()
    if (response.headers.get('x-cache') !== 'miss') throw new Error(`Not a cold scan: ${text}`)
    walls.push(performance.now() - startedAt)
  }
  const [threads, process, server] = await read()
  const used = new Map([...threads].map(([id, ms]) => [id, (ms - (threadsBefore.get(id) ?? 0)) / COLD_SCANS]))
  const loopMs = used.get(`${service.pid}`) ?? 0
  used.delete(`${service.pid}`)
  return {
    wallMs: median(walls),
    loopMs,
    readMs: Math.max(...used.values()),
    processMs: (process - processBefore) / COLD_SCANS,
    databaseMs: (server - databaseBefore) / COLD_SCANS,
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const medians = <T extends Readonly<Record<string, number>>>(figures: readonly T[]): string =>
  Object.keys(figures[0] ?? {})
    .map((name) => `${name} ${round(median(figures.map((figure) => figure[name] ?? Number.NaN)), 2)}`)
    .join(', ')

await using started = new AsyncDisposableStack()
const server = await startPostgres({ durable: true })
started.defer(() => server.dispose())
const url = await server.createDatabase()
const upstream = await startUpstreams()
started.defer(() => upstream.stop())
const start = async (address?: string) => {
  const store = await prepareStore(address)
  started.defer(() => store.dispose())
  const service = await serveFrom(store, upstream.environment, at('with-upstreams'))
  started.defer(() => service.stop())
  return service
}
const overSqlite = await start()
const overPostgres = await start(url)
const database: Database = {
  processorMs: () => backendsMsOf(server, url),
  async commits() {
    const [row] = await server.run(
      url,
      `select pg_stat_clear_snapshot(), xact_commit::int as commits from pg_stat_database where datname = current_database()`,
    )
    return Number(row?.commits)
  },
}
const none: Database = { processorMs: async () => 0, commits: async () => 0 }
const before = await machineShare()
const warm = new Map<string, Warm[]>()
const cold = new Map<string, Cold[]>()
const contenders = [
  ['sqlite', overSqlite, none],
  ['postgres', overPostgres, database],
] as const
for (let n = 0; n <= ROUNDS; n += 1)
  for (const connections of CONNECTIONS)
    for (const [name, service, store] of contenders) {
      const key = `${name}, ${connections} connections`
      const figure = await measureWarm(service, store, connections)
      // The first round warms up and is not counted.
      if (n > 0) warm.set(key, [...(warm.get(key) ?? []), figure])
    }
for (let n = 0; n < COLD_WARM_UPS + ROUNDS; n += 1)
  for (const [name, service, store] of contenders) {
    const figure = await measureCold(service, store)
    if (n >= COLD_WARM_UPS) cold.set(name, [...(cold.get(name) ?? []), figure])
  }
print(`${cpus().length} × ${cpus()[0]?.model}; ${ROUNDS} rounds of ${SECONDS} s, medians`)
for (const [key, figures] of warm) print(`warm, ${key}: ${medians(figures)}`)
for (const [key, figures] of cold) print(`cold, ${key}: ${medians(figures)}`)
const { share } = await machineShare(before.reading)
print(`processors in use during the run, all programs: ${round(share * 100, 0)} %`)
