// A histogram of durations with slots of equal ratio. Histograms of several processes and periods can be added up, and
// a quantile is off by at most a tenth.

/** A slot's upper end divided by its lower end. */
const RATIO = 1.2
/** Longer than any request may take. */
const LAST_SLOT = 60

/** The slot of a duration; the first one also has everything below a millisecond. */
export const slotOf = (milliseconds: number): number =>
  Math.min(LAST_SLOT, Math.floor(Math.log(Math.max(1, milliseconds)) / Math.log(RATIO)))

/** The geometric middle of a slot, in whole milliseconds. */
const middleOf = (slot: number): number => Math.round(RATIO ** (slot + 0.5))

/** Counts by slot. */
export type Histogram = ReadonlyMap<number, number>

/** The duration in milliseconds that this share of the requests did not exceed; null when there were none. */
export const quantile = (histogram: Histogram, share: number): number | null => {
  const slots = [...histogram].sort(([one], [other]) => one - other)
  const total = slots.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  let left = Math.max(1, Math.ceil(share * total))
  for (const [slot, count] of slots) {
    left -= count
    if (left <= 0) return middleOf(slot)
  }
  return null
}
