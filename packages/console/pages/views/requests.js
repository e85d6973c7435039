// The request log: the last requests of all clients, newest first, with filters, details and a live view.

/** @import { LoggedRequest } from '../../../service/src/http/admin/traffic/schemas.ts' */

import { RequestError } from '../app/api.js'
import { filtersIn } from '../app/open-in-url.js'
import { dataTable } from '../parts/data-table.js'
import { h } from '../parts/element.js'
import { formatCount, plural } from '../parts/format.js'
import { icon } from '../parts/icon.js'
import { pageHead } from '../parts/page-head.js'
import { asQueryError, emptyState, problemText } from '../parts/problem.js'
import { linkedRequest } from './linked-request.js'
import { liveRows } from './live-rows.js'
import { requestColumns } from './request-columns.js'
import { openRequest } from './request-details.js'
import { requestFilter, toRequestQuery } from './request-filter.js'

/**
 * @typedef {object} RequestLog
 * @property {boolean} isOn
 * @property {number} keptHours
 * @property {number} maxRows
 * @property {LoggedRequest[]} requests
 * @property {string | null} nextCursor
 */

const TITLE = 'Requests'
/** As many as can arrive between two loads of the live view. */
const LIVE_ROWS = '200'

/** @type {import('../app/routes.js').View} */
export const requests = async (visit) => {
  const { api, go, reload } = visit
  const query = filtersIn(visit.query)
  /** @param {Record<string, string>} [page] @returns {Promise<RequestLog>} */
  const load = (page = {}) => {
    const apiQuery = toRequestQuery(query)
    for (const [name, value] of Object.entries(page)) apiQuery.set(name, value)
    return api.get(`/requests?${apiQuery}`)
  }
  /** @type {[RequestLog | RequestError, { platforms: { id: string }[] }]} */
  const [first, { platforms }] = await Promise.all([load().catch(asQueryError), api.get('/platforms')])
  const filter = (/** @type {RequestError | undefined} */ queryError) =>
    requestFilter({ query, platforms: platforms.map(({ id }) => id), go, queryError })
  if (first instanceof RequestError) {
    const problem = h('p', { class: 'form-problem', role: 'alert' }, problemText(first))
    return { title: TITLE, content: [pageHead(TITLE), filter(first), problem] }
  }
  if (!first.isOn) return { title: TITLE, content: [pageHead(TITLE), logIsOff()] }
  const toRows = (/** @type {RequestLog} */ { requests: rows, nextCursor }) => ({ rows, nextCursor })
  const table = dataTable({
    id: 'requests',
    columns: requestColumns({ open: openRequest, hasLicense: false }),
    first: toRows(first),
    noun: 'request',
    onOpen: openRequest,
    load: async (cursor) => toRows(await load({ cursor })),
  })
  const isEmpty = first.requests.length === 0
  table.element.hidden = isEmpty
  const empty = noRequests(query.size > 0)
  const live = liveRows({
    shown: first.requests,
    load: async () => (await load({ limit: LIVE_ROWS })).requests,
    add: (rows) => {
      empty.remove()
      table.element.hidden = false
      table.prepend(rows)
    },
  })
  return {
    title: TITLE,
    content: [
      pageHead(TITLE, live.button, h('button', { type: 'button', onclick: reload }, icon('refresh'), 'Refresh')),
      linkedRequest(visit, first),
      filter(undefined),
      isEmpty && empty,
      table.element,
      h('p', { class: 'quiet' }, limitsText(first)),
      playgroundHint(),
    ],
  }
}

/** @param {RequestLog} log */
const limitsText = ({ keptHours, maxRows }) =>
  `Requests are kept for ${plural(keptHours, 'hour')}, and at most ${formatCount(maxRows)} of them. Set REQUEST_LOG_HOURS and REQUEST_LOG_ROWS to change this.`

const playgroundHint = () =>
  h(
    'p',
    { class: 'quiet' },
    'Requests of the playground are not listed here. ',
    h('a', { href: '#/audit?action=license.try' }, 'See them in the audit trail'),
  )

export const logIsOff = () =>
  emptyState(
    'The request log is off',
    'Set REQUEST_LOG_HOURS to the number of hours that requests are kept, such as 24, and restart the service.',
    h('a', { class: 'button', href: '../docs/reference/settings' }, 'Read about the settings'),
  )

/** @param {boolean} isFiltered */
const noRequests = (isFiltered) =>
  isFiltered
    ? emptyState(
        'No requests found',
        'No request matches all filters. Change them or show all requests.',
        h('a', { class: 'button', href: '#/requests' }, 'Show all'),
      )
    : emptyState(
        'No requests yet',
        'A request of a site appears here about a second after its response. Tests in the playground are in the audit trail.',
        h('a', { class: 'button', href: '#/licenses' }, 'Open the licenses'),
        h('a', { class: 'button', href: '../docs' }, 'Read the documentation'),
      )
