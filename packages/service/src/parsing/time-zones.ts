// Time zones in dates → minutes from UTC.

/** By name. RFC 822, section 5.1, defines those of North America (CST is theirs, not China's). Of other ambiguous
 * names, the zone with the most people: IST is India's, BST Britain's, AST the Atlantic's, GST the Gulf's. */
const ZONES = new Map<string, number>([
  ...at(0, 'z', 'ut', 'utc', 'gmt', 'wet'),
  ...at(-210, 'nst'),
  ...at(-150, 'ndt'),
  ...at(-4 * 60, 'ast', 'edt', 'clt'),
  ...at(-5 * 60, 'est', 'cdt', 'pet'),
  ...at(-6 * 60, 'cst', 'mdt'),
  ...at(-7 * 60, 'mst', 'pdt'),
  ...at(-8 * 60, 'pst', 'akdt'),
  ...at(-9 * 60, 'akst'),
  ...at(-10 * 60, 'hst'),
  ...at(-3 * 60, 'adt', 'brt', 'art', 'uyt'),
  ...at(60, 'cet', 'met', 'mez', 'west', 'bst', 'wat'),
  ...at(2 * 60, 'cest', 'mest', 'mesz', 'eet', 'sast', 'cat'),
  ...at(3 * 60, 'eest', 'msk', 'trt', 'eat'),
  ...at(4 * 60, 'msd', 'gst'),
  ...at(5 * 60, 'pkt'),
  ...at(330, 'ist'),
  ...at(345, 'npt'),
  ...at(7 * 60, 'ict', 'wib'),
  ...at(8 * 60, 'hkt', 'sgt', 'awst', 'pht'),
  ...at(9 * 60, 'jst', 'kst'),
  ...at(570, 'acst'),
  ...at(10 * 60, 'aest'),
  ...at(630, 'acdt'),
  ...at(11 * 60, 'aedt'),
  ...at(12 * 60, 'nzst'),
  ...at(13 * 60, 'nzdt'),
])

function at(minutes: number, ...names: readonly string[]): (readonly [string, number])[] {
  return names.map((name) => [name, minutes])
}

const OFFSET = '(?:(?:gmt|utc?) ?)?[+-] ?\\d{1,2}(?::?\\d{2})?z?'
/** In the tz database; without a slash, POSIX names of the United States. */
const PLACE = '[a-z]{2,12}(?:/[a-z][\\w+-]{1,31}){1,2}|[a-z]{3}\\d[a-z]{3}'

/** A zone in lower case as part of a pattern: an offset (`gmt+02:00`, with or without a name after it), a place, or a
 * name. */
export const ZONE_PATTERN = `${OFFSET}(?: (?:${PLACE}|[a-z]{1,5}))?|${PLACE}|[a-z]{1,5}`

const OFFSET_PARTS = /^(?:gmt|utc?)? ?([+-]) ?(\d{1,2}):?(\d{2})?/

/** Milliseconds since the epoch of a local time in the zone. `milliseconds`: the local time as if it were UTC. Of a
 * time that clocks showed twice, the first. An unknown name is UTC, as in RFC 2822, section 4.3. */
export const atZone = (milliseconds: number, zone: string): number => {
  const [, sign, hours, minutes = '0'] = OFFSET_PARTS.exec(zone) ?? []
  if (sign !== undefined) {
    const total = Number(hours) * 60 + Number(minutes)
    return milliseconds - (sign === '-' ? -total : total) * 60_000
  }
  const known = ZONES.get(zone)
  if (known !== undefined) return milliseconds - known * 60_000
  return PLACE_ONLY.test(zone) ? atPlace(milliseconds, zone) : milliseconds
}

const PLACE_ONLY = new RegExp(`^(?:${PLACE})$`)

const atPlace = (milliseconds: number, place: string): number => {
  try {
    const clocks = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO('UTC').toPlainDateTime()
    return clocks.toZonedDateTime(place).epochMilliseconds
  } catch {
    return milliseconds
  }
}
