import { parseTime } from '../../parsing/parse-time.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** RFC 3339, section 5.6 */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/

/** A day, meaning its start in UTC, or an RFC 3339 time, as milliseconds since the epoch; undefined otherwise. */
export const parseExpiry = (text: string): number | undefined => {
  const time = DAY.test(text) || DATE_TIME.test(text) ? parseTime(text) : null
  return time === null ? undefined : Date.parse(time)
}
