// Resident memory of a service while and after it validates pages of a megabyte, fifty at the same time. Each costs as
// much as a page can: tags to walk, characters outside of Latin-1, quotes to escape.

import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from './child.ts'
import { round } from './figures.ts'
import { startService } from './service.ts'

const UPSTREAM = new URL('./servers/soak-upstream.ts', import.meta.url).pathname
const AT_ONCE = 50
/** Hosts have a limit of requests a minute. */
const ROUNDS = 6
const SAMPLE_MS = 20
const QUIET_MS = 15_000
const BYTES_PER_MIB = 1024 * 1024

/** In megabytes (10^6 bytes). */
export type ManyBodies = {
  readonly idleMb: number
  readonly peakMb: number
  /** After a time without requests. */
  readonly quietMb: number
  /** How many responses were pages. */
  readonly answered: number
  readonly requested: number
  readonly slowestMs: number
}

export const measureManyBodies = async (): Promise<ManyBodies> => {
  const upstream = await startChild(UPSTREAM, [])
  const origins = upstream.line.split(' ')
  const service = await startService({ EGRESS_ALLOW: origins.map((each) => new URL(each).host).join() })
  const residentMb = async () => round(((await service.residentMb()) * BYTES_PER_MIB) / 1e6, 0)
  const samples: number[] = []
  const sampling = setInterval(async () => samples.push(await residentMb()), SAMPLE_MS)
  let [answered, slowestMs] = [0, 0]
  const validate = async (n: number) => {
    const startedAt = performance.now()
    const response = await service.send('/validate-link', { url: `${origins[n % origins.length]}/costly/${n}` })
    await response.arrayBuffer()
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    if (response.ok) answered += 1
  }
  try {
    const idleMb = await residentMb()
    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => validate(round * AT_ONCE + n)))
    const peakMb = Math.max(...samples)
    await sleep(QUIET_MS)
    const quietMb = await residentMb()
    return { idleMb, peakMb, quietMb, answered, requested: ROUNDS * AT_ONCE, slowestMs: round(slowestMs, 0) }
  } finally {
    clearInterval(sampling)
    await service.stop()
    await upstream.stop()
  }
}
