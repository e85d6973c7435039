// What hostile responses cost other clients: for each body of the corpus, once and fifty times at the same time, how
// long the event loop was blocked, and the latency of another client's warm scans.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_BODIES, type HostileBody } from '../packages/service/test/hostile/bodies.ts'
import { startChild } from './child.ts'
import { percentile, round } from './figures.ts'
import { requestFor, settingsFor } from './hostile-requests.ts'
import { startService } from './service.ts'
import { startWarmClient } from './warm-client.ts'

const SITE = new URL('./servers/hostile.ts', import.meta.url).pathname
const WATCH = new URL('./servers/watch-loop.ts', import.meta.url).href
const AT_ONCE = 50
const WARM_UP_SCANS = 200
const LEAST_SCANS = 100
/** Scans without an attack: as many as during a long attack, so that the 99th percentile is comparable. */
const QUIET_SCANS = 1_000

export type HostileCost = {
  readonly what: string
  /** The longest time that the event loop was blocked. */
  readonly maxMs: number
  readonly warmP99Ms: number
  readonly seconds: number
  /** How often each status was returned. */
  readonly statuses: Readonly<Record<number, number>>
}

type Attack = { readonly what: string; readonly requests: readonly (readonly [path: string, body: unknown])[] }

const attackWith = (body: HostileBody, origin: string, count: number): Attack => ({
  what: `${body.at}: ${body.what}`,
  requests: Array.from({ length: count }, (_, time) => requestFor(body, origin, `x${count}x${time}`)),
})

export const measureHostile = async (
  print: (times: number, cost: HostileCost) => void,
  bodies: readonly HostileBody[] = HOSTILE_BODIES,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-hostile-'))
  const file = join(folder, 'delays.json')
  const site = await startChild(SITE, [])
  const service = await startService({
    ...settingsFor(site.origin),
    EGRESS_ALLOW: new URL(site.origin).host,
    EGRESS_HOST_PER_MINUTE: '100000',
    NODE_OPTIONS: `--import ${WATCH}`,
    LOOP_DELAY_FILE: file,
  })

  const neighbor = startWarmClient(service.origin, service.authorization)
  // The attackers represent other machines: they only get CPU time that nothing else needs. The priority applies
  // only to the process's first thread; the other client's thread exists already, and keeps its own.
  for (const pid of [site.pid, process.pid]) setPriority(pid, constants.priority.PRIORITY_LOW)
  const delays = async (): Promise<{ readonly maxMs: number }> => {
    await rm(file, { force: true })
    process.kill(service.pid, 'SIGUSR2')
    for (;;) {
      const reported = await readFile(file, 'utf8').catch(() => '')
      if (reported !== '') return JSON.parse(reported)
      await sleep(5)
    }
  }

  const play = async ({ what, requests }: Attack, least = LEAST_SCANS): Promise<HostileCost> => {
    await delays()
    const startedAt = performance.now()
    const end = neighbor.begin(least)
    const returned = await Promise.all(
      requests.map(async ([path, body]) => {
        const response = await service.send(path, body)
        await response.arrayBuffer()
        return response.status
      }),
    )
    const warm = await end()
    const seconds = (performance.now() - startedAt) / 1_000
    const statuses = Object.fromEntries(
      [...Map.groupBy(returned, (status) => status)].map(([status, all]) => [status, all.length]),
    )
    const { maxMs } = await delays()
    return { what, maxMs: round(maxMs), warmP99Ms: round(percentile(warm, 99)), seconds: round(seconds), statuses }
  }

  try {
    await neighbor.begin(WARM_UP_SCANS)()
    for (const count of [1, AT_ONCE]) {
      print(count, await play({ what: 'no attack', requests: [] }, QUIET_SCANS))
      for (const body of bodies) print(count, await play(attackWith(body, site.origin, count)))
    }
  } finally {
    await neighbor.close()
    await service.stop()
    await site.stop()
    await rm(folder, { recursive: true })
  }
}
