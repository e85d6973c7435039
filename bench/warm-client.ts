// Another client: it makes one warm scan after the other, and measures each. It has a thread of its own, so that a busy
// event loop of the benchmark is not counted as the service's latency.

import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

type Target = { readonly url: string; readonly authorization: string }

export type WarmClient = {
  /** Begins to scan; the returned function ends it, and resolves to the milliseconds of each scan, at least `least` of
   * them. */
  begin(least: number): () => Promise<readonly number[]>
  close(): Promise<void>
}

const BODY = JSON.stringify({ platform: 'sandbox', handle: 'demo' })
/** The pause between two scans. */
const PAUSE_MS = 5

export const startWarmClient = (origin: string, authorization: string): WarmClient => {
  const target: Target = { url: `${origin}/api/v1/scan-profile`, authorization }
  const worker = new Worker(new URL(import.meta.url), { workerData: target })
  let waiting = Promise.withResolvers<readonly number[]>()
  worker.on('message', (took: readonly number[]) => waiting.resolve(took))
  worker.on('error', (error) => waiting.reject(error))
  return {
    begin(least) {
      waiting = Promise.withResolvers()
      worker.postMessage(least)
      return () => {
        worker.postMessage('end')
        return waiting.promise
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

const scan = async ({ url, authorization }: Target): Promise<number> => {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: BODY,
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A warm scan returned status ${response.status}`)
  return performance.now() - startedAt
}

if (!isMainThread) {
  let isOver = false
  parentPort?.on('message', async (reported: number | 'end') => {
    if (reported === 'end') {
      isOver = true
      return
    }
    isOver = false
    const took: number[] = []
    while (!isOver || took.length < reported) {
      took.push(await scan(workerData))
      await sleep(PAUSE_MS)
    }
    parentPort?.postMessage(took)
  })
}
