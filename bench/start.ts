// What it takes from the start of the command until it says that it listens, on a store that is there, and what the first
// token and the first scan after that wait for.

import { median } from './figures.ts'
import { processorMsOf } from './processor-time.ts'
import { prepareStore, startCommand } from './service.ts'

export type Start = {
  readonly readyMs: number
  /** Of all threads, until then. */
  readonly processorMs: number
  readonly firstResponsesMs: number
}

const SCAN = { platform: 'sandbox', handle: 'demo' }

/** Medians of so many starts. */
export const measureStarts = async (rounds: number): Promise<Start> => {
  const store = await prepareStore()
  const starts: Start[] = []
  try {
    // The first one compiles what the others read.
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
