// The zones that dates are written in → minutes from UTC.

/**
 * By name. RFC 822, section 5.1, says what those of North America mean (CST is theirs, not China's); of the others that
 * mean several, the one that most people live in: IST is India's, BST Britain's, AST that of the Atlantic, GST the Gulf's.
 */
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

/** A zone as a part of a pattern: a name, an offset, or both (`GMT+02:00`). */
export const ZONE_PATTERN = '(?:(?:gmt|utc?)\\s{0,2}(?=[+-]))?[+-]\\d{1,2}(?::?\\d{2})?|[a-z]{1,5}'

const OFFSET = /([+-])(\d{1,2}):?(\d{2})?$/

/** Minutes east of UTC. A name that nobody knows is UTC, as RFC 2822, section 4.3, has it. */
export const offsetMinutes = (zone: string): number => {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  if (sign === undefined) return ZONES.get(zone.toLowerCase()) ?? 0
  const total = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -total : total
}
