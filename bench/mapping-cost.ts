// What a first page of each platform costs to map: the responses of its simulator, read and mapped as in the service,
// compared with parsing the same bytes. No call is made: the responses are replayed from memory, once per page, as the
// client shares them.

import { PUBLIC } from '@central-api/service/upstream/contract/reach.ts'
import { parseFeed } from '../packages/service/src/feeds/parse-feed.ts'
import { ALL_PLATFORMS } from '../packages/service/src/platforms/all.ts'
import { readPageTree } from '../packages/service/src/platforms/telegram/page-tree.ts'
import { copyBytes } from '../packages/service/src/runtime/event-loop/owned-bytes.ts'
import { createPageReader } from '../packages/service/src/scanning/read-page.ts'
import type { Call, Response } from '../packages/service/src/upstream/contract/call.ts'
import { createParsingJobs } from '../packages/service/src/upstream/parsing-jobs/create-parsing-jobs.ts'
import type { Contexts } from '../packages/service/src/upstream/requests/create-contexts.ts'
import { receiveResponse, sourceOfResponse } from '../packages/service/src/upstream/requests/receive-response.ts'
import { responseOf } from '../packages/testing/src/feeds/response-of.ts'
import {
  SIMULATED_PLATFORMS,
  type SimulatedPlatform,
} from '../packages/testing/src/platforms/suite/simulated-platforms.ts'
import { createWalker } from '../packages/testing/src/platforms/suite/test-walker.ts'

export type MappingCost = {
  readonly platform: string
  readonly posts: number
  readonly bytes: number
  readonly parseMs: number
  /** Reading and mapping: the platform's own work. */
  readonly mapMs: number
  /** Also deadlines, limits, yields to the event loop, and serialization. */
  readonly pageMs: number
}

const PAGE_SIZE = 20
/** The thread's own clock has a coarse resolution, so cheap work is repeated more often. */
const PARSES_PER_PAGE = 10
const DEADLINE_MS = 60_000
/** Longer than any account is fresh, so that each page reads it again. */
const ROUND_MS = 86_400_000

/** Measures every platform in turn, in CPU time, which excludes other work of the machine. */
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
  const heard = new Map<string, Response>()
  const given = new Map<string, Response>()
  const { contexts } = walker.start().upstreams
  const again: Contexts = (fetch) => {
    const context = contexts(fetch)
    return {
      ...context,
      async send(call) {
        const name = nameOf(call)
        const response = given.get(name) ?? replayed(heard.get(name)) ?? (await context.send(call))
        given.set(name, response)
        if (!heard.has(name)) heard.set(name, replayed(response) ?? response)
        return response
      },
    }
  }
  let round = 0
  const reader = createPageReader({
    ...{ registry: walker.registry, bodies: walker.bodies },
    parsingJobs: createParsingJobs({ contexts: again, now: Date.now, elapsed: Date.now }),
    ...{ elapsed: () => Date.now() + round * ROUND_MS, freshMs: 1, deadlineMs: DEADLINE_MS, pageSize: PAGE_SIZE },
  })
  const handle = simulator.handle
  const read = () => {
    round += 1
    given.clear()
    return reader.read(
      { platform, handle, variant: 'posts', after: undefined, access: PUBLIC },
      AbortSignal.timeout(DEADLINE_MS),
    )
  }
  try {
    const { posts, source } = await read()
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const context = again({
      ...{
        platform,
        source,
        handle,
        signal,
        isClientHost: () => false,
        isLater: false,
        licenseId: undefined,
        access: PUBLIC,
      },
      deadline: Date.now() + DEADLINE_MS,
    })
    const map = async () => {
      given.clear()
      const request = { ...context, ask: context.send, handle, limit: PAGE_SIZE }
      const account = source.account(request)
      await source.posts({ ...request, variant: 'posts', after: undefined, account: () => account })
    }
    const texts = [...heard.values()].map((response) => response.text())
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

/** A recorded response, to be decoded and parsed again. Its bytes are copied, because the reader frees them. */
const replayed = (response: Response | undefined): Response | undefined => {
  const source = response && sourceOfResponse(response)
  return source && receiveResponse({ ...source.received, body: copyBytes(source.received.body) }, source.secrets)
}

/** Parses like a mapper: JSON, a feed, or a page. */
const parse = (text: string): unknown => {
  if (/^\s*[[{]/.test(text)) return JSON.parse(text)
  return /<(?:rss|feed)[\s>]/.test(text.slice(0, 500)) ? parseFeed(responseOf(text)) : readPageTree(text)
}

/** Milliseconds of this thread's own time, on average, after a warm-up. */
const timeEach = async (task: () => unknown, times: number): Promise<number> => {
  for (let n = 0; n < times; n += 1) await task()
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n += 1) await task()
  const after = process.threadCpuUsage()
  return (after.user - before.user + after.system - before.system) / 1_000 / times
}
