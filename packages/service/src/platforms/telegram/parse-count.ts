// Parses counts in the form of Telegram's pages: `1`, `12 345`, `12.3K`, `10.7M`.

const COUNT = /^(?<digits>\d{1,12}(?:\.\d{1,3})?)(?<unit>[KMB]?)$/
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['K', 1_000],
  ['M', 1_000_000],
  ['B', 1_000_000_000],
])

/** null when the text is no count. */
export const parseCount = (text: string | null | undefined): number | null => {
  const { digits, unit = '' } = COUNT.exec((text ?? '').replace(/[\s,]/g, ''))?.groups ?? {}
  const factor = UNITS.get(unit)
  return digits === undefined || factor === undefined ? null : Math.round(Number(digits) * factor)
}

/** `0:27`, `1:02:03` → seconds, or null. */
export const parseClock = (text: string | null | undefined): number | null => {
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/.exec(text?.trim() ?? '')?.slice(1)
  return parts === undefined ? null : parts.reduce((sum, part = '0') => sum * 60 + Number(part), 0)
}
