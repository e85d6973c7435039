// Sends requests as a license and shows the responses. No quota is charged, and the audit trail records each request.

/** @import { OperatorPlatform } from '../../../service/src/http/admin/platforms/operator-platform.ts' */

import { may, requiresRole } from '../app/roles.js'
import { fill, h } from '../parts/element.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { tabList } from '../parts/tabs.js'
import { ENDPOINT_NAMES, ENDPOINTS } from './playground-endpoints.js'
import { requestForm } from './playground-form.js'
import { defaultLicense, licensePicker } from './playground-license.js'
import { resultPane } from './playground-result.js'
import { requestSamples } from './playground-samples.js'
import { readState, writeState } from './playground-state.js'

/** @type {import('../app/routes.js').View} */
export const playground = async (visit) => {
  const { api, query } = visit
  const { license: id } = readState(query)
  /** @type {[import('./playground-license.js').License | undefined, { platforms: OperatorPlatform[] }]} */
  const [license, { platforms }] = await Promise.all([
    id === '' ? defaultLicense(api, query.get('search') ?? '') : api.get(`/licenses/${encodeURIComponent(id)}`),
    api.get('/platforms'),
  ])
  const content = license === undefined ? noLicense(visit) : await workbench(visit, license, platforms)
  return { title: 'Playground', content: [pageHead('Playground'), content] }
}

/** @param {import('../app/routes.js').Visit} visit */
const noLicense = (visit) =>
  emptyState(
    'No license to test with',
    'Requests are sent as a license, because its plan, mode and status decide what it gets. Create one in test mode to try the sandbox.',
    may(visit, 'admin') && h('a', { class: 'button primary', href: '#/licenses/new' }, 'Create license'),
  )

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {import('./playground-license.js').License} license
 * @param {readonly OperatorPlatform[]} platforms
 */
const workbench = async (visit, license, platforms) => {
  const { api } = visit
  const state = { ...readState(visit.query), license: license.id }
  /** @type {import('./playground-result.js').SendRequest} */
  const sendRequest = (id, endpoint, request) => api.post(`/licenses/${id}/try`, { endpoint, request })
  const keep = (/** @type {Partial<typeof state>} */ change) => {
    Object.assign(state, change)
    writeState(state)
  }

  const samples = await requestSamples({ language: state.language, onLanguage: (language) => keep({ language }) })
  const picker = licensePicker(api, license, ({ id }) => keep({ license: id }))
  const result = resultPane({
    sendRequest,
    samples: samples.element,
    state,
    onState: keep,
    onCursor: (cursor) => form.setCursor(cursor),
  })
  const canRun = may(visit, 'support')

  const update = (/** @type {boolean} */ isFinished) => {
    const body = form.body()
    samples.update({ endpoint: state.endpoint, body })
    const values = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, value === false ? '' : String(value)]),
    )
    if (isFinished) keep({ values: { ...state.values, ...values } })
  }
  const run = async () => {
    const { endpoint, license: id } = state
    const request = form.body()
    result.setRunning(true)
    try {
      const error = await result.show(endpoint, request, await sendRequest(id, endpoint, request), id)
      if (Array.isArray(error?.details)) form.showDetails(error.details)
    } finally {
      result.setRunning(false)
    }
  }
  const form = requestForm({
    ...{ platforms, first: picker, values: state.values, canRun },
    recognize: (text) => api.post(`/licenses/${encodeURIComponent(state.license)}/recognize`, { text }),
    onChange: update,
    onRun: run,
  })

  const does = h('p', { class: 'quiet' })
  const showEndpoint = (/** @type {import('./playground-endpoints.js').Endpoint} */ endpoint) => {
    fill(does, ENDPOINTS[endpoint].does)
    form.showEndpoint(endpoint, endpoint === first ? state.values.url : undefined)
    state.endpoint = endpoint
  }
  const first = state.endpoint
  const builder = h(
    'div',
    { class: 'card request' },
    does,
    form.element,
    !canRun && requiresRole('Sending a test request', 'support'),
  )
  const { list } = tabList({
    label: 'Endpoint',
    class: 'endpoints',
    tabs: ENDPOINT_NAMES.map((id) => ({ id, label: id, panel: builder })),
    selected: state.endpoint,
    onSelect(id) {
      showEndpoint(/** @type {import('./playground-endpoints.js').Endpoint} */ (id))
      update(true)
    },
  })
  showEndpoint(first)
  samples.update({ endpoint: state.endpoint, body: form.body() })

  const element = h('div', { class: 'playground' }, list, h('div', { class: 'bench' }, builder, result.element))
  if (canRun) onShortcut(element, () => form.element.requestSubmit())
  return element
}

/**
 * Runs on Ctrl+Enter anywhere on the page while the element is on it.
 * @param {HTMLElement} element
 * @param {() => void} act
 */
const onShortcut = (element, act) => {
  let wasShown = false
  const listen = (/** @type {KeyboardEvent} */ event) => {
    wasShown ||= element.isConnected
    if (wasShown && !element.isConnected) return document.removeEventListener('keydown', listen)
    const isElsewhere = document.querySelector('dialog[open]') !== null
    if (!element.isConnected || isElsewhere || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', listen)
}
