// Errors over time by platform, and the most frequent error codes, which lead to the request log.

/** @import { TrafficData } from '../../../service/src/http/admin/traffic/schemas.ts' */

import { h } from '../parts/element.js'
import { formatCount, plural } from '../parts/format.js'
import { timePlot } from '../parts/time-plot.js'

/** The plot has four colors: the platforms with the most errors, and the other errors together. */
const MOST = 3
const CODES = 6
const COLORS = /** @type {const} */ ([1, 2, 3, 4])

/**
 * @param {TrafficData} traffic
 * @param {{ times: readonly string[], timeText: (time: string) => string, text: string }} options
 */
export const errorsByPlatform = ({ errors, errorCodes, platforms, totals }, { times, timeText, text }) => {
  const failing = platforms
    .filter(({ totalErrors }) => totalErrors > 0)
    .toSorted((one, other) => other.totalErrors - one.totalErrors)
  const first = failing.slice(0, MOST)
  const others = errors.map((count, at) => first.reduce((left, each) => left - (each.errors[at] ?? 0), count))
  const named = first.map((each) => ({ name: each.platform, values: each.errors }))
  if (first.length === 0) named.push({ name: 'Errors', values: others })
  else if (others.some((count) => count > 0)) named.push({ name: 'others', values: others })
  const series = named.map((each, at) => ({ ...each, color: COLORS[at] ?? 4 }))
  return {
    title: 'Errors by platform',
    value: formatCount(totals.errors),
    note: failing.length === 0 ? 'No errors at platforms' : `${plural(failing.length, 'platform')} with errors`,
    plot: timePlot({ label: `Errors by platform in ${text}`, times, series, timeText, valueText: formatCount }),
    more: codes(errorCodes),
  }
}

/** @param {TrafficData['errorCodes']} all */
const codes = (all) =>
  h(
    'div',
    { class: 'plot-side' },
    h('h4', {}, 'Error codes'),
    all.length === 0
      ? h('p', { class: 'quiet' }, 'No errors')
      : h(
          'ul',
          { class: 'ranking' },
          ...all
            .slice(0, CODES)
            .map(({ code, total }) =>
              h(
                'li',
                {},
                h('a', { href: `#/requests?${new URLSearchParams({ code })}` }, h('code', {}, code)),
                h('span', { class: 'number' }, formatCount(total)),
              ),
            ),
        ),
  )
