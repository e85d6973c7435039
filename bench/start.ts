// Measures the time from the start of the command until it listens, on an existing store, and until the first token and
// the first scan after that.

import { median } from './figures.ts'
import { processorMsOf } from './processor-time.ts'
import { prepareStore, startCommand } from './service.ts'

export type Start = {
  readonly readyMs: number
  /** CPU time of all threads until then. */
  readonly processorMs: number
  readonly firstResponsesMs: number
}

const SCAN = { platform: 'sandbox', handle: 'demo' }

/** Medians of that many starts. */
export const measureStarts = async (rounds: number): Promise<Start> => {
  const store = await prepareStore()
  const starts: Start[] = []
  try {
    // The first start fills the compile cache.
    await (await startCommand(store)).child.stop()
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now()
      const { child, exchange, post } = await startCommand(store)
      const readyAt = performance.now()
      const processorMs = await processorMsOf(child.pid)
      await post('/scan-profile', SCAN, { authorization: await exchange() })
      starts.push({ readyMs: readyAt - from, processorMs, firstResponsesMs: performance.now() - readyAt })
      await child.stop()
    }
  } finally {
    await store.dispose()
  }
  const middle = (of: keyof Start) => median(starts.map((start) => start[of]))
  return {
    readyMs: middle('readyMs'),
    processorMs: middle('processorMs'),
    firstResponsesMs: middle('firstResponsesMs'),
  }
}
