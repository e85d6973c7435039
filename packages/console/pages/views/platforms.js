// The platforms: the status of each, what to do about it, its credentials and its budgets.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { h } from '../parts/element.js'
import { dayAndTime, fromNow, plural } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pill } from '../parts/status.js'
import { credentialList } from './platform-credentials.js'
import { budgetMeters, recentCalls } from './platform-numbers.js'

/** @type {Readonly<Record<string, string>>} */
const SOURCES = {
  official_api: 'official API',
  feed: 'feed',
  public_page: 'public pages',
  sandbox: 'generated sample posts',
}

/**
 * In the order in which the page shows them: platforms that need attention come first.
 * @type {Readonly<Record<OperatorPlatform['state'], { word: string, tone: 'good' | 'warn' | 'bad' | 'plain', text: string }>>}
 */
const STATES = {
  failing: {
    word: 'failing',
    tone: 'bad',
    text: 'The last scans failed, or every credential is refused or paused.',
  },
  limited: { word: 'limited', tone: 'warn', text: 'The request budget is used up. Scans return only cached posts.' },
  fallback: {
    word: 'fallback',
    tone: 'warn',
    text: 'Posts come from a fallback source and may contain fewer details.',
  },
  not_configured: { word: 'not set up', tone: 'plain', text: 'Scans are not possible yet.' },
  ready: { word: 'ready', tone: 'good', text: '' },
}
const ORDER = Object.keys(STATES)

/** @type {import('../app/routes.js').View} */
export const platforms = async (visit) => {
  /** @type {{ platforms: OperatorPlatform[] }} */
  const { platforms: all } = await visit.api.get('/platforms')
  const sorted = all.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  const counts = Object.entries(STATES).map(([state, { word }]) => [
    all.filter((each) => each.state === state).length,
    word,
  ])
  const some = counts.filter(([count]) => count !== 0).map(([count, word]) => `${count} ${word}`)
  const text = all.every(({ state }) => state === 'ready')
    ? 'All platforms are ready.'
    : `${plural(all.length, 'platform')}: ${some.join(', ')}.`
  return {
    title: 'Platforms',
    content: [
      pageHead('Platforms', h('button', { type: 'button', onclick: visit.reload }, 'Refresh')),
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
  const [source = '', ...fallbacks] = new Set(sources.map(({ provenance }) => SOURCES[provenance] ?? provenance))
  const fallback = fallbacks.length > 0 ? ` (falls back to the ${fallbacks.join(', then the ')})` : ''
  return h(
    'li',
    { class: 'card', 'aria-label': name },
    h('h2', {}, name, ' ', pill(word, tone)),
    text !== '' && h('p', {}, text, whenOf(platform)),
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
const missingSettings = ({ missing, state, credentials, kinds }) => {
  if (missing !== null) return h('p', { class: 'missing' }, `${missing} Then restart the service.`)
  if (state !== 'fallback' || credentials.length > 0) return false
  const settings = kinds.map((kind) => kind.settings.join(' and ')).join(', or ')
  return h('p', { class: 'missing' }, `To use its best source, set ${settings} and restart the service.`)
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
