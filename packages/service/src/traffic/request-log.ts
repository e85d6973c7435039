// The traffic of the service: the request log, and counts of requests for charts. Requests are only put into memory; a
// timer writes them to the store in batches. It must never slow or fail a request.

import type { Store } from '../storage/store.ts'
import { StoreError } from '../storage/store-error.ts'
import { slotOf } from './durations.ts'
import { ABORTED, coldMeasure, errorMeasure, STEPS, successMeasure, type Units } from './measures.ts'
import { createRequestQueue, type NewRequest, type QueueLimits } from './request-queue.ts'
import { createTrafficCounter } from './traffic-counter.ts'
import { trimRequestLog } from './trim-request-log.ts'

/** How often what waits is written. */
export const FLUSH_INTERVAL_MS = 1_000
/** The counts are written with every fifth flush. */
const FLUSHES_PER_COUNT = 5
/** The log is trimmed when this share of its rows was added. */
const TRIM_SHARE = 1 / 20

/** The end of a request, for the counts. */
export type FinishedRequest = {
  /** The license, if it is known. */
  readonly isLicensed: boolean
  /** null when the client hung up. */
  readonly status: number | null
  readonly code: string | null
  readonly platform: string | null
  readonly cache: NewRequest['cache']
  /** Whether it read a page of posts. */
  readonly isScan: boolean
  readonly durationMs: number
  /** What it was charged. */
  readonly units: Units | undefined
  readonly charged: number
}

export type RequestLogOptions = {
  readonly store: Pick<Store, 'requests' | 'traffic'>
  readonly now: () => number
  readonly replica: string
  /** Distinguishes this process from all others. */
  readonly idPrefix: string
  /** How long requests are kept; 0 if none are logged. Counts are kept all the same. */
  readonly keptMs: number
  /** Requests with a license that are kept at most, and a tenth as many without. */
  readonly maxRows: number
  readonly onRows: (outcome: 'written' | 'dropped', count: number) => void
  /** Called once, until the store is available again. */
  readonly onStoreError: (error: unknown) => void
  /** Called with a bug in `describe`: it must not affect a request. */
  readonly onFault: (error: unknown) => void
  /** Smaller in tests. */
  readonly limits?: QueueLimits
}

export type RequestLog = {
  readonly keptMs: number
  readonly maxRows: number
  /** `describe` is called only if the request goes into the log. */
  finish(request: FinishedRequest, describe: () => NewRequest): void
  /** Writes all that was finished before the call. Never rejects. */
  flush(): Promise<void>
  /** Deletes what is too old or too much. Rejects when the store is unavailable. */
  sweep(): Promise<void>
  /** Writes the rest. Never rejects. */
  stop(): Promise<void>
}

export const createRequestLog = (options: RequestLogOptions): RequestLog => {
  const { store, now, keptMs, maxRows, onRows, onStoreError, onFault } = options
  const queue = createRequestQueue(options)
  const counter = createTrafficCounter(now)
  let isFailing = false
  let untrimmed = 0
  let flushes = 0
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  const countTraffic = (request: FinishedRequest): void => {
    const { status, code, cache, isScan, durationMs, units, charged } = request
    const platform = request.platform ?? ''
    if (status === null) counter.count(platform, ABORTED)
    else if (code !== null) counter.count(platform, errorMeasure(code))
    else {
      counter.count(platform, successMeasure(cache))
      if (isScan && cache === 'miss') counter.count(platform, coldMeasure(slotOf(durationMs)))
      if (units !== undefined && charged > 0) counter.count(platform, units, charged)
    }
  }

  const trim = () => trimRequestLog(store.requests, { keptMs, maxRows, now: now() })

  const writeRequests = async (): Promise<void> => {
    const { requests, dropped } = queue.take()
    if (dropped > 0) onRows('dropped', dropped)
    if (requests.length === 0) return
    try {
      await store.requests.add(requests)
      onRows('written', requests.length)
      untrimmed += requests.length
    } catch (error) {
      // What the store rejects once it would always reject.
      if (error instanceof StoreError && error.kind === 'rejected') onRows('dropped', requests.length)
      else queue.giveBack(requests)
      throw error
    }
  }

  /** After a lost connection, counts may be added twice: better than a gap in every chart. */
  const writeCounts = async (): Promise<void> => {
    const counts = counter.take()
    if (counts.length === 0) return
    try {
      await store.traffic.add(counts)
    } catch (error) {
      counter.giveBack(counts)
      throw error
    }
  }

  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!isFailing) onStoreError(error)
      isFailing = true
      return false
    }
  }

  const write = async (hasCounts: boolean): Promise<void> => {
    const isWritten = await attempt(async () => {
      await writeRequests()
      if (untrimmed > maxRows * TRIM_SHARE) {
        untrimmed = 0
        await trim()
      }
    })
    const isCounted = hasCounts ? await attempt(writeCounts) : true
    if (isWritten && isCounted) isFailing = false
  }

  /** One write at a time, and at most one that waits: a store that hangs is not called again and again. */
  const flush = (hasCounts: boolean): Promise<void> => {
    if (running === undefined) {
      running = write(hasCounts).finally(() => {
        running = undefined
      })
      return running
    }
    following ??= running.then(() => {
      following = undefined
      return flush(hasCounts)
    })
    return following
  }

  return {
    keptMs,
    maxRows,
    finish(request, describe) {
      countTraffic(request)
      if (keptMs === 0) return
      const isCached = request.code === null && request.cache !== null && request.cache !== 'miss'
      if (!queue.admits(request.isLicensed, isCached)) return
      try {
        queue.add(describe())
      } catch (error) {
        onFault(error)
      }
    },
    flush() {
      flushes += 1
      return flush(flushes % FLUSHES_PER_COUNT === 0)
    },
    async sweep() {
      await trim()
      for (const step of STEPS) await store.traffic.sweep(step.stepMs, now() - step.keptMs)
    },
    async stop() {
      await (following ?? running)
      await flush(true)
    },
  }
}
