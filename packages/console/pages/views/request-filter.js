// The filter of the request log. Its values are in the page's URL, so that the result can be bookmarked and shared.

import { h } from '../parts/element.js'
import { filterForm, showQueryError } from '../parts/filter-form.js'
import { field } from '../parts/form.js'
import { any, selectField } from '../parts/select-field.js'

/** @type {import('../parts/select-field.js').Options} */
const STATUSES = [
  ['', 'any'],
  ['2xx', '2xx: success'],
  ['error', '4xx and 5xx: errors'],
  ['4xx', '4xx: client errors'],
  ['5xx', '5xx: service errors'],
  ['aborted', 'aborted by the client'],
]
/** The path under which the service serves the module, which differs from its path in the repository. */
const NAMES = '../shared/traffic/endpoint-names.ts'
/** @type {typeof import('../../../service/src/traffic/endpoint-names.ts')} */
const { ENDPOINT_NAMES } = await import(NAMES)
const CACHE_STATES = ['hit', 'stale', 'miss']
const TEXT = { type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: 255 }

/**
 * @param {URLSearchParams} query
 * @param {readonly string[]} platforms
 */
const fieldsOf = (query, platforms) => {
  const value = (/** @type {string} */ name) => query.get(name) ?? ''
  const choice = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {import('../parts/select-field.js').Options} */ options,
  ) => selectField({ name, label, value: value(name), options })
  const input = (/** @type {string} */ name, /** @type {string} */ label, more = {}) =>
    field({ name, label, control: h('input', { ...TEXT, ...more, value: value(name) }) })
  return {
    main: [
      choice('status', 'Status', STATUSES),
      choice('endpoint', 'Endpoint', any(ENDPOINT_NAMES)),
      choice('platform', 'Platform', any(platforms)),
      input('handle', 'Handle contains'),
      choice('cache', 'Cache', any(CACHE_STATES)),
    ],
    more: [
      input('code', 'Error code'),
      input('license', 'License ID'),
      input('site', 'Site'),
      input('requestId', 'Request ID'),
      input('minDurationMs', 'At least, in ms', { type: 'number', min: 0, inputmode: 'numeric' }),
      input('replica', 'Replica'),
      input('from', 'From', { type: 'datetime-local' }),
      input('to', 'To', { type: 'datetime-local' }),
    ],
  }
}

/**
 * @param {{
 *   query: URLSearchParams,
 *   platforms: readonly string[],
 *   go: (hash: string) => void,
 *   queryError: import('../app/api.js').RequestError | undefined,
 * }} options `queryError`: if the service rejected the query
 */
export const requestFilter = ({ query, platforms, go, queryError }) => {
  const { main, more } = fieldsOf(query, platforms)
  const fields = [...main, ...more]
  showQueryError(fields, queryError)
  const { problem, actions, onsubmit } = filterForm({ page: '#/requests', query, fields, go })
  return h(
    'form',
    { role: 'search', 'aria-label': 'Filter', novalidate: true, onsubmit },
    h('div', { class: 'filters' }, ...main.map(({ element }) => element), actions),
    h(
      'details',
      { open: more.some(({ name }) => query.has(name)) },
      h('summary', {}, 'More filters'),
      h('div', { class: 'filters' }, ...more.map(({ element }) => element)),
    ),
    problem,
  )
}

/**
 * The query of the API for the query of this page: times are in the browser's time zone.
 * @param {URLSearchParams} query
 */
export const toRequestQuery = (query) => {
  const apiQuery = new URLSearchParams(query)
  for (const name of ['from', 'to']) {
    const time = new Date(query.get(name) ?? '')
    if (!Number.isNaN(time.getTime())) apiQuery.set(name, time.toISOString())
  }
  return apiQuery
}
