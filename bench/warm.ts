// A warm response under load, requested in gzip as clients do. Compares the service with bare servers that send the
// same without a coding, in rounds that take turns, so that other load of the machine affects all of them.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { median } from './figures.ts'
import { eventLoopMsOf, processorMsOf } from './processor-time.ts'
import type { BenchService } from './service.ts'
import { takeTurns } from './take-turns.ts'
import { type Figures, runWrk } from './wrk.ts'

export type Rounds = { readonly rounds: number; readonly seconds: number; readonly connections: number }
export type Question = { readonly path: string; readonly body: unknown }
/** `plainBytes`: what the bare servers send. `sentBytes`: what the service sends and caches. */
export type Contest = {
  readonly plainBytes: number
  readonly sentBytes: number
  readonly figures: Readonly<Record<string, readonly Costs[]>>
}
export type Contender = { readonly origin: string; readonly pid: number; readonly authorization?: string }
/** CPU time for each request, of the event loop and of all threads: other programs on the machine change it less
 * than they change what is answered in a second. */
export type Costs = Figures & { readonly loopMicros: number; readonly allMicros: number }

const WARM_UP_SECONDS = 3
const SECONDS_OF_A_TURN = 1
/** A client that accepts any coding. */
const ACCEPTED = { 'accept-encoding': 'gzip' }
const AGAINST = {
  'bare Fastify': 'bare-fastify',
  'counted Fastify': 'counted-fastify',
  'bare node:http': 'bare-http',
} as const
const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname

/** Rounds in which each contender is loaded for `seconds`, one at a time. The warm-up round is not counted. */
export const compete = async (
  contenders: Readonly<Record<string, Contender>>,
  question: Question,
  { rounds, seconds, connections }: Rounds,
) => {
  const load = (secondsOfEach: number) =>
    takeTurns(contenders, secondsOfEach, SECONDS_OF_A_TURN, async (contender, secondsOfTurn, name) => {
      const turn = await loadOnce(contender, question, secondsOfTurn, connections)
      if (turn.errors > 0) throw new Error(`${name}: ${turn.errors} responses were errors`)
      return turn
    })
  await load(WARM_UP_SECONDS)
  const figures: Record<string, Costs[]> = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, turns] of Object.entries(await load(seconds))) figures[name]?.push(middleOf(turns))
  return figures
}

const loadOnce = async (
  { origin, pid, authorization = 'Bearer none' }: Contender,
  { path, body }: Question,
  seconds: number,
  connections: number,
): Promise<Costs> => {
  const used = () => Promise.all([eventLoopMsOf(pid), processorMsOf(pid)])
  const [loopBefore, allBefore] = await used()
  const figure = await runWrk({
    url: `${origin}/api/v1${path}`,
    headers: { 'content-type': 'application/json', authorization, ...ACCEPTED },
    body: JSON.stringify(body),
    seconds,
    connections,
  })
  const [loop, all] = await used()
  const microsOf = (milliseconds: number) => (1_000 * milliseconds) / (figure.requestsPerSecond * seconds)
  return { ...figure, loopMicros: microsOf(loop - loopBefore), allMicros: microsOf(all - allBefore) }
}

/** The median of each figure. */
const middleOf = (turns: readonly Costs[]): Costs => {
  const of = (name: keyof Costs) => median(turns.map((turn) => turn[name]))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    errors: of('errors'),
    loopMicros: of('loopMicros'),
    allMicros: of('allMicros'),
  }
}

/** The service against a bare Fastify route and a bare node:http server, which keep none of its promises, and against the
 * least that keeps them. */
export const measureAgainstBare = async (
  service: Contender & Pick<BenchService, 'send'>,
  question: Question,
  rounds: Rounds,
): Promise<Contest> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const response = await service.send(question.path, question.body, { 'accept-encoding': 'identity' })
  const coded = await service.send(question.path, question.body, ACCEPTED)
  await coded.arrayBuffer()
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`The request failed: ${bytes}`)
  const file = join(folder, 'answer.json')
  await writeFile(file, bytes)
  const bare: Child[] = []
  try {
    const contenders: Record<string, Contender> = { service }
    for (const [name, server] of Object.entries(AGAINST)) {
      const child = await startChild(at(server), [file, question.path])
      bare.push(child)
      contenders[name] = child
    }
    const figures = await compete(contenders, question, rounds)
    return { plainBytes: bytes.length, sentBytes: Number(coded.headers.get('content-length')), figures }
  } finally {
    for (const { stop } of bare) await stop()
    await rm(folder, { recursive: true })
  }
}
