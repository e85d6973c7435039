// Compares a cold scan with a script that does the minimum of the same work, and with the service under other memory
// settings: CPU time of all threads, latency and resident memory, in turns. Every scan requests a new host.

import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import { median, percentile, sum } from './figures.ts'
import { processorMsOf } from './processor-time.ts'
import { prepareStore, serveFrom } from './service.ts'
import { startUpstreams, type UpstreamHosts } from './start-upstreams.ts'
import { takeTurns } from './take-turns.ts'
import { UPSTREAMS, type UpstreamName } from './upstreams.ts'

const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname
const BYTES_PER_MIB = 1024 * 1024
const MAX_TRIES = 10
/** CPU time of each contender at an upstream before it is measured: by then V8 has compiled what it will, after a thousand
 * scans of a blog. */
const WARM_UP_MS = 15_000
/** How many scans a contender makes before the next one's turn. */
const SCANS_OF_A_TURN = 25

/** The cost of one scan. */
export type Cost = {
  /** CPU time of all threads, in milliseconds. */
  readonly processorMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}
export type ColdScan = {
  /** One per round. */
  readonly costs: readonly Cost[]
  /** The peak of resident memory after any scan, in megabytes (10^6 bytes). */
  readonly residentMb: number
}
export type ColdRounds = {
  readonly rounds: number
  /** Scans per round and contender. */
  readonly scans: number
  /** How many scans run at the same time. */
  readonly concurrency: number
  /** Whether the hosts use no TLS. */
  readonly isPlain: boolean
}

type Contender = {
  readonly pid: number
  readonly residentMb: () => Promise<number>
  readonly scan: (name: UpstreamName, host: string) => Promise<void>
}
type Turn = {
  readonly usedMs: number
  readonly waits: readonly number[]
  readonly mostMb: number
}
/** The turns of each contender. */
type Round = Readonly<Record<string, readonly Turn[]>>
type Contenders = Readonly<Record<string, Contender>>

/** Compares the service with a script that uses common libraries. */
export const measureAgainstScript = (rounds: ColdRounds) =>
  measure(rounds, async (started, upstream) => ({
    service: await startWithUpstreams(started, upstream),
    bare: await startReader(started, upstream),
  }))

/** Compares the service as it is started with other interpreters and options than `central-api` has. */
export const measureLimits = (rounds: ColdRounds, limits: Readonly<Record<string, readonly string[]>>) =>
  measure(rounds, async (started, upstream) => {
    const contenders: Record<string, Contender> = { 'as it is': await startWithUpstreams(started, upstream) }
    for (const [name, words] of Object.entries(limits))
      contenders[name] = await startWithUpstreams(started, upstream, words)
    return contenders
  })

const startWithUpstreams = async (
  started: AsyncDisposableStack,
  upstream: UpstreamHosts,
  interpreter?: readonly string[],
): Promise<Contender> => {
  const store = await prepareStore()
  started.defer(() => store.dispose())
  const service = await serveFrom(store, upstream.environment, at('with-upstreams'), interpreter)
  started.defer(() => service.stop())
  return {
    ...service,
    async scan(name, host) {
      let response = await service.send('/scan-profile', UPSTREAMS[name].scan(host))
      // On a busy machine, the service may report that it is overloaded: the wait is part of the latency.
      for (let tries = 0; response.status === 503 && tries < MAX_TRIES; tries += 1) {
        await response.bytes()
        await sleep(1_000)
        response = await service.send('/scan-profile', UPSTREAMS[name].scan(host))
      }
      const bytes = await response.bytes()
      if (response.headers.get('x-cache') !== 'miss') throw new Error(`Not a cold scan: ${Buffer.from(bytes)}`)
    },
  }
}

const startReader = async (started: AsyncDisposableStack, upstream: UpstreamHosts): Promise<Contender> => {
  const reader = await startChild(at('bare-reader'), [], upstream.environment)
  started.defer(() => reader.stop())
  return {
    ...reader,
    async scan(name, host) {
      const response = await fetch(`${reader.origin}/${name}/${host}`)
      const text = await response.text()
      if (!response.ok) throw new Error(text)
    },
  }
}

/** Measures one upstream after the other; each contender is warmed up with each. */
async function* measure(
  { rounds, scans, concurrency, isPlain }: ColdRounds,
  start: (started: AsyncDisposableStack, upstream: UpstreamHosts) => Promise<Contenders>,
): AsyncGenerator<readonly [UpstreamName, Readonly<Record<string, ColdScan>>]> {
  await using started = new AsyncDisposableStack()
  const upstream = await startUpstreams(isPlain)
  started.defer(() => upstream.stop())
  const contenders = await start(started, upstream)
  let hosts = 0

  const measureTurn = async (
    { pid, residentMb, scan }: Contender,
    name: UpstreamName,
    count: number,
  ): Promise<Turn> => {
    const waits: number[] = []
    let [requested, mostMb] = [0, 0]
    const usedBefore = await processorMsOf(pid)
    const work = async () => {
      while (requested < count) {
        requested += 1
        hosts += 1
        const startedAt = performance.now()
        await scan(name, `host-${hosts}.example.com`)
        waits.push(performance.now() - startedAt)
        mostMb = Math.max(mostMb, ((await residentMb()) * BYTES_PER_MIB) / 1e6)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    return { usedMs: (await processorMsOf(pid)) - usedBefore, waits, mostMb }
  }

  const measureRound = (name: UpstreamName): Promise<Round> =>
    takeTurns(contenders, scans, SCANS_OF_A_TURN, (contender, count) => measureTurn(contender, name, count))

  for (const name of Object.keys(UPSTREAMS) as UpstreamName[]) {
    const warmUp: Round[] = []
    const counted: Round[] = []
    const names = Object.keys(contenders)
    while (names.some((who) => usedMsOf(turnsOf(warmUp, who)) < WARM_UP_MS)) warmUp.push(await measureRound(name))
    while (counted.length < rounds) counted.push(await measureRound(name))
    const resultOf = (who: string): ColdScan => ({
      costs: counted.map((round) => costOf(turnsOf([round], who))),
      residentMb: Math.max(...turnsOf([...warmUp, ...counted], who).map(({ mostMb }) => mostMb)),
    })
    yield [name, Object.fromEntries(names.map((who) => [who, resultOf(who)]))]
  }
}

const turnsOf = (rounds: readonly Round[], who: string): readonly Turn[] => rounds.flatMap((round) => round[who] ?? [])

const usedMsOf = (turns: readonly Turn[]): number => sum(turns.map(({ usedMs }) => usedMs))

const costOf = (turns: readonly Turn[]): Cost => {
  const waits = turns.flatMap((turn) => turn.waits)
  return {
    processorMs: usedMsOf(turns) / waits.length,
    p50Ms: median(waits),
    p99Ms: percentile(waits, 99),
  }
}
