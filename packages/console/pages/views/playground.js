// Sends requests as a license and shows the responses. No quota is charged, and the audit trail records each request.

/** @import { LicenseInList, WholeLicense } from '../../../service/src/http/admin/schemas.ts' */
/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { may, requiresRole } from '../app/roles.js'
import { fill, h } from '../parts/element.js'
import { pageHead } from '../parts/page-head.js'
import { keyEndIn } from '../parts/pasted-key.js'
import { emptyState } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { requestForm } from './playground-form.js'
import { responseSections } from './playground-response.js'

const MAX_LICENSES = 10
const HASH = '#/playground'

/** @type {import('../app/routes.js').View} */
export const playground = async (visit) => {
  const id = visit.query.get('license')
  const content = id === null ? await chooseLicense(visit) : await testAs(visit, id)
  return { title: 'Playground', content: [pageHead('Playground'), ...content] }
}

/** @param {import('../app/routes.js').Visit} visit */
const chooseLicense = async ({ api, query, go }) => {
  const search = query.get('search') ?? ''
  const apiQuery = new URLSearchParams({ limit: String(MAX_LICENSES), ...(search && { search }) })
  /** @type {{ licenses: LicenseInList[] }} */
  const { licenses } = await api.get(`/licenses?${apiQuery}`)
  const input = h('input', { type: 'search', id: 'search', value: search, maxlength: 4_096, autocomplete: 'off' })
  const find = (/** @type {Event} */ event) => {
    event.preventDefault()
    const text = input.value.trim()
    input.value = keyEndIn(text) ?? text
    go(`${HASH}?${new URLSearchParams({ search: input.value })}`)
  }
  return [
    h('p', {}, 'Choose a license to test with. Its plan, mode and status apply; its quota is not charged.'),
    h(
      'form',
      { class: 'search', role: 'search', onsubmit: find },
      h('label', { for: 'search', class: 'visually-hidden' }, 'Search licenses'),
      input,
      h('button', { type: 'submit' }, 'Search'),
    ),
    licenses.length === 0
      ? emptyState('No licenses found', search === '' ? 'Create a license first.' : `No license matches “${search}”.`)
      : h('ul', { class: 'list card' }, ...licenses.map(choice)),
  ]
}

/** @param {LicenseInList} license */
const choice = (license) =>
  h(
    'li',
    {},
    h(
      'span',
      { class: 'breakable' },
      h('a', { href: `${HASH}?license=${license.id}` }, nameOf(license)),
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
const testAs = async (visit, id) => {
  const { api } = visit
  /** @type {[WholeLicense, { platforms: OperatorPlatform[] }]} */
  const [license, { platforms }] = await Promise.all([api.get(`/licenses/${id}`), api.get('/platforms')])
  const place = h('div', { class: 'stack', 'aria-live': 'polite' })
  /** @type {import('./playground-response.js').SendRequest} */
  const sendRequest = (endpoint, request) => api.post(`/licenses/${id}/try`, { endpoint, request })
  const onSend = async (/** @type {string} */ endpoint, /** @type {Record<string, unknown>} */ request) => {
    fill(place, ...responseSections(sendRequest, { endpoint, request, response: await sendRequest(endpoint, request) }))
  }
  return [
    h(
      'p',
      { class: 'breakable' },
      'Testing as ',
      h('a', { href: `#/licenses/${id}` }, nameOf(license)),
      ' ',
      ...pillsOf(license),
      ' · ',
      h('a', { href: HASH }, 'choose another license'),
    ),
    may(visit, 'support')
      ? h('div', { class: 'card' }, requestForm(platforms, onSend))
      : requiresRole('Sending a test request', 'support'),
    place,
  ]
}
