// The service itself: what runs, since when, and where.

import { h } from '../parts/element.js'
import { dayAndTime, duration, grouped, megabytes } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { facts, section } from '../parts/section.js'
import { OF_ALL, usageSection } from './usage-section.js'

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
export const overview = async ({ api, reload }) => {
  /** @type {Overview} */
  const seen = await api.get('/overview')
  const { platforms } = seen
  const count = (/** @type {string} */ href, /** @type {string} */ value, /** @type {string} */ label) =>
    h('li', {}, h('a', { class: 'card count', href }, h('strong', {}, value), h('span', {}, label)))
  return {
    title: 'Service',
    content: [
      pageHead('Service', h('button', { type: 'button', onclick: reload }, 'Look again')),
      h(
        'ul',
        { class: 'tiles small' },
        count('#/licenses', grouped(seen.licenses), 'licenses'),
        count('#/plans', grouped(seen.plans), 'plans'),
        count('#/platforms', `${grouped(platforms.configured)} of ${grouped(platforms.all)}`, 'platforms ready'),
      ),
      usageSection(api, 'Used by all licenses', OF_ALL),
      section(
        'This process',
        facts([
          ['Version', seen.version],
          ['Address', h('a', { href: seen.baseUrl }, seen.baseUrl)],
          ['Store', STORES[seen.store] ?? seen.store],
          ['Started', `${dayAndTime(seen.startedAt)} (up for ${duration(seen.uptimeSeconds)})`],
          ['Memory', megabytes(seen.memoryBytes)],
        ]),
      ),
      section(
        'Elsewhere',
        h(
          'ul',
          { class: 'plain-list' },
          h('li', {}, h('a', { href: '../docs' }, 'Reference of the API'), ' for those who build a client'),
          h('li', {}, h('a', { href: '../metrics' }, 'Metrics'), ' for Prometheus'),
          h('li', {}, h('a', { href: '../readyz' }, 'Readiness'), ' for balancers'),
        ),
      ),
    ],
  }
}
