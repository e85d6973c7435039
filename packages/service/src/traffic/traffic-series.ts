// Traffic counts → series for charts: an entry for each period of the range, empty ones included, so that a quiet hour
// is a zero and not a line between its neighbors.

import type { CacheState, Span, TrafficCount } from '../storage/store.ts'
import { type Histogram, quantile } from './durations.ts'
import { RANGES, type Range, readMeasure, type Units } from './measures.ts'

export type ColdScans = {
  readonly counts: readonly number[]
  /** null for a period without any. */
  readonly p50Ms: readonly (number | null)[]
  readonly p99Ms: readonly (number | null)[]
}

export type TrafficSeries = {
  readonly stepMs: number
  /** The start of each period. */
  readonly times: readonly number[]
  readonly requests: readonly number[]
  readonly errors: readonly number[]
  readonly aborted: readonly number[]
  readonly errorCodes: ReadonlyMap<string, readonly number[]>
  /** Requests and errors of each platform. */
  readonly platforms: ReadonlyMap<string, { readonly requests: readonly number[]; readonly errors: readonly number[] }>
  readonly cache: Readonly<Record<CacheState, readonly number[]>>
  readonly coldScans: ColdScans
  /** Of the whole range. */
  readonly allColdScans: Histogram
  readonly quota: Readonly<Record<Units, readonly number[]>>
}

/** The periods of a range; the last one is running. Periods start at whole steps since the epoch, in UTC. */
export const spanOf = (range: Range, now: number): Span => {
  const { stepMs, steps } = RANGES[range]
  const before = (Math.floor(now / stepMs) + 1) * stepMs
  return { from: before - steps * stepMs, before }
}

/** Counts by name, created when they are first needed. */
const createCounters = <T>(create: () => T) => {
  const counters = new Map<string, T>()
  const of = (name: string): T => {
    const found = counters.get(name) ?? create()
    counters.set(name, found)
    return found
  }
  return { counters, of }
}

/** `counts`: those of the span of the range. */
export const toSeries = (range: Range, { from }: Span, counts: readonly TrafficCount[]): TrafficSeries => {
  const { stepMs, steps } = RANGES[range]
  const zeros = () => Array.from({ length: steps }, () => 0)
  const [requests, errors, aborted] = [zeros(), zeros(), zeros()]
  const cache = { hit: zeros(), stale: zeros(), miss: zeros() }
  const quota = { scans: zeros(), validations: zeros() }
  const codes = createCounters(zeros)
  const platforms = createCounters(() => ({ requests: zeros(), errors: zeros() }))
  const cold = Array.from({ length: steps }, () => new Map<number, number>())
  const allColdScans = new Map<number, number>()

  for (const { startsAt, platform, measure, count } of counts) {
    const step = (startsAt - from) / stepMs
    const measured = readMeasure(measure)
    const add = (series: number[]) => {
      series[step] = (series[step] ?? 0) + count
    }
    if (measured?.of === 'units') add(quota[measured.units])
    else if (measured?.of === 'cold') {
      for (const histogram of [cold[step], allColdScans])
        histogram?.set(measured.slot, (histogram.get(measured.slot) ?? 0) + count)
    } else if (measured) {
      const ofPlatform = platform === '' ? undefined : platforms.of(platform)
      add(requests)
      if (ofPlatform) add(ofPlatform.requests)
      if (measured.of === 'aborted') add(aborted)
      else if (measured.of === 'success') {
        if (measured.cache !== null) add(cache[measured.cache])
      } else {
        add(errors)
        add(codes.of(measured.code))
        if (ofPlatform) add(ofPlatform.errors)
      }
    }
  }

  return {
    stepMs,
    times: Array.from({ length: steps }, (_, step) => from + step * stepMs),
    ...{ requests, errors, aborted, cache, quota, allColdScans },
    errorCodes: codes.counters,
    platforms: platforms.counters,
    coldScans: {
      counts: cold.map((histogram) => sumOf([...histogram.values()])),
      p50Ms: cold.map((histogram) => quantile(histogram, 0.5)),
      p99Ms: cold.map((histogram) => quantile(histogram, 0.99)),
    },
  }
}

export const sumOf = (series: readonly number[]): number => series.reduce((sum, count) => sum + count, 0)
