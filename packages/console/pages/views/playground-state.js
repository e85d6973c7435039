// The state of the playground in the URL's fragment, so that a request can be shared. It never contains a license key, and no
// cursor, which is long and expires.

import { isSurelyKey } from '../parts/pasted-key.js'
import { ENDPOINTS, isEndpoint } from './playground-endpoints.js'

/** @import { Endpoint, FieldName } from './playground-endpoints.js' */

/** @typedef {Partial<Record<FieldName, string>>} Values `withBody` is `true` or absent */
/** @typedef {{ endpoint: Endpoint, license: string, values: Values, tab: string, width: string, language: string }} State */

const HASH = '#/playground'
/** What a URL without these parameters means. */
const DEFAULTS = { endpoint: 'scan-profile', variant: 'posts', tab: 'preview', language: 'curl' }

/** @param {URLSearchParams} query @returns {State} */
export const readState = (query) => {
  const endpoint = query.get('endpoint')
  /** @type {Values} */
  const values = {}
  for (const name of /** @type {const} */ (['platform', 'handle', 'variant', 'url', 'withBody'])) {
    const value = query.get(name)
    if (value !== null && !isSurelyKey(value)) values[name] = value
  }
  return {
    endpoint: isEndpoint(endpoint) ? endpoint : 'scan-profile',
    license: query.get('license') ?? '',
    values,
    tab: query.get('tab') ?? DEFAULTS.tab,
    width: query.get('width') ?? '',
    language: query.get('language') ?? DEFAULTS.language,
  }
}

/** Only the fields of the chosen request. @param {State} state */
const toQuery = ({ endpoint, license, values, tab, width, language }) => {
  const fields = ENDPOINTS[endpoint].fields
    .filter((name) => name !== 'cursor')
    .map((name) => [name, values[name] ?? ''])
  const all = { license, endpoint, ...Object.fromEntries(fields), tab, width, language }
  const isWritten = (/** @type {[string, string]} */ [name, value]) =>
    value !== '' && value !== Reflect.get(DEFAULTS, name) && !isSurelyKey(value)
  return new URLSearchParams(Object.entries(all).filter(isWritten))
}

/** Writes the state into the URL without a new entry in the history. @param {State} state */
export const writeState = (state) => {
  // The operator opened another page meanwhile.
  if (location.hash.split('?')[0] !== HASH) return
  history.replaceState(null, '', `${HASH}?${toQuery(state)}`)
}
