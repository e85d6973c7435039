// An hour of normal and hostile load at a modest rate, and the resident memory of the service during and after it.

import { startChild } from './child.ts'
import { mean, percentile, round } from './figures.ts'
import { settingsFor } from './hostile-requests.ts'
import { startService } from './service.ts'
import { createSoakLoad } from './soak-load.ts'

export type SoakOptions = {
  readonly minutes: number
  readonly perSecond: number
  readonly print: (line: string) => void
}

const UPSTREAM = new URL('./servers/soak-upstream.ts', import.meta.url).pathname
const SAMPLE_MS = 10_000
/** The service returns the same token until it is about to expire. */
const RENEW_MS = 30_000
/** Time for requests in flight to end. */
const QUIET_MS = 60_000
const PRINT_EVERY = 18
const BEAT_MS = 50
/** Hostile plays take seconds each; more than this at the same time must wait. */
const MAX_OPEN = 400

/** Megabytes (10^6) a minute, by least squares over equally spaced samples. */
const slopeOf = (samples: readonly number[]): number => {
  const mid = (samples.length - 1) / 2
  const average = mean(samples)
  const weighed = samples.reduce((sum, each, n) => sum + (n - mid) * (each - average), 0)
  const squares = samples.reduce((sum, _, n) => sum + (n - mid) ** 2, 0)
  return ((weighed / squares) * 60_000) / SAMPLE_MS
}

export const soak = async ({ minutes, perSecond, print }: SoakOptions): Promise<void> => {
  const upstream = await startChild(UPSTREAM, [])
  const upstreams = upstream.line.split(' ')
  const service = await startService({
    // Wrong keys come from many IP addresses, so that this one can still request its token.
    TRUST_PROXY: 'true',
    ...settingsFor(upstreams[0] ?? ''),
    EGRESS_ALLOW: upstreams.map((each) => new URL(each).host).join(),
  })
  let token = service.authorization
  const renew = async () => {
    // A failed request is repeated; until then, the old token is valid.
    token = await service.exchange().catch(() => token)
  }
  const load = createSoakLoad({ origin: service.origin, authorization: () => token, upstreams })
  const samples: number[] = []
  let [open, sent] = [0, 0]
  const startedAt = Date.now()
  const tell = () => {
    const all = `min ${round(Math.min(...samples), 0)}   median ${round(percentile(samples, 50), 0)}   max ${round(Math.max(...samples), 0)}`
    print(
      `  ${round((Date.now() - startedAt) / 60_000, 1)} min   ${sent} requests   now ${round(samples.at(-1) ?? 0, 0)} MB   ${all}`,
    )
  }
  const sample = async () => {
    samples.push(((await service.residentMb()) * 1024 * 1024) / 1e6)
    if (samples.length % PRINT_EVERY === 0) tell()
  }
  const beat = () => {
    const due = ((Date.now() - startedAt) / 1000) * perSecond
    for (; sent < due && open < MAX_OPEN; sent += 1) {
      open += 1
      load.next().finally(() => {
        open -= 1
      })
    }
  }
  const timers = [setInterval(beat, BEAT_MS), setInterval(sample, SAMPLE_MS), setInterval(renew, RENEW_MS)]
  await new Promise((resolve) => setTimeout(resolve, minutes * 60_000))
  for (const timer of timers) clearInterval(timer)
  tell()
  print(
    `  last ${round(samples.at(-1) ?? 0, 0)} MB   second half grows by ${round(slopeOf(samples.slice(samples.length / 2)))} MB a minute`,
  )
  const responses = load.answers()
  for (const [kind, count] of Object.entries(load.requested())) {
    const reported = Object.entries(responses[kind] ?? {}).map(([status, times]) => `${status}: ${times}`)
    print(`  ${kind.padEnd(26)} ${String(count).padStart(7)}   ${reported.join('   ')}`)
  }
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  await sample()
  print(`  ${round(samples.at(-1) ?? 0, 0)} MB after ${QUIET_MS / 1000} s without requests`)
  load.close()
  await service.stop()
  await upstream.stop()
}
