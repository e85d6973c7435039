// Counts requests in memory until they are added to the store. Counting is two lookups, since it happens with every
// request; periods longer than a minute are made up when the counts are taken.

import type { TrafficRecord } from '../storage/store.ts'
import { MINUTE_MS, STEPS } from './measures.ts'

export type TrafficCounter = {
  count(platform: string, measure: string, count?: number): void
  /** What was counted since the last call, for every length of period. Each period, platform and measure is there once.
   */
  take(): readonly TrafficRecord[]
  /** Takes back what could not be stored. Periods that would be deleted already are dropped. */
  giveBack(records: readonly TrafficRecord[]): void
}

type Counts = Map<string, Map<string, { count: number }>>

export const createTrafficCounter = (now: () => number): TrafficCounter => {
  let minute = 0
  let counts: Counts = new Map()
  const records = new Map<string, TrafficRecord>()

  const add = (record: TrafficRecord): void => {
    const { stepMs, startsAt, platform, measure, count } = record
    const key = `${stepMs} ${startsAt} ${platform} ${measure}`
    const before = records.get(key)?.count ?? 0
    records.set(key, { ...record, count: before + count })
  }

  const closeMinute = (): void => {
    const at = minute * MINUTE_MS
    for (const [platform, byMeasure] of counts) {
      for (const [measure, { count }] of byMeasure) {
        for (const { stepMs } of STEPS) add({ stepMs, startsAt: at - (at % stepMs), platform, measure, count })
      }
    }
    counts = new Map()
  }

  return {
    count(platform, measure, count = 1) {
      const current = Math.floor(now() / MINUTE_MS)
      if (current !== minute) {
        closeMinute()
        minute = current
      }
      let byMeasure = counts.get(platform)
      if (!byMeasure) {
        byMeasure = new Map()
        counts.set(platform, byMeasure)
      }
      const entry = byMeasure.get(measure)
      if (entry) entry.count += count
      else byMeasure.set(measure, { count })
    },
    take() {
      closeMinute()
      const taken = [...records.values()]
      records.clear()
      return taken
    },
    giveBack(returned) {
      for (const record of returned) {
        const keptMs = STEPS.find(({ stepMs }) => stepMs === record.stepMs)?.keptMs ?? 0
        if (record.startsAt >= now() - keptMs) add(record)
      }
    },
  }
}
