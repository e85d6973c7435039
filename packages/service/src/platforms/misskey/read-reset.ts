// Reads the rate limit reset from `info.resetMs` of the body: a time since the epoch in Misskey, the remaining
// milliseconds in some of its forks.

import { jsonObject } from '../../parsing/json-value.ts'
import type { Response } from '../../upstream/contract/call.ts'
import type { Limits } from '../../upstream/contract/limits.ts'
import { jsonBody } from '../../urls/json-body.ts'

const TOO_MANY = 429
/** As a duration it would be three years, as a time the year 1973. Neither occurs. */
const LEAST_TIME_MS = 1e11
const MAX_SECONDS = 31 * 86_400

export const readReset: NonNullable<Limits['tells']> = (response, nowMs) => {
  if (response.status !== TOO_MANY) return []
  const seconds = secondsLeft(resetOf(response), nowMs)
  return seconds > 0 ? [{ leftShare: 0, resetsInSeconds: Math.min(MAX_SECONDS, seconds) }] : []
}

const secondsLeft = (resetMs: number, nowMs: number): number =>
  Math.ceil((resetMs < LEAST_TIME_MS ? resetMs : resetMs - nowMs) / 1_000)

/** 0 when there is none. */
const resetOf = (response: Response): number => {
  const { error, info } = jsonBody(response)
  const { resetMs } = jsonObject(jsonObject(error).info ?? info)
  return typeof resetMs === 'number' && Number.isFinite(resetMs) ? resetMs : 0
}
