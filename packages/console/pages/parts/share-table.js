// Usage by platform, endpoint or site, as a table with a bar for each row.

/** @import { UsedBy } from '../../../service/src/http/admin/schemas.ts' */

import { h } from './element.js'
import { formatCount } from './format.js'
import { svg } from './svg.js'
import { SERIES } from './usage.js'

/** Further rows are collapsed. */
const VISIBLE_ROWS = 15

/**
 * @param {string} heading
 * @param {readonly UsedBy[]} rows
 * @param {(name: string | null) => string} nameOf
 * @param {{ hasBars: boolean }} options
 */
export const shareTable = (heading, rows, nameOf, { hasBars }) => {
  const most = Math.max(1, ...rows.map(({ scans, validations }) => scans + validations))
  const part = (/** @type {readonly UsedBy[]} */ some) =>
    h(
      'table',
      { class: 'shares' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, heading),
          hasBars && h('td', { class: 'bar-cell' }),
          h('th', { scope: 'col', class: 'number' }, 'Scans'),
          h('th', { scope: 'col', class: 'number' }, 'Validations'),
        ),
      ),
      h('tbody', {}, ...some.map((row) => tableRow(row, nameOf, hasBars ? most : undefined))),
    )
  const [first, others] = hasBars ? [rows.slice(0, VISIBLE_ROWS), rows.slice(VISIBLE_ROWS)] : [rows, []]
  return h(
    'div',
    { class: 'stack' },
    part(first),
    others.length > 0 && h('details', {}, h('summary', {}, `${formatCount(others.length)} more`), part(others)),
  )
}

/**
 * @param {UsedBy} row
 * @param {(name: string | null) => string} nameOf
 * @param {number | undefined} most undefined for no bar
 */
const tableRow = (row, nameOf, most) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row', class: 'breakable' }, nameOf(row.name)),
    most !== undefined && h('td', { class: 'bar-cell' }, bar(row, most)),
    ...SERIES.map((series) => h('td', { class: 'number' }, formatCount(row[series]))),
  )

/** @param {UsedBy} row @param {number} most */
const bar = ({ scans, validations }, most) => {
  const percent = (/** @type {number} */ count) => `${((count / most) * 100).toFixed(3)}%`
  return svg(
    'svg',
    { class: 'plot', width: '100%', height: 10, 'aria-hidden': 'true', focusable: 'false' },
    svg('rect', { class: 'scans', x: 0, y: 0, width: percent(scans), height: 10 }),
    svg('rect', { class: 'validations', x: percent(scans), y: 0, width: percent(validations), height: 10 }),
  )
}
