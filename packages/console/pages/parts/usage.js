// Usage of a license: this month's quota, and a chart by month.

/** @import { MonthOfUse, Usage } from '../../../service/src/http/admin/schemas.ts' */

import { fill, h } from './element.js'
import { formatCount, longMonth, shortMonth } from './format.js'

const NEARLY_FULL = 0.8

/**
 * A bar with its numbers.
 * @param {string} label
 * @param {Usage['scans']} used
 */
export const usageMeter = (label, { used, limit }) => {
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
  const tone = share >= 1 ? 'full' : share >= NEARLY_FULL ? 'nearly' : ''
  const bar = h('span', { class: `meter-fill ${tone}` })
  bar.style.inlineSize = `${share * 100}%`
  const text = limit === null ? `${formatCount(used)}, unlimited` : `${formatCount(used)} of ${formatCount(limit)}`
  return h(
    'div',
    { class: 'meter' },
    h('span', { class: 'meter-text' }, h('span', { class: 'meter-label' }, `${label} `), text),
    limit !== null && h('span', { class: 'meter-track', 'aria-hidden': 'true' }, bar),
  )
}

/** @typedef {'scans' | 'validations'} Series */
/** @type {readonly Series[]} */
export const SERIES = ['scans', 'validations']

/** The colors of the two series. */
export const legend = () => [
  h('span', { class: 'legend scans' }, 'Scans'),
  h('span', { class: 'legend validations' }, 'Validations'),
]

/**
 * A bar chart with two bars for each month, and the same numbers as a table.
 * @param {readonly MonthOfUse[]} months
 */
export const usageChart = (months) => {
  const peak = Math.max(0, ...months.flatMap(({ scans, validations }) => [scans, validations]))
  const most = Math.max(1, peak)
  /**
   * @param {MonthOfUse} month
   * @param {Series} series
   */
  const bar = (month, series) => {
    const element = h('span', { class: `column ${series}` })
    element.style.blockSize = `${(month[series] / most) * 100}%`
    return element
  }
  const columns = months.map((month) =>
    h(
      'li',
      {
        title: `${longMonth(month.month)}: ${formatCount(month.scans)} scans, ${formatCount(month.validations)} validations`,
      },
      h('span', { class: 'bars' }, ...SERIES.map((series) => bar(month, series))),
      h('span', { class: 'bar-label' }, shortMonth(month.month)),
    ),
  )
  return h(
    'figure',
    { class: 'chart' },
    h('figcaption', {}, ...legend(), h('span', { class: 'chart-most' }, `peak: ${formatCount(peak)} per month`)),
    h('ol', { class: 'chart-plot', 'aria-hidden': 'true' }, ...columns),
    h('details', {}, h('summary', {}, 'Show as table'), usageTable(months)),
  )
}

/** @param {readonly MonthOfUse[]} months */
const usageTable = (months) => {
  const body = h('tbody')
  fill(
    body,
    ...months.map(({ month, scans, validations }) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, longMonth(month)),
        h('td', { class: 'number' }, formatCount(scans)),
        h('td', { class: 'number' }, formatCount(validations)),
      ),
    ),
  )
  const head = ['Month', 'Scans', 'Validations'].map((text, at) =>
    h('th', { scope: 'col', class: at > 0 ? 'number' : undefined }, text),
  )
  return h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ...head)), body)
}
