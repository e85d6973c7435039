// A cold scan against a bare script that does the least of the same work, and against itself under other limits on memory:
// processor time of all threads, waiting time and resident memory, in turns. Every scan is of a host that
// was never asked before.

import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import { median, percentile, sum } from './figures.ts'
import { processorMsOf } from './processor-time.ts'
import { prepareStore, serveFrom } from './service.ts'
import { type Strangers, startStrangers } from './start-strangers.ts'
import { STRANGERS, type StrangerName } from './strangers.ts'
import { takeTurns } from './take-turns.ts'

const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname
const BYTES_PER_MIB = 1024 * 1024
const MOST_TRIES = 10
/** Processor time of each contender at an upstream before it is measured: by then V8 has compiled what it will, after a thousand
 * scans of a blog. */
const WARM_UP_MS = 15_000
/** How many scans a contender makes before it is the next one's turn. */
const SCANS_OF_A_TURN = 25

/** What a contender needs for a scan. */
export type Cost = {
  /** Processor time of all its threads, in milliseconds. */
  readonly processorMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}
export type ColdScan = {
  /** One a round. */
  readonly costs: readonly Cost[]
  /** The most that was resident after any scan, in megabytes (10^6 bytes). */
  readonly residentMb: number
}
export type ColdRounds = {
  readonly rounds: number
  /** Of each round and contender. */
  readonly scans: number
  /** How many are under way at any moment. */
  readonly atOnce: number
  /** Whether the hosts speak no TLS. */
  readonly isPlain: boolean
}

type Contender = {
  readonly pid: number
  readonly residentMb: () => Promise<number>
  readonly scan: (name: StrangerName, host: string) => Promise<void>
}
type Turn = {
  readonly usedMs: number
  readonly waits: readonly number[]
  readonly mostMb: number
}
/** The turns of each contender. */
type Round = Readonly<Record<string, readonly Turn[]>>
type Contenders = Readonly<Record<string, Contender>>

/** The service, and a script with the libraries that one would take. */
export const measureAgainstScript = (rounds: ColdRounds) =>
  measure(rounds, async (started, upstream) => ({
    service: await startAmongStrangers(started, upstream),
    bare: await startReader(started, upstream),
  }))

/** The service as it is started, and with other things in front of its file than `central-api` has. */
export const measureLimits = (rounds: ColdRounds, limits: Readonly<Record<string, readonly string[]>>) =>
  measure(rounds, async (started, upstream) => {
    const contenders: Record<string, Contender> = { 'as it is': await startAmongStrangers(started, upstream) }
    for (const [name, words] of Object.entries(limits))
      contenders[name] = await startAmongStrangers(started, upstream, words)
    return contenders
  })

const startAmongStrangers = async (
  started: AsyncDisposableStack,
  upstream: Strangers,
  interpreter?: readonly string[],
): Promise<Contender> => {
  const store = await prepareStore()
  started.defer(() => store.dispose())
  const service = await serveFrom(store, upstream.environment, at('among-strangers'), interpreter)
  started.defer(() => service.stop())
  return {
    ...service,
    async scan(name, host) {
      let response = await service.send('/scan-profile', STRANGERS[name].scan(host))
      // On a machine that is busy with other things the service may say that it is overloaded: the wait counts.
      for (let tries = 0; response.status === 503 && tries < MOST_TRIES; tries += 1) {
        await response.bytes()
        await sleep(1_000)
        response = await service.send('/scan-profile', STRANGERS[name].scan(host))
      }
      const bytes = await response.bytes()
      if (response.headers.get('x-cache') !== 'miss') throw new Error(`Not a cold scan: ${Buffer.from(bytes)}`)
    },
  }
}

const startReader = async (started: AsyncDisposableStack, upstream: Strangers): Promise<Contender> => {
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

/** One upstream after the other, which each contender is warmed up with. */
async function* measure(
  { rounds, scans, atOnce, isPlain }: ColdRounds,
  start: (started: AsyncDisposableStack, upstream: Strangers) => Promise<Contenders>,
): AsyncGenerator<readonly [StrangerName, Readonly<Record<string, ColdScan>>]> {
  await using started = new AsyncDisposableStack()
  const upstream = await startStrangers(isPlain)
  started.defer(() => upstream.stop())
  const contenders = await start(started, upstream)
  let hosts = 0

  const measureTurn = async (
    { pid, residentMb, scan }: Contender,
    name: StrangerName,
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
    await Promise.all(Array.from({ length: atOnce }, work))
    return { usedMs: (await processorMsOf(pid)) - usedBefore, waits, mostMb }
  }

  const measureRound = (name: StrangerName): Promise<Round> =>
    takeTurns(contenders, scans, SCANS_OF_A_TURN, (contender, count) => measureTurn(contender, name, count))

  for (const name of Object.keys(STRANGERS) as StrangerName[]) {
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
