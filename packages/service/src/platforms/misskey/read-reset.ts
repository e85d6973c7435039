// When a Misskey lets a refused call be made again, as the body tells it: `info.resetMs`, a time since the epoch of Misskey, how
// many milliseconds are left of some of its forks.

import { jsonObject } from '../../parsing/json-value.ts'
import type { Response } from '../../upstream/contract/call.ts'
import type { Limits } from '../../upstream/contract/limits.ts'
import { jsonBody } from '../../urls/json-body.ts'

const TOO_MANY = 429
/** Three years as a span, the year 1973 as a time: neither occurs. */
const LEAST_TIME_MS = 1e11
const MOST_SECONDS = 31 * 86_400

export const readReset: NonNullable<Limits['tells']> = (response, nowMs) => {
  if (response.status !== TOO_MANY) return []
  const seconds = secondsLeft(resetOf(response), nowMs)
  return seconds > 0 ? [{ leftShare: 0, resetsInSeconds: Math.min(MOST_SECONDS, seconds) }] : []
}

const secondsLeft = (resetMs: number, nowMs: number): number =>
  Math.ceil((resetMs < LEAST_TIME_MS ? resetMs : resetMs - nowMs) / 1_000)

/** 0 where nothing is told. */
const resetOf = (response: Response): number => {
  const { error, info } = jsonBody(response)
  const { resetMs } = jsonObject(jsonObject(error).info ?? info)
  return typeof resetMs === 'number' && Number.isFinite(resetMs) ? resetMs : 0
}
