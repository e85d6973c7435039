// Tries requests as a license would send them, and shows what comes of it. Nothing is counted; who tried what is written down.

/** @import { LicenseInList, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */
/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { may, takesRole } from '../app/roles.js'
import { fill, h } from '../parts/element.js'
import { pageHead } from '../parts/page-head.js'
import { keyEndIn } from '../parts/pasted-key.js'
import { emptyState } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { answerSections } from './playground-answer.js'
import { requestForm } from './playground-form.js'

/** As many licenses are offered to choose from. */
const OFFERED = 10
const ADDRESS = '#/playground'

/** @type {import('../app/routes.js').View} */
export const playground = async (visit) => {
  const id = visit.query.get('license')
  const content = id === null ? await choice(visit) : await tryAs(visit, id)
  return { title: 'Playground', content: [pageHead('Playground'), ...content] }
}

/** @param {import('../app/routes.js').Visit} visit */
const choice = async ({ api, query, go }) => {
  const search = query.get('search') ?? ''
  const asked = new URLSearchParams({ limit: String(OFFERED), ...(search && { search }) })
  /** @type {{ licenses: LicenseInList[] }} */
  const { licenses } = await api.get(`/licenses?${asked}`)
  const input = h('input', { type: 'search', id: 'search', value: search, maxlength: 4_096, autocomplete: 'off' })
  const find = (/** @type {Event} */ event) => {
    event.preventDefault()
    const text = input.value.trim()
    input.value = keyEndIn(text) ?? text
    go(`${ADDRESS}?${new URLSearchParams({ search: input.value })}`)
  }
  return [
    h('p', {}, 'Which license is it tried as? Its plan, mode and state decide; what it used stays as it is.'),
    h(
      'form',
      { class: 'search', role: 'search', onsubmit: find },
      h('label', { for: 'search', class: 'unseen' }, 'Search licenses'),
      input,
      h('button', { type: 'submit' }, 'Search'),
    ),
    licenses.length === 0
      ? emptyState('No license', search === '' ? 'Make one first.' : `Nothing has “${search}” in it.`)
      : h('ul', { class: 'list card' }, ...licenses.map(offer)),
  ]
}

/** @param {LicenseInList} license */
const offer = (license) =>
  h(
    'li',
    {},
    h(
      'span',
      { class: 'breakable' },
      h('a', { href: `${ADDRESS}?license=${license.id}` }, nameOf(license)),
      ' ',
      ...pillsOf(license),
    ),
  )

/** @param {Pick<LicenseInList, 'name' | 'id'>} license */
const nameOf = ({ name, id }) => name ?? id

/** @param {Pick<LicenseInList, 'plan' | 'status' | 'mode'>} license */
const pillsOf = ({ plan, status, mode }) => [
  h('span', { class: 'quiet' }, `${plan} `),
  statusPill(status),
  mode === 'test' && pill('test', 'plain'),
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {string} id
 */
const tryAs = async (visit, id) => {
  const { api } = visit
  /** @type {[WholeLicense, { platforms: OperatorPlatform[] }]} */
  const [license, { platforms }] = await Promise.all([api.get(`/licenses/${id}`), api.get('/platforms')])
  const place = h('div', { class: 'stack', 'aria-live': 'polite' })
  /** @type {import('./playground-answer.js').Ask} */
  const ask = (endpoint, request) => api.post(`/licenses/${id}/try`, { endpoint, request })
  const onAsk = async (/** @type {string} */ endpoint, /** @type {Record<string, unknown>} */ request) => {
    fill(place, ...answerSections(ask, { endpoint, request, answer: await ask(endpoint, request) }))
  }
  return [
    h(
      'p',
      { class: 'breakable' },
      'As ',
      h('a', { href: `#/licenses/${id}` }, nameOf(license)),
      ' ',
      ...pillsOf(license),
      ' · ',
      h('a', { href: ADDRESS }, 'another license'),
    ),
    may(visit, 'support')
      ? h('div', { class: 'card' }, requestForm(platforms, onAsk))
      : takesRole('Trying a request', 'support'),
    place,
  ]
}
