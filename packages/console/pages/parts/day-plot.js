// A bar chart of daily usage with two bars for each day. Callers show the same numbers as a table.

/** @import { UsedBy } from '../../../service/src/http/admin/schemas.ts' */

import { axisTop } from './axis-top.js'
import { dayOfMonth, formatCount } from './format.js'
import { svg } from './svg.js'
import { SERIES } from './usage.js'

const DAY_MS = 86_400_000
/** In pixels. Widths are percentages, so the text does not scale with the chart. */
const [TOP, FLOOR, HEIGHT] = [16, 170, 192]
/** The height of a bar that is not zero, in pixels. */
const MIN_BAR = 2
/** As a share of the width of a day. */
const BAR = 0.36
const LABEL_EVERY = 5
const LEVELS = [1, 0.5, 0]

/**
 * @param {readonly UsedBy[]} rows without the days that have no usage
 * @param {{ from: string, to: string }} days
 */
export const dayPlot = (rows, { from, to }) => {
  const used = new Map(rows.map((row) => [String(row.name), row]))
  const days = daysOf(from, to).map((name) => used.get(name) ?? { name, scans: 0, validations: 0 })
  const most = axisTop(Math.max(1, ...days.flatMap(({ scans, validations }) => [scans, validations])))
  return svg(
    'svg',
    { class: 'plot', width: '100%', height: HEIGHT, 'aria-hidden': 'true', focusable: 'false' },
    ...LEVELS.map((share) => svg('line', { x1: 0, x2: '100%', y1: heightOf(share), y2: heightOf(share) })),
    ...days.map((day, at) => bars(day, at / days.length, 1 / days.length, most)),
    ...days.map(({ name }, at) => (at % LABEL_EVERY === 0 ? label(String(name), (at + 0.5) / days.length) : undefined)),
    // Drawn last, so that no bar covers them.
    ...LEVELS.filter((share) => share > 0).map((share) =>
      svg('text', { class: 'level', x: 0, y: heightOf(share) - 4 }, formatCount(most * share)),
    ),
  )
}

/** @param {string} from @param {string} to */
const daysOf = (from, to) => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * DAY_MS).toISOString().slice(0, 10))
}

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(3)}%`

/** @param {number} share of the largest value on the axis */
const heightOf = (share) => FLOOR - share * (FLOOR - TOP)

/**
 * @param {UsedBy} day
 * @param {number} start
 * @param {number} width
 * @param {number} most
 */
const bars = (day, start, width, most) => {
  const text = SERIES.map((series) => `${formatCount(day[series])} ${series}`).join(', ')
  return svg(
    'g',
    { class: 'day' },
    svg('title', {}, `${dayOfMonth(String(day.name))}: ${text}`),
    svg('rect', { class: 'band', x: percent(start), y: TOP, width: percent(width), height: FLOOR - TOP }),
    ...SERIES.map((series, at) => {
      // A few scans among thousands are visible too.
      const y = Math.min(heightOf(day[series] / most), day[series] > 0 ? FLOOR - MIN_BAR : FLOOR)
      const x = percent(start + width * (0.5 + (at - 1) * BAR))
      return svg('rect', { class: series, x, y, width: percent(width * BAR), height: FLOOR - y })
    }),
  )
}

/** @param {string} name @param {number} middle */
const label = (name, middle) =>
  svg('text', { x: percent(middle), y: HEIGHT - 4, 'text-anchor': 'middle' }, dayOfMonth(name))
