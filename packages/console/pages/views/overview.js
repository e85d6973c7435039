// The first page: issues that need attention, then facts about the service.

/** @import { Health } from '../../../service/src/http/admin/health/show-health.ts' */

import { h } from '../parts/element.js'
import { dayAndTime, duration, formatCount, fromNow, gigabytes, megabytes } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { problemText } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { trafficSection } from './traffic.js'
import { troubleSection } from './troubles.js'
import { USAGE_OF_ALL, usageSection } from './usage-section.js'

/**
 * @typedef {object} Overview
 * @property {string} version
 * @property {string} store
 * @property {string} baseUrl
 * @property {string} startedAt
 * @property {number} uptimeSeconds
 * @property {number} licenses
 * @property {number} plans
 * @property {{ all: number, configured: number }} platforms
 * @property {number} memoryBytes
 */

/** @type {Readonly<Record<string, string>>} */
const STORES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** @type {import('../app/routes.js').View} */
export const overview = async (visit) => {
  const { api, reload } = visit
  // The overview needs the store, the issues do not: they must show while the store is unreachable.
  /** @type {[Health, Overview | Error]} */
  const [health, shown] = await Promise.all([
    api.get('/health'),
    api.get('/overview').catch((/** @type {Error} */ error) => error),
  ])
  return {
    title: 'Overview',
    content: [
      pageHead('Overview', h('button', { type: 'button', onclick: reload }, 'Refresh')),
      troubleSection(health),
      trafficSection(visit),
      ...(shown instanceof Error
        ? [h('p', { class: 'quiet' }, problemText(shown))]
        : [
            counts(shown),
            usageSection(api, 'Usage of all licenses', USAGE_OF_ALL),
            h('div', { class: 'columns' }, section('This process', facts(aboutProcess(shown, health))), moreLinks()),
          ]),
    ],
  }
}

/** @param {Overview} overview */
const counts = ({ licenses, plans, platforms }) => {
  const count = (/** @type {string} */ href, /** @type {string} */ value, /** @type {string} */ label) =>
    h('li', {}, h('a', { class: 'card count', href }, h('strong', {}, value), h('span', {}, label)))
  return h(
    'ul',
    { class: 'tiles small' },
    count('#/licenses', formatCount(licenses), 'licenses'),
    count('#/plans', formatCount(plans), 'plans'),
    count('#/platforms', `${formatCount(platforms.configured)} of ${formatCount(platforms.all)}`, 'platforms set up'),
  )
}

/**
 * @param {Overview} overview
 * @param {Health} health
 * @returns {readonly (readonly [string, import('../parts/element.js').Child])[]}
 */
const aboutProcess = (
  { version, baseUrl, store, startedAt, uptimeSeconds, memoryBytes },
  { store: { disk, lastBackupAt } },
) => [
  ['Version', version],
  ['URL', h('a', { href: baseUrl }, baseUrl)],
  ['Store', STORES[store] ?? store],
  ...(disk === null
    ? []
    : /** @type {const} */ ([
        ['Disk', `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.bytes)} free`],
        [
          'Backup',
          lastBackupAt === null ? 'No backup found' : `${dayAndTime(lastBackupAt)} (${fromNow(lastBackupAt)})`,
        ],
      ])),
  ['Started', `${dayAndTime(startedAt)} (up for ${duration(uptimeSeconds)})`],
  ['Memory', megabytes(memoryBytes)],
]

const moreLinks = () =>
  section(
    'More',
    h(
      'ul',
      { class: 'plain-list' },
      h('li', {}, h('a', { href: '../docs/reference/api' }, 'API reference'), ' for client developers'),
      h('li', {}, h('a', { href: '../metrics' }, 'Metrics'), ' for Prometheus'),
      h('li', {}, h('a', { href: '../readyz' }, 'Readiness'), ' for load balancers'),
    ),
  )
