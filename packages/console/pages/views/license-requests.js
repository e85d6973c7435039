// The last requests of a license, on its page.

/** @import { RequestLog } from './requests.js' */

import { dataTable } from '../parts/data-table.js'
import { fill, h } from '../parts/element.js'
import { problemText } from '../parts/problem.js'
import { cardSkeletons } from '../parts/skeleton.js'
import { linkedRequest } from './linked-request.js'
import { requestColumns } from './request-columns.js'
import { openRequest } from './request-details.js'
import { logIsOff } from './requests.js'

const SHOWN = 10

/**
 * Loads the requests after the page is shown.
 * @param {import('../app/routes.js').Visit} visit
 */
export const licenseRequests = (visit) => {
  const { api, id } = visit
  const shown = h('div', { class: 'stack' }, ...cardSkeletons(1))
  const query = new URLSearchParams({ license: id })
  const show = async () => {
    try {
      /** @type {RequestLog} */
      const log = await api.get(`/requests?${query}&limit=${SHOWN}`)
      fill(shown, linkedRequest(visit, log), content(log))
    } catch (error) {
      fill(shown, h('p', { class: 'form-problem', role: 'alert' }, problemText(error)))
    }
  }
  show()
  return h(
    'section',
    { class: 'stack', 'aria-labelledby': 'last-requests' },
    h(
      'div',
      { class: 'page-head' },
      h('h2', { id: 'last-requests' }, 'Last requests'),
      h('a', { href: `#/requests?${query}` }, 'All requests of this license'),
    ),
    shown,
  )
}

/** @param {RequestLog} log */
const content = ({ isOn, requests }) => {
  if (!isOn) return logIsOff()
  if (requests.length === 0) return h('p', { class: 'quiet' }, 'No requests yet')
  const columns = requestColumns({ open: openRequest, hasLicense: true })
  return dataTable({
    id: 'license-requests',
    columns,
    first: { rows: requests, nextCursor: null },
    onOpen: openRequest,
  }).element
}
