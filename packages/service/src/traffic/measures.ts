// What is counted of the traffic, under which name, and how long counts are kept. The names are stored.

import { CACHE_STATES, type CacheState } from '../storage/store.ts'

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The periods in which requests are counted, and how long each is kept: longer ones for longer ranges, so that no
 * range reads many. */
export const STEPS = [
  { stepMs: MINUTE_MS, keptMs: 2 * HOUR_MS },
  { stepMs: 15 * MINUTE_MS, keptMs: 2 * DAY_MS },
  { stepMs: HOUR_MS, keptMs: 32 * DAY_MS },
] as const

/** What the counts can be read for. */
export const RANGES = {
  '1h': { stepMs: MINUTE_MS, steps: 60 },
  '24h': { stepMs: 15 * MINUTE_MS, steps: 96 },
  '7d': { stepMs: HOUR_MS, steps: 168 },
} as const satisfies Record<string, { readonly stepMs: (typeof STEPS)[number]['stepMs']; readonly steps: number }>

export type Range = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as readonly Range[]

/** Units that requests were charged. */
export type Units = 'scans' | 'validations'
const UNITS: readonly string[] = ['scans', 'validations'] satisfies Units[]

const CACHED: ReadonlyMap<CacheState | null, string> = new Map([
  ...CACHE_STATES.map((cache) => [cache, `ok:${cache}`] as const),
  [null, 'ok'],
])

/** The measure of a successful request. */
export const successMeasure = (cache: CacheState | null): string => CACHED.get(cache) ?? 'ok'
/** Of a request whose client hung up. */
export const ABORTED = 'aborted'
export const errorMeasure = (code: string): string => `error:${code}`
/** Of the duration of a cold scan, in a slot of durations.ts. */
export const coldMeasure = (slot: number): string => `cold:${slot}`

/** What a measure counts; undefined for one of a later version. */
export type Measured =
  | { readonly of: 'success'; readonly cache: CacheState | null }
  | { readonly of: 'aborted' }
  | { readonly of: 'error'; readonly code: string }
  | { readonly of: 'cold'; readonly slot: number }
  | { readonly of: 'units'; readonly units: Units }

export const readMeasure = (measure: string): Measured | undefined => {
  const [kind = '', about] = measure.split(':', 2)
  if (measure === 'ok') return { of: 'success', cache: null }
  if (measure === ABORTED) return { of: 'aborted' }
  if (UNITS.includes(measure)) return { of: 'units', units: measure as Units }
  if (kind === 'error' && about) return { of: 'error', code: about }
  if (kind === 'cold' && about) return { of: 'cold', slot: Number(about) }
  const cache = kind === 'ok' ? CACHE_STATES.find((state) => state === about) : undefined
  return cache && { of: 'success', cache }
}
