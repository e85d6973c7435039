// What hostile answers cost everybody else: each body of the corpus singly and fifty at once, and beside it how long the event
// loop was held and what another client's warm scans took.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_BODIES, type HostileBody } from '../packages/service/test/hostile/bodies.ts'
import { addressOf, handleOf } from '../packages/service/test/hostile/hostile-site.ts'
import { startChild } from './child.ts'
import { percentile, round } from './figures.ts'
import { startService } from './service.ts'

const SITE = new URL('./servers/hostile.ts', import.meta.url).pathname
const WATCH = new URL('./servers/watch-loop.ts', import.meta.url).href
const AT_ONCE = 50
const WARM = { platform: 'sandbox', handle: 'demo' }
/** Between two warm scans of the other client. */
const WARM_EVERY_MS = 5
const PLATFORMS = [...new Set(HOSTILE_BODIES.map(({ at }) => at))].filter((at) => at !== 'link' && at !== 'post')

export type Held = {
  readonly what: string
  /** How long the event loop was held at most. */
  readonly maxMs: number
  readonly warmP99Ms: number
  readonly seconds: number
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>
}

type Attack = { readonly what: string; readonly asks: readonly (readonly [path: string, body: unknown])[] }

/** Nothing that is held from an attack before answers the next one. */
const attackWith = (body: HostileBody, origin: string, count: number): Attack => {
  const n = HOSTILE_BODIES.indexOf(body)
  const ask = (time: number): readonly [string, unknown] => {
    const handle = handleOf(body, n)
    if (handle === undefined) return [`/validate-${body.at}`, { url: `${addressOf(origin, n)}?${count}-${time}` }]
    return ['/scan-profile', { platform: body.at, handle: handle.replace(`h${n}h`, `${count}x${time}h${n}h`) }]
  }
  return { what: `${body.at}: ${body.what}`, asks: Array.from({ length: count }, (_, time) => ask(time)) }
}

export const measureHostile = async (
  tell: (times: number, held: Held) => void,
  bodies: readonly HostileBody[] = HOSTILE_BODIES,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-hostile-'))
  const file = join(folder, 'delays.json')
  const site = await startChild(SITE, [])
  const standIns = Object.fromEntries(PLATFORMS.map((id) => [`${id.toUpperCase()}_BASE_URL`, site.origin]))
  const service = await startService({
    ...standIns,
    EGRESS_ALLOW: new URL(site.origin).host,
    EGRESS_HOST_PER_MINUTE: '100000',
    NODE_OPTIONS: `--import ${WATCH}`,
    LOOP_DELAY_FILE: file,
  })

  const delays = async (): Promise<{ readonly maxMs: number }> => {
    await rm(file, { force: true })
    process.kill(service.pid, 'SIGUSR2')
    for (;;) {
      const told = await readFile(file, 'utf8').catch(() => '')
      if (told !== '') return JSON.parse(told)
      await sleep(5)
    }
  }

  const warmScan = async (): Promise<number> => {
    const startedAt = performance.now()
    await (await service.ask('/scan-profile', WARM)).arrayBuffer()
    return performance.now() - startedAt
  }

  const play = async ({ what, asks }: Attack): Promise<Held> => {
    await delays()
    const startedAt = performance.now()
    let isOver = false
    const attack = Promise.all(
      asks.map(async ([path, body]) => {
        const answer = await service.ask(path, body)
        await answer.arrayBuffer()
        return answer.status
      }),
    ).finally(() => {
      isOver = true
    })
    const warm: number[] = []
    do {
      warm.push(await warmScan())
      await sleep(WARM_EVERY_MS)
    } while (!isOver || warm.length < 100)
    const told = await attack
    const seconds = (performance.now() - startedAt) / 1_000
    const statuses = Object.fromEntries(
      [...Map.groupBy(told, (status) => status)].map(([status, all]) => [status, all.length]),
    )
    const { maxMs } = await delays()
    return { what, maxMs: round(maxMs), warmP99Ms: round(percentile(warm, 99)), seconds: round(seconds), statuses }
  }

  try {
    for (let n = 0; n < 200; n += 1) await warmScan()
    for (const count of [1, AT_ONCE]) {
      tell(count, await play({ what: 'nothing hostile', asks: [] }))
      for (const body of bodies) tell(count, await play(attackWith(body, site.origin, count)))
    }
  } finally {
    await service.stop()
    await site.stop()
    await rm(folder, { recursive: true })
  }
}
