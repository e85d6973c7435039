// The platforms: which are ready, and what has to be set for the others.

import { h } from '../parts/element.js'
import { plural } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pill } from '../parts/status.js'

/**
 * @typedef {object} Platform
 * @property {string} id
 * @property {string} name
 * @property {string} provenance
 * @property {readonly { id: string, meaning: string }[]} variants
 * @property {readonly string[]} handles
 * @property {boolean} configured
 * @property {string | null} missing
 */

/** @type {Readonly<Record<string, string>>} */
const SOURCES = {
  official_api: 'its official API',
  feed: 'its feed',
  public_page: 'its public pages',
  sandbox: 'nowhere: they are made up',
}

/** @type {import('../app/routes.js').View} */
export const platforms = async ({ api }) => {
  /** @type {{ platforms: Platform[] }} */
  const { platforms: all } = await api.get('/platforms')
  const lacking = all.filter(({ missing }) => missing !== null)
  const ready = all.filter(({ missing }) => missing === null)
  const text =
    lacking.length === 0
      ? 'All of them are ready.'
      : `${plural(lacking.length, 'platform')} cannot be scanned yet. Set what is missing in the environment and start the service again.`
  return {
    title: 'Platforms',
    content: [
      pageHead('Platforms'),
      h('p', { class: 'quiet' }, text),
      h('ul', { class: 'tiles' }, ...[...lacking, ...ready].map(tile)),
    ],
  }
}

/** @param {Platform} platform */
const tile = ({ id, name, provenance, variants, handles, missing }) =>
  h(
    'li',
    { class: 'card' },
    h('h2', {}, name, ' ', missing === null ? pill('ready', 'good') : pill('not set up', 'warn')),
    missing !== null && h('p', { class: 'missing' }, missing),
    h('p', { class: 'quiet' }, h('code', {}, id), ` – posts come from ${SOURCES[provenance] ?? provenance}`),
    h(
      'details',
      {},
      h('summary', {}, 'Variants and handles'),
      h(
        'dl',
        { class: 'facts' },
        ...variants.map((variant) =>
          h('div', {}, h('dt', {}, h('code', {}, variant.id)), h('dd', {}, variant.meaning)),
        ),
      ),
      h('ul', { class: 'handles' }, ...handles.map((handle) => h('li', {}, h('code', {}, handle)))),
    ),
  )
