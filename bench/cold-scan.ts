// What the service adds to a cold scan: the time of a scan that asks its platform, less the time of asking the platform.

import { startChild } from './child.ts'
import { median } from './figures.ts'
import { processorMsOf } from './processor-time.ts'
import { startService } from './service.ts'

const FEED = new URL('./servers/feed.ts', import.meta.url).pathname

export type ColdScan = {
  readonly directMs: number
  readonly scanMs: number
  /** Processor time of the service for a scan, in all its threads: other programs on the machine do not change it much. */
  readonly processorMs: number
}

export const measureColdScan = async (scans: number): Promise<ColdScan> => {
  const upstream = await startChild(FEED, [])
  const { host } = new URL(upstream.origin)
  const service = await startService({ RSS_BASE_URL: upstream.origin, EGRESS_ALLOW: host })
  const direct: number[] = []
  const scanned: number[] = []
  const warmUp = Math.ceil(scans / 10)
  let usedBefore = 0
  try {
    // The two take turns; the first tenth warms up and is not counted.
    for (let n = 0; n < scans; n += 1) {
      if (n === warmUp) usedBefore = await processorMsOf(service.pid)
      const fetched = await time(async () => (await fetch(`${upstream.origin}/${n}`)).arrayBuffer())
      const scan = await time(async () => {
        const answer = await service.ask('/scan-profile', {
          platform: 'rss',
          handle: `https://blog-${n}.example.com/feed.json`,
        })
        if (answer.headers.get('x-cache') !== 'miss') throw new Error(`Not a cold scan: ${await answer.text()}`)
        await answer.arrayBuffer()
      })
      if (n < warmUp) continue
      direct.push(fetched)
      scanned.push(scan)
    }
    const processorMs = ((await processorMsOf(service.pid)) - usedBefore) / scanned.length
    return { directMs: median(direct), scanMs: median(scanned), processorMs }
  } finally {
    await service.stop()
    await upstream.stop()
  }
}

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
