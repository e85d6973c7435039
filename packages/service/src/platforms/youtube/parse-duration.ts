// Parses the duration of a video in the API to seconds: ISO 8601, section 5.5.2.2, without years and months.

const DURATION = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,6})?)S)?)?$/
const SECONDS = [604_800, 86_400, 3_600, 60, 1] as const

/** null when it is invalid, and for the `P0D` of a stream that is running or announced. */
export const parseDuration = (value: unknown): number | null => {
  const parts = typeof value === 'string' ? DURATION.exec(value)?.slice(1) : undefined
  if (parts === undefined) return null
  const seconds = SECONDS.reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0)
  return seconds === 0 ? null : seconds
}
