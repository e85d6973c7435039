// What the body of a response says of the limits: the share of the day that is left, and how long to wait before the next
// call of the same method. https://api.stackexchange.com/docs/throttle

import type { Limits } from '../../upstream/contract/limits.ts'

const DAY_SECONDS = 86_400
/** Fields of the wrapper. Inside of a text, their quotation marks are escaped. */
const field = (name: string): RegExp => new RegExp(`"${name}"\\s*:\\s*(\\d{1,9})`)
const [BACKOFF, LEFT, MOST] = [field('backoff'), field('quota_remaining'), field('quota_max')] as const
const AVAILABLE = /"error_message"\s*:\s*"[^"]*more requests available in (\d{1,6}) seconds/

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const [, digits] = pattern.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** The quota of a day ends at midnight UTC. */
export const readQuota: NonNullable<Limits['tells']> = (response, nowMs) => {
  const text = response.text()
  const wait = numberIn(text, AVAILABLE) ?? numberIn(text, BACKOFF)
  if (wait !== undefined && wait > 0) return [{ leftShare: 0, resetsInSeconds: wait }]
  const [left, most] = [numberIn(text, LEFT), numberIn(text, MOST)]
  if (left === undefined || most === undefined || most === 0) return []
  return [
    { leftShare: Math.min(1, left / most), resetsInSeconds: DAY_SECONDS - (Math.floor(nowMs / 1_000) % DAY_SECONDS) },
  ]
}
