// One platform: its status, what to do about it, its credentials and its budgets.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { may } from '../app/roles.js'
import { h } from '../parts/element.js'
import { dayAndTime, fromNow } from '../parts/format.js'
import { pill } from '../parts/status.js'
import { credentialList } from './platform-credentials.js'
import { budgetMeters, recentCalls } from './platform-numbers.js'
import { platformStatus } from './platform-status.js'

/** @typedef {import('../parts/element.js').Child} Child */

/** @type {Readonly<Record<string, string>>} */
const SOURCES = {
  official_api: 'official API',
  feed: 'feed',
  public_page: 'public pages',
  sandbox: 'generated sample posts',
}

const LIST = new Intl.ListFormat('en')

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {OperatorPlatform} platform
 * @param {Child} [heading] by default a link to the page of the platform
 */
export const platformTile = (visit, platform, heading = pageLink(platform)) => {
  const { id, name, sources, refuses } = platform
  const { word, tone, text } = platformStatus(platform)
  const [source = '', ...fallbacks] = new Set(sources.map(({ provenance }) => SOURCES[provenance] ?? provenance))
  const fallback = fallbacks.length > 0 ? ` (falls back to the ${fallbacks.join(', then the ')})` : ''
  return h(
    'li',
    { class: 'card', 'aria-label': name },
    h('h2', {}, heading, ' ', pill(word, tone)),
    text !== '' && h('p', {}, text, whenOf(platform)),
    untested(visit, platform),
    missingSettings(platform),
    h('p', { class: 'quiet' }, h('code', {}, id), ` · Source: ${source}${fallback}`),
    refuses !== null && h('p', { class: 'quiet' }, refuses),
    credentialList(visit, platform),
    budgetMeters(platform),
    recentCalls(platform),
    credentialGuide(platform),
    variantsAndHandles(platform),
  )
}

/** @param {OperatorPlatform} platform */
const pageLink = ({ id, name }) => h('a', { class: 'title-link', href: `#/platforms/${id}` }, name)

/**
 * What tests a credential that no call has used yet.
 * @param {import('../app/routes.js').Visit} visit
 * @param {OperatorPlatform} platform
 */
const untested = (visit, { id, credentials }) =>
  credentials.some(({ tested }) => !tested) &&
  h(
    'p',
    {},
    'A scan tests a new credential. ',
    may(visit, 'support') && h('a', { href: `#/playground?platform=${id}` }, 'Scan in the playground'),
  )

/** @param {OperatorPlatform} platform */
const missingSettings = ({ missing, state, credentials, kinds }) => {
  if (missing !== null) return h('p', {}, `${missing} Then restart the service.`)
  if (state !== 'fallback' || credentials.length > 0) return false
  const settings = kinds.map((kind) => LIST.format(kind.settings)).join(', or ')
  return h('p', {}, `To use its best source, set ${settings}. Then restart the service.`)
}

/** @param {OperatorPlatform} platform */
const whenOf = ({ since, retryAt }) =>
  [
    since !== null && ` Since ${dayAndTime(since)}.`,
    retryAt !== null && ` May recover ${fromNow(retryAt)}, ${dayAndTime(retryAt)}.`,
  ]
    .filter(Boolean)
    .join('')

/** @param {OperatorPlatform} platform */
const credentialGuide = ({ kinds }) =>
  kinds.length > 0 &&
  h(
    'details',
    {},
    h('summary', {}, 'How to get a credential'),
    ...kinds.map(({ steps }) => h('ol', { class: 'steps' }, ...steps.map((step) => h('li', {}, step)))),
  )

/** @param {OperatorPlatform} platform */
const variantsAndHandles = ({ variants, handles }) =>
  h(
    'details',
    {},
    h('summary', {}, 'Variants and handles'),
    h(
      'dl',
      { class: 'facts' },
      ...variants.map((variant) => h('div', {}, h('dt', {}, h('code', {}, variant.id)), h('dd', {}, variant.meaning))),
    ),
    h('ul', { class: 'handles' }, ...handles.map((handle) => h('li', {}, h('code', {}, handle)))),
  )
