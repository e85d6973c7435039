// Requests that wait to be written to the request log. Bounded: what comes faster than it is written is dropped and
// counted, and responses from the cache are dropped before anything else.

import type { RequestRecord } from '../storage/store.ts'

/** Requests that wait at most. Per flush, so this also bounds what one process writes in a second. */
export const QUEUE_LIMITS = { licensed: 2_000, cached: 1_000, unlicensed: 200 } as const

export type QueueLimits = { readonly [K in keyof typeof QUEUE_LIMITS]: number }

/** A request before it is in the log. */
export type NewRequest = Omit<RequestRecord, 'id' | 'replica'>

export type RequestQueue = {
  /** Whether there is room; if not, the request counts as dropped. `isCached`: its response came from the cache. */
  admits(isLicensed: boolean, isCached: boolean): boolean
  add(request: NewRequest): void
  /** Everything that waits, and how many were dropped since the last call. */
  take(): { readonly requests: readonly RequestRecord[]; readonly dropped: number }
  /** Takes back what could not be written, the newest first, as far as there is room. */
  giveBack(requests: readonly RequestRecord[]): void
}

export type QueueOptions = {
  readonly replica: string
  /** Distinguishes the ids of this process from those of others. */
  readonly idPrefix: string
  readonly limits?: QueueLimits
}

/** Sorts like the number. */
const serialText = (serial: number): string => serial.toString(36).padStart(7, '0')
const timeText = (at: number): string => at.toString(36).padStart(9, '0')

export const createRequestQueue = ({ replica, idPrefix, limits = QUEUE_LIMITS }: QueueOptions): RequestQueue => {
  let waiting: NewRequest[] = []
  let returned: readonly RequestRecord[] = []
  let counts = { licensed: 0, cached: 0, unlicensed: 0 }
  let dropped = 0
  let serial = 0

  const toRecord = (request: NewRequest): RequestRecord => {
    serial += 1
    return { ...request, id: `${timeText(request.at)}${idPrefix}${serialText(serial)}`, replica }
  }

  return {
    admits(isLicensed, isCached) {
      const lane = isLicensed ? 'licensed' : 'unlicensed'
      const isFull = counts[lane] >= limits[lane] || (isCached && counts.cached >= limits.cached)
      if (isFull) {
        dropped += 1
        return false
      }
      counts[lane] += 1
      if (isCached) counts.cached += 1
      return true
    },
    add(request) {
      waiting.push(request)
    },
    take() {
      const taken = { requests: [...returned, ...waiting.map(toRecord)], dropped }
      waiting = []
      returned = []
      counts = { licensed: 0, cached: 0, unlicensed: 0 }
      dropped = 0
      return taken
    },
    giveBack(requests) {
      const fitting = requests.toReversed().filter(({ licenseId }) => {
        const lane = licenseId === null ? 'unlicensed' : 'licensed'
        if (counts[lane] >= limits[lane]) return false
        counts[lane] += 1
        return true
      })
      dropped += requests.length - fitting.length
      returned = fitting.reverse()
    },
  }
}
