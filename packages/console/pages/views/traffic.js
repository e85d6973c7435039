// The traffic of the service in plots: requests, errors, cache, cold scans and quota in the last hour, day or week.

/** @import { TrafficData } from '../../../service/src/http/admin/traffic/schemas.ts' */

import { fill, h } from '../parts/element.js'
import { formatCount, milliseconds, percent, timeOfDay, weekdayAndTime } from '../parts/format.js'
import { emptyState, problemText } from '../parts/problem.js'
import { cardSkeletons } from '../parts/skeleton.js'
import { timePlot } from '../parts/time-plot.js'
import { errorsByPlatform } from './traffic-errors.js'

/** @typedef {'1h' | '24h' | '7d'} Range */

/** @type {Readonly<Record<Range, { label: string, text: string, timeText: (time: string) => string }>>} */
const RANGES = {
  '1h': { label: '1 hour', text: 'the last hour', timeText: timeOfDay },
  '24h': { label: '24 hours', text: 'the last 24 hours', timeText: timeOfDay },
  '7d': { label: '7 days', text: 'the last 7 days', timeText: weekdayAndTime },
}

const PLOTS = 5

/** @type {Range} */
const DEFAULT_RANGE = '24h'

/** @param {string | null} text @returns {text is Range} */
const isRange = (text) => text !== null && Object.hasOwn(RANGES, text)

/**
 * The plots, loaded after the page is shown. The range is in the page's URL.
 * @param {import('../app/routes.js').Visit} visit
 */
export const trafficSection = ({ api, query }) => {
  const asked = query.get('range')
  const range = isRange(asked) ? asked : DEFAULT_RANGE
  const tabs = Object.entries(RANGES).map(([each, { label }]) =>
    h('a', { href: `#/overview?range=${each}`, 'aria-current': each === range ? 'true' : undefined }, label),
  )
  const shown = h('div', { class: 'plots' }, ...cardSkeletons(PLOTS))
  show(api, range, shown)
  return h(
    'section',
    { class: 'stack', 'aria-labelledby': 'traffic' },
    h(
      'div',
      { class: 'page-head' },
      h('h2', { id: 'traffic' }, 'Traffic'),
      h('nav', { class: 'segments', 'aria-label': 'Time range' }, ...tabs),
    ),
    shown,
  )
}

/**
 * @param {import('../app/api.js').Api} api
 * @param {Range} range
 * @param {HTMLElement} shown
 */
const show = async (api, range, shown) => {
  try {
    /** @type {TrafficData} */
    const traffic = await api.get(`/traffic?range=${range}`)
    if (traffic.totals.requests > 0) return fill(shown, ...plots(traffic, RANGES[range]))
    shown.classList.remove('plots')
    fill(shown, noTraffic(RANGES[range].text))
  } catch (error) {
    shown.classList.remove('plots')
    fill(shown, h('p', { class: 'form-problem', role: 'alert' }, problemText(error)))
  }
}

/** @param {string} text */
const noTraffic = (text) =>
  emptyState(
    `No requests in ${text}`,
    'The requests of your customers’ sites appear here. Create a license and connect a site with its key.',
    h('a', { class: 'button', href: '#/licenses' }, 'Open the licenses'),
    h('a', { class: 'button', href: '../docs' }, 'Read the documentation'),
  )

/**
 * @param {TrafficData} traffic
 * @param {(typeof RANGES)[Range]} range
 */
const plots = (traffic, { text, timeText }) => {
  const { times, requests, errors, cache, coldScans, quota, totals } = traffic
  const cached = totals.cache.hit + totals.cache.stale
  const { p50Ms, p99Ms } = totals.coldScans
  const common = { times, timeText: (/** @type {string} */ time) => (time === '' ? '' : timeText(time)) }
  return [
    card({
      title: 'Requests',
      value: formatCount(totals.requests),
      note: `${percent(totals.errors, totals.requests)} failed`,
      plot: timePlot({
        ...common,
        label: `Requests in ${text}`,
        series: [
          { name: 'Requests', values: requests, color: 1 },
          { name: 'Errors', values: errors, color: 4 },
        ],
        valueText: formatCount,
      }),
    }),
    card({
      title: 'Cache hit rate',
      value: percent(cached, cached + totals.cache.miss),
      note: `${formatCount(cached)} from the cache, ${formatCount(totals.cache.miss)} from platforms`,
      plot: timePlot({
        ...common,
        label: `Cache hit rate in ${text}`,
        series: [{ name: 'Hit rate', values: times.map((_, at) => hitRate(cache, at)), color: 1 }],
        valueText: (value) => `${Math.round(value)}%`,
        max: 100,
      }),
    }),
    card({
      title: 'Cold scans',
      value: p99Ms === null ? 'none' : milliseconds(p99Ms),
      note: p50Ms === null ? 'No scan called a platform' : `99th percentile, median ${milliseconds(p50Ms)}`,
      plot: timePlot({
        ...common,
        label: `Duration of cold scans in ${text}`,
        series: [
          { name: 'p50', values: coldScans.p50Ms, color: 1 },
          { name: 'p99', values: coldScans.p99Ms, color: 2 },
        ],
        valueText: milliseconds,
      }),
    }),
    card({
      title: 'Quota used',
      value: formatCount(totals.quota.scans + totals.quota.validations),
      note: `${formatCount(totals.quota.scans)} scans, ${formatCount(totals.quota.validations)} validations`,
      plot: timePlot({
        ...common,
        label: `Quota used in ${text}`,
        series: [
          { name: 'Scans', values: quota.scans, color: 1 },
          { name: 'Validations', values: quota.validations, color: 3 },
        ],
        valueText: formatCount,
      }),
    }),
    card(errorsByPlatform(traffic, { ...common, text })),
  ]
}

/** @param {TrafficData['cache']} cache @param {number} at @returns {number | null} in percent */
const hitRate = ({ hit, stale, miss }, at) => {
  const [cached, all] = [(hit[at] ?? 0) + (stale[at] ?? 0), (hit[at] ?? 0) + (stale[at] ?? 0) + (miss[at] ?? 0)]
  return all === 0 ? null : (100 * cached) / all
}

/**
 * @param {{ title: string, value: string, note: string, plot: HTMLElement, more?: HTMLElement | false }} options
 */
const card = ({ title, value, note, plot, more = false }) =>
  h(
    'section',
    { class: more ? 'card plot-card wide' : 'card plot-card' },
    h(
      'div',
      { class: 'plot-head' },
      h('h3', {}, title),
      h('p', { class: 'figure' }, value),
      h('p', { class: 'quiet' }, note),
    ),
    plot,
    more,
  )
