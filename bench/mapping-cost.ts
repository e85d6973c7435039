// What a first page of each platform costs to map: the answers of its simulator, read and mapped as the service does it, beside
// parsing the same bytes alone. Nothing is asked for meanwhile: the answers are given again from memory, each one once a page
// to all who ask for it, as asking does.

import { ALL_PLATFORMS } from '../packages/service/src/platforms/all.ts'
import type { Contexts } from '../packages/service/src/platforms/asking/create-contexts.ts'
import { receiveAnswer, sourceOfAnswer } from '../packages/service/src/platforms/asking/receive-answer.ts'
import type { Answer, Call } from '../packages/service/src/platforms/contract/call.ts'
import { answerOf } from '../packages/service/src/platforms/feeds/answer-of.ts'
import { parseFeed } from '../packages/service/src/platforms/feeds/parse-feed.ts'
import { createReadings } from '../packages/service/src/platforms/reading/create-readings.ts'
import {
  SIMULATED_PLATFORMS,
  type SimulatedPlatform,
} from '../packages/service/src/platforms/suite/simulated-platforms.ts'
import { createWalker } from '../packages/service/src/platforms/suite/test-walker.ts'
import { readPageTree } from '../packages/service/src/platforms/telegram/page-tree.ts'
import { createPageReader } from '../packages/service/src/scanning/read-page.ts'

export type MappingCost = {
  readonly platform: string
  readonly posts: number
  readonly bytes: number
  readonly parseMs: number
  /** Reading and mapping, the platform's own work. */
  readonly mapMs: number
  /** The same with what stands around it: deadlines, bounds, turns of the event loop, and writing what was read. */
  readonly pageMs: number
}

const PAGE_SIZE = 20
/** The clock of a thread's own time goes by ticks: what takes little is done so much more often. */
const PARSES_PER_PAGE = 10
const DEADLINE_MS = 60_000
/** An account is fresh for less long than this: each page reads it anew. */
const ROUND_MS = 86_400_000

/** Every platform in turn, in time of the processor: nothing else that the machine does is in it. */
export async function* measureMappingCosts(times: number): AsyncGenerator<MappingCost> {
  for (const simulated of SIMULATED_PLATFORMS) yield await measureMappingCost(simulated, times)
}

const measureMappingCost = async (
  { id, start, environment }: SimulatedPlatform,
  times: number,
): Promise<MappingCost> => {
  const platform = ALL_PLATFORMS.find((each) => each.id === id)
  if (!platform) throw new RangeError(`There is no platform ${id}`)
  const simulator = await start()
  const walker = createWalker(platform, environment, simulator)
  const heard = new Map<string, Answer>()
  const given = new Map<string, Answer>()
  const { contexts } = walker.start().upstreams
  const again: Contexts = (fetch) => {
    const context = contexts(fetch)
    return {
      ...context,
      async ask(call) {
        const name = nameOf(call)
        const answer = given.get(name) ?? replayed(heard.get(name)) ?? (await context.ask(call))
        given.set(name, answer)
        if (!heard.has(name)) heard.set(name, replayed(answer) ?? answer)
        return answer
      },
    }
  }
  let round = 0
  const reader = createPageReader({
    ...{ registry: walker.registry, bodies: walker.bodies },
    readings: createReadings({ contexts: again, now: Date.now, elapsed: Date.now }),
    ...{ elapsed: () => Date.now() + round * ROUND_MS, freshMs: 1, deadlineMs: DEADLINE_MS, pageSize: PAGE_SIZE },
  })
  const handle = simulator.handle
  const read = () => {
    round += 1
    given.clear()
    return reader.read({ platform, handle, variant: 'posts', after: undefined }, AbortSignal.timeout(DEADLINE_MS))
  }
  try {
    const { posts, source } = await read()
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const context = again({
      ...{ platform, source, handle, signal, isCallers: () => false, isLater: false, licenseId: undefined },
      deadline: Date.now() + DEADLINE_MS,
    })
    const map = async () => {
      given.clear()
      const request = { ...context, handle, limit: PAGE_SIZE }
      const account = source.account(request)
      await source.posts({ ...request, variant: 'posts', after: undefined, account: () => account })
    }
    const texts = [...heard.values()].map((answer) => answer.text())
    const [pageMs, mapMs] = [await timeEach(read, times), await timeEach(map, times)]
    const parseMs = await timeEach(() => texts.map(parse), times * PARSES_PER_PAGE)
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    return { platform: id, posts: posts.ends.length, bytes, parseMs, mapMs, pageMs }
  } finally {
    await walker.close()
    await simulator.close()
  }
}

const nameOf = ({ url, query, body }: Call): string => JSON.stringify([String(url), query, body])

/** The answer that was heard, to be decoded and parsed anew: its bytes are copied, since who reads an answer frees them. */
const replayed = (answer: Answer | undefined): Answer | undefined => {
  const source = answer && sourceOfAnswer(answer)
  return (
    source &&
    receiveAnswer(
      { ...source.received, body: Buffer.from(Uint8Array.from(source.received.body).buffer) },
      source.secrets,
    )
  )
}

/** As whoever maps it has to: JSON, a feed, or a page. */
const parse = (text: string): unknown => {
  if (/^\s*[[{]/.test(text)) return JSON.parse(text)
  return /<(?:rss|feed)[\s>]/.test(text.slice(0, 500)) ? parseFeed(answerOf(text)) : readPageTree(text)
}

/** Milliseconds of this thread's own time, on the average, once it is warm. */
const timeEach = async (task: () => unknown, times: number): Promise<number> => {
  for (let n = 0; n < times; n += 1) await task()
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n += 1) await task()
  const after = process.threadCpuUsage()
  return (after.user - before.user + after.system - before.system) / 1_000 / times
}
