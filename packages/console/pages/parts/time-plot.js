// A plot of values over time: lines in SVG, a pointer or the arrow keys to read a step, and the same numbers as a table.

import { axisTop } from './axis-top.js'
import { fill, h } from './element.js'
import { plotTable } from './plot-table.js'
import { svg } from './svg.js'

/** A step without a value is null: the line has a gap there. @typedef {readonly (number | null)[]} Values */
/** @typedef {{ readonly name: string, readonly values: Values, readonly color: 1 | 2 | 3 | 4 }} PlotSeries */

/** In units of the drawing, which is stretched to the size of the plot. */
const HEIGHT = 100
const LEVELS = [1, 0.5, 0]
const LABELS = 4

/**
 * @param {{
 *   label: string,
 *   times: readonly string[],
 *   series: readonly PlotSeries[],
 *   timeText: (time: string) => string,
 *   valueText: (value: number) => string,
 *   max?: number,
 * }} options `max`: the top of the axis. Without it, the next round number above the largest value.
 */
export const timePlot = ({ label, times, series, timeText, valueText, max }) => {
  const top = max ?? axisTop(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const last = times.length - 1
  const cursor = svg('line', { class: 'cursor', y1: 0, y2: HEIGHT, visibility: 'hidden' })
  const drawing = svg(
    'svg',
    {
      class: 'drawing',
      viewBox: `0 0 ${Math.max(1, last)} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    ...LEVELS.map((share) => svg('line', { x1: 0, x2: last, y1: HEIGHT * (1 - share), y2: HEIGHT * (1 - share) })),
    ...series.flatMap(({ values, color }) => [
      svg('path', { class: `series plot-${color}`, d: linePath(values.slice(0, last), top) }),
      svg('path', { class: `series running plot-${color}`, d: linePath(lastTwo(values), top) }),
      svg('path', { class: `series point plot-${color}`, d: linePath(alone(values), top) }),
    ]),
    cursor,
  )
  const tip = h('div', { class: 'tip', hidden: true })
  const read = (/** @type {number} */ at) =>
    series.map(({ name, values }) => [name, valueAt(values[at], valueText)].join(' '))
  const area = h(
    'div',
    {
      class: 'plot-area',
      role: 'slider',
      tabindex: 0,
      'aria-label': `${label}: time`,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': last,
      'aria-valuetext': `${timeText(times[last] ?? '')}: ${read(last).join(', ')}`,
    },
    drawing,
    tip,
  )

  const point = (/** @type {number} */ at) => {
    const share = last === 0 ? 0 : at / last
    for (const name of ['x1', 'x2']) cursor.setAttribute(name, String(at))
    cursor.setAttribute('visibility', 'visible')
    area.setAttribute('aria-valuenow', String(at))
    area.setAttribute('aria-valuetext', `${timeText(times[at] ?? '')}: ${read(at).join(', ')}`)
    tip.hidden = false
    tip.style.left = `${share * 100}%`
    tip.style.translate = `${-share * 100}% 0`
    fill(
      tip,
      h('strong', {}, timeText(times[at] ?? '')),
      ...series.map(({ name, values, color }) =>
        h('span', { class: `legend plot-${color}` }, name, h('b', {}, valueAt(values[at], valueText))),
      ),
    )
  }
  const hide = () => {
    tip.hidden = true
    cursor.setAttribute('visibility', 'hidden')
  }
  area.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = area.getBoundingClientRect()
    point(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))))
  })
  area.addEventListener('pointerleave', hide)
  area.addEventListener('blur', hide)
  area.addEventListener('keydown', (event) => {
    const step = STEPS.get(event.key)
    if (event.key === 'Escape') hide()
    if (step === undefined) return
    event.preventDefault()
    point(Math.min(last, Math.max(0, Number(area.getAttribute('aria-valuenow')) + step)))
  })

  return h(
    'figure',
    { class: 'time-plot', 'aria-label': label },
    h('figcaption', {}, ...series.map(({ name, color }) => h('span', { class: `legend plot-${color}` }, name))),
    h(
      'div',
      { class: 'plot-frame' },
      h(
        'div',
        { class: 'levels', 'aria-hidden': 'true' },
        ...LEVELS.map((share) => h('span', {}, valueText(top * share))),
      ),
      area,
      h(
        'div',
        { class: 'moments', 'aria-hidden': 'true' },
        ...momentsOf(times).map((time) => h('span', {}, timeText(time))),
      ),
    ),
    plotTable({ times, series, timeText, valueText: (value) => valueAt(value, valueText) }),
  )
}

/** @type {ReadonlyMap<string, number>} */
const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['PageUp', -10],
  ['PageDown', 10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/**
 * @param {number | null | undefined} value
 * @param {(value: number) => string} valueText
 */
const valueAt = (value, valueText) => (value === null || value === undefined ? 'none' : valueText(value))

/**
 * The last two values at their places. The last step is still running and its count is too small, so its line is dotted.
 * @param {Values} values
 * @returns {Values}
 */
const lastTwo = (values) => values.map((value, at) => (at < values.length - 2 ? null : value))

/**
 * The values between two gaps, of which no line would be visible. They are drawn as dots.
 * @param {Values} values
 * @returns {Values}
 */
const alone = (values) =>
  values.map((value, at) => ((values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? value : null))

/**
 * Lines between neighbors. A value between two gaps is a line of no length with round ends.
 * @param {Values} values
 * @param {number} top
 */
const linePath = (values, top) =>
  values
    .map((value, at) => {
      if (value === null) return ''
      const y = (HEIGHT * (1 - value / top)).toFixed(2)
      const isNew = (values[at - 1] ?? null) === null
      return isNew ? `M${at} ${y}h0` : `L${at} ${y}`
    })
    .join('')

/** Some of the times, from the first to the last, with equal distances. @param {readonly string[]} times */
const momentsOf = (times) =>
  Array.from({ length: LABELS }, (_, n) => times[Math.round((n * (times.length - 1)) / (LABELS - 1))] ?? '')
