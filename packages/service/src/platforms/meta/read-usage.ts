// Reads Meta's rate limits from header fields: used shares in percent. The time of the reset is only reported for
// business use cases. https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { type JsonObject, jsonList, jsonObject } from '../../parsing/json-value.ts'
import { parseJson } from '../../parsing/parse-json.ts'
import type { Response } from '../../upstream/contract/call.ts'
import type { Limits, Reported } from '../../upstream/contract/limits.ts'

/** The bucket of calls that name none. */
const CALLS = ''
const ROLLING_SECONDS = 300

/** Returns the limit with the least left; if several are used up, the one with the latest reset. */
export const readUsage: NonNullable<Limits['tells']> = ({ headers }) => {
  const limits = [
    ...['x-app-usage', 'x-page-usage'].map((name) => jsonObject(readJson(headers[name]))),
    ...Object.values(jsonObject(readJson(headers['x-business-use-case-usage'])))
      .flatMap(jsonList)
      .map(jsonObject),
  ].flatMap((usage) => limitOf(usage) ?? [])
  const [fullest] = limits.toSorted(
    (one, other) => one.leftShare - other.leftShare || other.resetsInSeconds - one.resetsInSeconds,
  )
  return fullest === undefined ? [] : [fullest]
}

const limitOf = (usage: JsonObject): Reported | undefined => {
  const percents = [usage.call_count, usage.total_time, usage.total_cputime].filter((value) => isAmount(value))
  if (percents.length === 0) return undefined
  const minutes = usage.estimated_time_to_regain_access
  const isOver = isAmount(minutes) && minutes > 0
  return {
    bucket: CALLS,
    leftShare: isOver ? 0 : Math.max(0, 1 - Math.max(...percents) / 100),
    resetsInSeconds: isOver ? minutes * 60 : ROLLING_SECONDS,
  }
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e6

const readJson = (text: Response['headers'][string] | undefined): unknown => {
  try {
    return text === undefined ? undefined : parseJson(text)
  } catch {
    return undefined
  }
}
