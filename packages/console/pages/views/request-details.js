// The details of one request, in a drawer, with filters for its values.

/** @import { LoggedRequest } from '../../../service/src/http/admin/traffic/schemas.ts' */

import { nameOpen } from '../app/open-in-url.js'
import { copyableId } from '../parts/copy-id.js'
import { openPanel } from '../parts/dialog.js'
import { h } from '../parts/element.js'
import { milliseconds, momentWithSeconds } from '../parts/format.js'
import { facts } from '../parts/section.js'
import { cacheState, requestStatus } from './request-columns.js'

/** The parts of a request that the log can be filtered by, apart from its status. */
const FILTERS = /** @type {const} */ (['code', 'endpoint', 'platform', 'handle', 'license', 'site', 'cache', 'replica'])

/** @type {Readonly<Record<(typeof FILTERS)[number], string>>} */
const LABELS = {
  code: 'Error code',
  endpoint: 'Endpoint',
  platform: 'Platform',
  handle: 'Handle',
  license: 'License',
  site: 'Site',
  cache: 'Cache',
  replica: 'Replica',
}

const LOGGED =
  'The service’s log contains the request ID. Of the same error within a minute, it contains the first and counts the others.'
const LOGGED_FOR_DEBUGGING = 'The service’s log contains the request ID only with LOG_LEVEL=debug.'

/** The URL of the page names the request until it is closed. @param {LoggedRequest} request */
export const openRequest = (request) => {
  const { at, status, durationMs, requestId } = request
  const rows = FILTERS.flatMap((name) => {
    const value = request[name]
    return value === null ? [] : [/** @type {const} */ ([LABELS[name], filterLink(request, name, value)])]
  })
  const closed = openPanel('Request', [
    h(
      'p',
      { class: 'panel-lead' },
      requestStatus(status),
      h('code', { class: 'breakable' }, request.endpoint ?? 'unknown path'),
    ),
    facts([
      ['Request ID', copyableId(requestId, 'request ID')],
      ['Time', h('time', { datetime: at }, momentWithSeconds(at))],
      ['Duration', milliseconds(durationMs)],
      ...rows,
    ]),
    status === null && h('p', { class: 'quiet' }, 'The client closed the connection before the service responded.'),
    h(
      'div',
      { class: 'actions' },
      request.license !== null && h('a', { class: 'button', href: `#/licenses/${request.license}` }, 'Open license'),
      request.code !== null &&
        h('a', { class: 'button', href: `../docs/reference/errors#${request.code}` }, 'What this error means'),
    ),
    h('p', { class: 'quiet' }, 'Select a value to see all requests with it.'),
    status !== null && status >= 400 && h('p', { class: 'quiet' }, status >= 500 ? LOGGED : LOGGED_FOR_DEBUGGING),
  ])
  nameOpen(`${requestId}/${request.id}`, closed)
}

/**
 * @param {LoggedRequest} request
 * @param {(typeof FILTERS)[number]} name
 * @param {string} value
 */
const filterLink = (request, name, value) => {
  return h(
    'a',
    { class: 'breakable', href: `#/requests?${new URLSearchParams({ [name]: value })}` },
    name === 'cache' ? cacheState(request.cache) : value,
  )
}
