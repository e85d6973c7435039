// Images in other sizes: rendered for the first time against a bare script with the same sharp, served again from disk,
// and what rendering costs scans, the event loop and memory.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import { median, percentile, sum } from './figures.ts'
import { childrenOf } from './hold-processes.ts'
import { processorMsOf } from './processor-time.ts'
import { startService } from './service.ts'
import { startWarmClient } from './warm-client.ts'
import { type Figures, runWrk } from './wrk.ts'

const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url)
const WIDTH = 320
const ACCEPT = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }
/** As many as a browser opens to a host. */
const AT_ONCE = 6
const AT_ONCE_UNDER_WAY = 50
const PAGES_UNDER_WAY = 4
/** In each turn. */
const SCANS = 500
const CONNECTIONS = 32

export type MediaCosts = {
  readonly cold: Readonly<Record<'service' | 'bare', { readonly ms: number; readonly processorMs: number }>>
  readonly warm: Readonly<Record<'304' | '200', Figures & { readonly bytes: number }>>
  readonly scans: { readonly quietP99Ms: number; readonly busyP99Ms: number; readonly rendered: number }
  readonly hostile: readonly { readonly what: string; readonly status: number; readonly loopMs: number }[]
  readonly residentMb: Readonly<Record<'service' | 'renderers', number>>
}

type Page = { readonly data: { readonly body: { readonly posts: readonly { readonly media: readonly Medium[] }[] } } }
type Medium = { readonly url: string; readonly originalUrl: string; readonly sizes: readonly number[] }

export const measureMedia = async (rounds: number, seconds: number): Promise<MediaCosts> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-media-'))
  const delayFile = join(folder, 'delays.json')
  const site = await startChild(at('images').pathname, [])
  const bare = await startChild(at('bare-images').pathname, [])
  const service = await startService({
    MEDIA: 'proxy',
    EGRESS_ALLOW: new URL(site.origin).host,
    EGRESS_HOST_PER_MINUTE: '100000',
    NODE_OPTIONS: `--import ${at('watch-loop').href}`,
    LOOP_DELAY_FILE: delayFile,
  })
  const { pid } = service

  /** The media of a page that nobody has asked for before. */
  const mediaOf = async (path: string): Promise<readonly Medium[]> => {
    const response = await service.send('/scan-profile', { platform: 'rss', handle: `${site.origin}/${path}/` })
    const { data } = (await response.json()) as Page
    const media = data.body.posts.flatMap((post) => post.media)
    if (media.some(({ sizes }) => !sizes.includes(WIDTH))) throw new Error('An image cannot be had in this width')
    return media
  }
  const urlOf = ({ url }: Medium, width = WIDTH): string => `${service.origin}${new URL(url).pathname}?w=${width}`
  const get = async (url: string, headers: Record<string, string> = ACCEPT) => {
    const response = await fetch(url, { headers })
    return { status: response.status, etag: response.headers.get('etag') ?? '', bytes: (await response.bytes()).length }
  }
  /** Returns how many came. */
  const getAll = async (urls: readonly string[], atOnce: number): Promise<number> => {
    const left = [...urls]
    let came = 0
    const run = async () => {
      for (let url = left.pop(); url !== undefined; url = left.pop()) if ((await get(url)).status === 200) came += 1
    }
    await Promise.all(Array.from({ length: atOnce }, run))
    return came
  }

  const processorMs = async (): Promise<number> => {
    const all = await Promise.all([pid, ...(await childrenOf(pid))].map(processorMsOf))
    return sum(all)
  }
  const timed = async (used: () => Promise<number>, work: () => Promise<unknown>) => {
    const [startedAt, before] = [performance.now(), await used()]
    await work()
    return { ms: performance.now() - startedAt, processorMs: (await used()) - before }
  }
  const middle = (all: readonly { ms: number; processorMs: number }[]) => ({
    ms: median(all.map((each) => each.ms)),
    processorMs: median(all.map((each) => each.processorMs)),
  })
  /** The longest time that the event loop was blocked since the last call. */
  const loopMs = async (): Promise<number> => {
    await rm(delayFile, { force: true })
    process.kill(pid, 'SIGUSR2')
    for (;;) {
      const reported = await readFile(delayFile, 'utf8').catch(() => '')
      if (reported !== '') return (JSON.parse(reported) as { maxMs: number }).maxMs
      await sleep(5)
    }
  }

  const measureCold = async () => {
    const costs: Record<'service' | 'bare', { ms: number; processorMs: number }[]> = { service: [], bare: [] }
    for (let round = -1; round < rounds; round += 1) {
      const media = await mediaOf(`feed/cold-${round}`)
      const ofService = await timed(processorMs, () =>
        getAll(
          media.map((each) => urlOf(each)),
          AT_ONCE,
        ),
      )
      const body = JSON.stringify({ urls: media.map(({ originalUrl }) => originalUrl), width: WIDTH })
      const ofBare = await timed(
        () => processorMsOf(bare.pid),
        () => fetch(bare.origin, { method: 'POST', body }).then((response) => response.json()),
      )
      // The first round warms both up.
      if (round === -1) continue
      costs.service.push(ofService)
      costs.bare.push(ofBare)
    }
    return { service: middle(costs.service), bare: middle(costs.bare) }
  }

  const measureWarm = async () => {
    const [first] = await mediaOf('feed/warm')
    if (first === undefined) throw new Error('The page has no image')
    const url = urlOf(first, 640)
    const { bytes, etag } = await get(url, { accept: 'image/webp' })
    const load = (headers: Record<string, string>) =>
      runWrk({ url, headers: { accept: 'image/webp', ...headers }, seconds, connections: CONNECTIONS })
    return {
      304: { ...(await load({ 'if-none-match': etag })), bytes: 0 },
      200: { ...(await load({})), bytes },
    }
  }

  /** In turns, since the speed of the machine changes within seconds. */
  const measureScans = async () => {
    const neighbor = startWarmClient(service.origin, service.authorization)
    await neighbor.begin(200)()
    // The pages are scanned before, so that only images are new.
    const waiting: string[] = []
    for (let page = 0; page < PAGES_UNDER_WAY * rounds; page += 1)
      for (const medium of await mediaOf(`feed/busy-${page}`))
        waiting.push(...[160, 320, 640, 960].map((width) => urlOf(medium, width)))
    const [quiet, busy]: [number[], number[]] = [[], []]
    let rendered = 0
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(percentile(await neighbor.begin(SCANS)(), 99))
      let isOver = false
      const end = neighbor.begin(SCANS)
      const images = (async () => {
        while (!isOver && waiting.length > 0)
          rendered += await getAll(waiting.splice(0, AT_ONCE_UNDER_WAY), AT_ONCE_UNDER_WAY)
      })()
      busy.push(percentile(await end(), 99))
      isOver = true
      await images
    }
    await neighbor.close()
    return { quietP99Ms: median(quiet), busyP99Ms: median(busy), rendered }
  }

  const measureHostile = async () => {
    const names = JSON.parse(site.line.slice(site.line.indexOf(' '))) as readonly string[]
    const media = await mediaOf('hostile/once')
    const costs: { what: string; status: number; loopMs: number }[] = []
    for (const [index, medium] of media.entries()) {
      await loopMs()
      const { status } = await get(urlOf(medium))
      costs.push({ what: names[index] ?? '', status, loopMs: await loopMs() })
    }
    return costs
  }

  const residentMb = async () => {
    const of = async (each: number) => {
      const status = await readFile(`/proc/${each}/status`, 'utf8').catch(() => '')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    }
    const renderers = await Promise.all((await childrenOf(pid)).map(of))
    return { service: await of(pid), renderers: sum(renderers) }
  }

  try {
    const cold = await measureCold()
    const warm = await measureWarm()
    const scans = await measureScans()
    const resident = await residentMb()
    return { cold, warm, scans, residentMb: resident, hostile: await measureHostile() }
  } finally {
    await service.stop()
    for (const { stop } of [bare, site]) await stop()
    await rm(folder, { recursive: true })
  }
}
