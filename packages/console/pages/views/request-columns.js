// The columns of the request log.

/** @import { LoggedRequest } from '../../../service/src/http/admin/traffic/schemas.ts' */

import { copyableId } from '../parts/copy-id.js'
import { h } from '../parts/element.js'
import { milliseconds, timeWithSeconds } from '../parts/format.js'
import { pill } from '../parts/status.js'

/** @type {Readonly<Record<NonNullable<LoggedRequest['cache']>, 'good' | 'warn' | 'plain'>>} */
const CACHE_TONES = { hit: 'good', stale: 'warn', miss: 'plain' }

/**
 * The status with a color. Null: the client hung up before the response.
 * @param {LoggedRequest['status']} status
 */
export const requestStatus = (status) => {
  if (status === null) return pill('aborted', 'plain')
  return pill(String(status), status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good')
}

/** @param {LoggedRequest['cache']} cache */
export const cacheState = (cache) => cache !== null && pill(cache, CACHE_TONES[cache])

/** @param {string | null} text */
const code = (text) => text !== null && h('code', { class: 'id' }, text)

/**
 * @param {{ open: (request: LoggedRequest) => void, hasLicense: boolean }} options
 * @returns {readonly import('../parts/data-table.js').Column<LoggedRequest>[]}
 */
export const requestColumns = ({ open, hasLicense }) => [
  {
    id: 'at',
    label: 'Time',
    class: 'date',
    cell: (request) =>
      h(
        'button',
        { type: 'button', class: 'row-link', onclick: () => open(request), 'aria-haspopup': 'dialog' },
        h('time', { datetime: request.at, title: request.at }, timeWithSeconds(request.at)),
      ),
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status, code: error }) => h('span', { class: 'pills' }, requestStatus(status), code(error)),
  },
  { id: 'endpoint', label: 'Endpoint', class: 'date', cell: ({ endpoint }) => code(endpoint) },
  { id: 'platform', label: 'Platform', cell: ({ platform }) => platform },
  {
    id: 'handle',
    label: 'Handle',
    class: 'clipped',
    cell: ({ handle }) => handle && h('span', { title: handle }, handle),
  },
  {
    id: 'license',
    label: 'License',
    isExtra: true,
    cell: ({ license }) => license !== null && h('a', { class: 'id', href: `#/licenses/${license}` }, license),
  },
  { id: 'site', label: 'Site', class: 'clipped', isExtra: hasLicense, cell: ({ site }) => site },
  {
    id: 'duration',
    label: 'Duration',
    class: 'number',
    cell: ({ durationMs }) => milliseconds(durationMs),
  },
  { id: 'cache', label: 'Cache', cell: ({ cache }) => cacheState(cache) },
  {
    id: 'requestId',
    label: 'Request ID',
    isExtra: true,
    cell: ({ requestId }) => copyableId(requestId, 'request ID'),
  },
  { id: 'replica', label: 'Replica', isExtra: true, cell: ({ replica }) => replica },
]
