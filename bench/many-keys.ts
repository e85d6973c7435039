// Resident memory of a service while and after it scans many different profiles over HTTP, once each: default settings,
// store on disk.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { round } from './figures.ts'
import { prepareStore, serveFrom } from './service.ts'

const FILE = new URL('./servers/many-profiles.ts', import.meta.url).pathname
const AT_ONCE = 50
const SAMPLE_MS = 1_000
const QUIET_MS = 15_000
const BYTES_PER_MIB = 1024 * 1024

/** Resident memory of the process, in megabytes (10^6 bytes). */
export type ManyKeys = {
  readonly keys: number
  readonly seconds: number
  readonly idleMb: number
  readonly medianMb: number
  readonly peakMb: number
  /** When the last response has arrived. */
  readonly endMb: number
  /** After a time without requests. */
  readonly quietMb: number
}

export const measureManyKeys = async (keys: number): Promise<ManyKeys> => {
  const store = await prepareStore()
  const service = await serveFrom(store, {}, FILE)
  const residentMb = async () => round(((await service.residentMb()) * BYTES_PER_MIB) / 1e6, 0)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let { authorization } = service

  const scan = (key: number): Promise<string | undefined> => {
    const body = JSON.stringify({ platform: 'made', handle: String(key) })
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length }
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
    const sent = request(`${service.origin}/api/v1/scan-profile`, { agent, method: 'POST', headers }, (response) => {
      response.resume().once('error', reject)
      response.once('end', () => resolve(response.headers['x-cache']?.toString()))
    })
    sent.once('error', reject).end(body)
    return promise
  }
  let requested = 0
  const work = async () => {
    while (requested < keys) {
      requested += 1
      const cache = await scan(requested)
      if (cache !== 'miss') throw new Error(`Not a cold scan: X-Cache is ${cache}`)
    }
  }

  const idleMb = await residentMb()
  const samples: number[] = []
  const sampling = setInterval(async () => {
    samples.push(await residentMb())
    // The service reuses a token until it is about to expire.
    if (samples.length % 60 === 0) authorization = await service.exchange()
  }, SAMPLE_MS)
  try {
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const seconds = round((performance.now() - startedAt) / 1000, 0)
    clearInterval(sampling)
    const endMb = await residentMb()
    const medianMb = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? endMb
    const peakMb = Math.max(endMb, ...samples)
    await sleep(QUIET_MS)
    return { keys, seconds, idleMb, medianMb, peakMb, endMb, quietMb: await residentMb() }
  } finally {
    clearInterval(sampling)
    agent.destroy()
    await service.stop()
    await store.dispose()
  }
}
