// The status line of a response: endpoint, status code, duration, cache state and request ID.

import { copyableId } from '../parts/copy-id.js'
import { h } from '../parts/element.js'
import { duration, formatCount } from '../parts/format.js'
import { pill } from '../parts/status.js'

/** @typedef {{ status: number, headers: Readonly<Record<string, string>>, body: string, milliseconds: number }} TestResponse */

/** @type {Readonly<Record<string, string>>} */
const CACHES = {
  hit: 'From the cache',
  miss: 'Not cached',
  stale: 'Stale, from the cache',
}

/**
 * @param {string} endpoint
 * @param {string} license the id of the license
 * @param {TestResponse} response
 */
export const statusLine = (endpoint, license, { status, headers, body, milliseconds }) => {
  const requestId = headers['x-request-id'] ?? ''
  return [
    h('code', {}, `POST /${endpoint}`),
    pill(String(status), status < 400 ? 'good' : 'bad'),
    h('span', {}, `${formatCount(milliseconds)} ms`),
    h('span', {}, sizeOf(body)),
    headers['x-cache'] !== undefined && h('span', {}, cacheText(headers)),
    requestId !== '' && h('span', { class: 'request-id' }, 'Request ID ', copyableId(requestId, 'request ID')),
    // The request log has the requests of sites alone.
    h('a', { href: `#/audit?${new URLSearchParams({ action: 'license.try', subject: license })}` }, 'Audit trail'),
  ]
}

/** @param {string} body */
const sizeOf = (body) => {
  const { length } = new TextEncoder().encode(body)
  return length < 1_000 ? `${formatCount(length)} B` : `${formatCount(Math.round(length / 1_000))} kB`
}

/** @param {TestResponse['headers']} headers */
const cacheText = ({ 'x-cache': cache = '', age = '0' }) => {
  const text = CACHES[cache] ?? cache
  return cache === 'miss' ? text : `${text}, ${duration(Number(age))} old`
}
