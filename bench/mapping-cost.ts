// What a first page of each platform costs to map: the answers of its simulator, read and mapped as the service does it, beside
// parsing the same bytes alone. Nothing is asked for meanwhile: the answers are given again from memory.

import { ALL_PLATFORMS } from '../packages/service/src/platforms/all.ts'
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
import { median } from './figures.ts'

export type MappingCost = {
  readonly platform: string
  readonly posts: number
  readonly bytes: number
  readonly parseMs: number
  readonly pageMs: number
}

const PAGE_SIZE = 20
const DEADLINE_MS = 60_000
/** An account is fresh for less long than this: each page reads it anew. */
const ROUND_MS = 86_400_000

/** Every platform in turn; the first tenth of the times warms up. */
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
  const { contexts } = walker.start().upstreams
  let round = 0
  const reader = createPageReader({
    ...{ registry: walker.registry, bodies: walker.bodies },
    readings: createReadings({
      contexts(fetch) {
        const context = contexts(fetch)
        return { ...context, ask: async (call) => replayed(call, heard) ?? hear(call, await context.ask(call), heard) }
      },
      ...{ now: Date.now, elapsed: () => Date.now() },
    }),
    ...{ elapsed: () => Date.now() + round * ROUND_MS, freshMs: 1, deadlineMs: DEADLINE_MS, pageSize: PAGE_SIZE },
  })
  const request = { platform, handle: simulator.handle, variant: 'posts', after: undefined }
  const read = () => {
    round += 1
    return reader.read(request, AbortSignal.timeout(DEADLINE_MS))
  }
  try {
    const { posts } = await read()
    const texts = [...heard.values()].map((answer) => answer.text())
    const [parses, pages]: [number[], number[]] = [[], []]
    for (let n = 0; n < times; n += 1) {
      const parseMs = await time(() => texts.map(parse))
      const pageMs = await time(read)
      if (n < times / 10) continue
      parses.push(parseMs)
      pages.push(pageMs)
    }
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    return { platform: id, posts: posts.length, bytes, parseMs: median(parses), pageMs: median(pages) }
  } finally {
    await walker.close()
    await simulator.close()
  }
}

const nameOf = ({ url, query, body }: Call): string => JSON.stringify([String(url), query, body])

const hear = (call: Call, answer: Answer, heard: Map<string, Answer>): Answer => {
  heard.set(nameOf(call), answer)
  return answer
}

/** The answer that was heard, parsed anew by whoever reads it. */
const replayed = (call: Call, heard: ReadonlyMap<string, Answer>): Answer | undefined => {
  const answer = heard.get(nameOf(call))
  return (
    answer &&
    answerOf(answer.text(), {
      url: answer.url,
      status: answer.status,
      headers: answer.headers,
      type: answer.headers['content-type'] ?? '',
    })
  )
}

/** As whoever maps it has to: JSON, a feed, or a page. */
const parse = (text: string): unknown => {
  if (/^\s*[[{]/.test(text)) return JSON.parse(text)
  return /<(?:rss|feed)[\s>]/.test(text.slice(0, 500)) ? parseFeed(answerOf(text)) : readPageTree(text)
}

const time = async (task: () => unknown): Promise<number> => {
  const startedAt = performance.now()
  await task()
  return performance.now() - startedAt
}
