// The platforms: how each is doing, since when, and what to do; its credentials and budgets.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { h } from '../parts/element.js'
import { dayAndTime, fromNow, plural } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pill } from '../parts/status.js'
import { credentialList } from './platform-credentials.js'
import { budgetMeters, callsOfTheHour } from './platform-numbers.js'

/** @type {Readonly<Record<string, string>>} */
const SOURCES = {
  official_api: 'its official API',
  feed: 'its feed',
  public_page: 'its public pages',
  sandbox: 'nowhere: they are made up',
}

/**
 * What needs somebody comes first.
 * @type {Readonly<Record<OperatorPlatform['state'], { word: string, tone: 'good' | 'warn' | 'bad' | 'plain', text: string }>>}
 */
const STATES = {
  failing: {
    word: 'failing',
    tone: 'bad',
    text: 'Its last scans failed, or all of its credentials are refused or paused.',
  },
  limited: { word: 'limited', tone: 'warn', text: 'Its budget is used up. Scans are answered from what is held.' },
  fallback: {
    word: 'fallback',
    tone: 'warn',
    text: 'Posts come from a poorer source than it has: they may tell less.',
  },
  not_configured: { word: 'not set up', tone: 'plain', text: 'It cannot be scanned yet.' },
  ready: { word: 'ready', tone: 'good', text: '' },
}
const ORDER = Object.keys(STATES)

/** @type {import('../app/routes.js').View} */
export const platforms = async (visit) => {
  /** @type {{ platforms: OperatorPlatform[] }} */
  const { platforms: all } = await visit.api.get('/platforms')
  const sorted = all.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  const others = all.filter(({ state }) => state !== 'ready').length
  const text =
    others === 0 ? 'All of them are ready.' : `${plural(others, 'platform')} of ${all.length} could do better.`
  return {
    title: 'Platforms',
    content: [
      pageHead('Platforms', h('button', { type: 'button', onclick: visit.reload }, 'Look again')),
      h('p', { class: 'quiet' }, text),
      h('ul', { class: 'tiles' }, ...sorted.map((platform) => tile(visit, platform))),
    ],
  }
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {OperatorPlatform} platform
 */
const tile = (visit, platform) => {
  const { id, name, sources, state, refuses } = platform
  const { word, tone, text } = STATES[state]
  const from = [...new Set(sources.map(({ provenance }) => SOURCES[provenance] ?? provenance))].join(', else ')
  return h(
    'li',
    { class: 'card', 'aria-label': name },
    h('h2', {}, name, ' ', pill(word, tone)),
    text !== '' && h('p', {}, text, whenOf(platform)),
    lackOf(platform),
    h('p', { class: 'quiet' }, h('code', {}, id), ` – posts come from ${from}`),
    refuses !== null && h('p', { class: 'quiet' }, refuses),
    credentialList(visit, platform),
    budgetMeters(platform),
    callsOfTheHour(platform),
    howToGet(platform),
    spellings(platform),
  )
}

/** @param {OperatorPlatform} platform */
const lackOf = ({ missing, state, credentials, kinds }) => {
  if (missing !== null) return h('p', { class: 'missing' }, `${missing} Then start the service again.`)
  if (state !== 'fallback' || credentials.length > 0) return false
  const settings = kinds.map((kind) => kind.settings.join(' and ')).join(', or ')
  return h('p', { class: 'missing' }, `For its best source set ${settings}, then start the service again.`)
}

/** @param {OperatorPlatform} platform */
const whenOf = ({ since, retryAt }) =>
  [
    since !== null && ` Since ${dayAndTime(since)}.`,
    retryAt !== null && ` It may be over ${fromNow(retryAt)}, ${dayAndTime(retryAt)}.`,
  ]
    .filter(Boolean)
    .join('')

/** @param {OperatorPlatform} platform */
const howToGet = ({ kinds }) =>
  kinds.length > 0 &&
  h(
    'details',
    {},
    h('summary', {}, 'How to get a credential'),
    ...kinds.map(({ steps }) => h('ol', { class: 'steps' }, ...steps.map((step) => h('li', {}, step)))),
  )

/** @param {OperatorPlatform} platform */
const spellings = ({ variants, handles }) =>
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
