// A cold scan against a bare script that does the least of the same work: processor time of all threads, waiting time and
// resident memory, in rounds that take turns. Every scan is of a host that was never asked before.

import { startChild } from './child.ts'
import { median, percentile } from './figures.ts'
import { processorMsOf } from './processor-time.ts'
import { prepareStore, serveFrom } from './service.ts'
import { STRANGERS, type StrangerName } from './strangers.ts'

const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname
const BYTES_PER_MIB = 1024 * 1024

/** What one of the two needs for a scan. */
export type Cost = {
  /** Processor time of all its threads, in milliseconds. */
  readonly processorMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}
export type ColdScan = {
  readonly name: StrangerName
  /** One a round. */
  readonly service: readonly Cost[]
  readonly bare: readonly Cost[]
  /** The most that was resident after any scan, in megabytes (10^6 bytes). */
  readonly serviceMb: number
  readonly bareMb: number
}
export type ColdRounds = {
  readonly rounds: number
  /** Of each round and contender. */
  readonly scans: number
  /** How many are under way at any moment. */
  readonly atOnce: number
  /** Settings of the service besides, and how Node is started for it; as `central-api` does when absent. */
  readonly environment?: NodeJS.ProcessEnv
}

type Contender = {
  readonly pid: number
  readonly residentMb: () => Promise<number>
  readonly scan: (name: StrangerName, host: string) => Promise<void>
}

/** One after the other; the first round of each warms up and is not counted. */
export async function* measureColdScans(
  names: readonly StrangerName[],
  { rounds, scans, atOnce, environment }: ColdRounds,
): AsyncGenerator<ColdScan> {
  await using started = new AsyncDisposableStack()
  const upstream = await startChild(at('strangers'), [])
  started.defer(() => upstream.stop())
  const settings = { UPSTREAM: upstream.origin, ...environment }
  const store = await prepareStore()
  started.defer(() => store.dispose())
  const process = await serveFrom(store, settings, at('among-strangers'))
  started.defer(() => process.stop())
  const reader = await startChild(at('bare-reader'), [], settings)
  started.defer(() => reader.stop())

  const service: Contender = {
    ...process,
    async scan(name, host) {
      const answer = await process.ask('/scan-profile', STRANGERS[name].scan(host))
      const bytes = await answer.bytes()
      if (answer.headers.get('x-cache') !== 'miss') throw new Error(`Not a cold scan: ${Buffer.from(bytes)}`)
    },
  }
  const bare: Contender = {
    ...reader,
    async scan(name, host) {
      const answer = await fetch(`${reader.origin}/${name}/${host}`)
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
    },
  }

  let hosts = 0
  const measure = async (contender: Contender, name: StrangerName): Promise<Cost & { readonly residentMb: number }> => {
    const waits: number[] = []
    let [asked, residentMb] = [0, 0]
    const usedBefore = await processorMsOf(contender.pid)
    const work = async () => {
      while (asked < scans) {
        asked += 1
        hosts += 1
        const startedAt = performance.now()
        await contender.scan(name, `host-${hosts}.example.com`)
        waits.push(performance.now() - startedAt)
        residentMb = Math.max(residentMb, ((await contender.residentMb()) * BYTES_PER_MIB) / 1e6)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const processorMs = ((await processorMsOf(contender.pid)) - usedBefore) / scans
    return { processorMs, p50Ms: median(waits), p99Ms: percentile(waits, 99), residentMb }
  }

  for (const name of names) {
    const costs: Record<'service' | 'bare', Cost[]> = { service: [], bare: [] }
    const most = { service: 0, bare: 0 }
    for (let round = 0; round <= rounds; round += 1)
      for (const [who, contender] of Object.entries({ service, bare }) as ['service' | 'bare', Contender][]) {
        const { residentMb, ...cost } = await measure(contender, name)
        most[who] = Math.max(most[who], residentMb)
        if (round > 0) costs[who].push(cost)
      }
    yield { name, ...costs, serviceMb: most.service, bareMb: most.bare }
  }
}
