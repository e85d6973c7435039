// The search, the filters and the order of the license list. Their values are in the page's URL, so that the list can be
// bookmarked and shared.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'
import { showQueryError } from '../parts/filter-form.js'
import { attempt, field, readForUrl } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { keyEndIn } from '../parts/pasted-key.js'

/** @type {readonly (readonly [string, string])[]} */
const ORDERS = [
  ['', 'newest first'],
  ['oldest', 'oldest first'],
  ['name', 'name'],
  ['expiresAt', 'expiry'],
]
const STATUSES = ['active', 'suspended', 'expired', 'revoked']
const MODES = ['live', 'test']
const TEXT = { type: 'text', autocomplete: 'off', spellcheck: 'false' }

/**
 * @param {URLSearchParams} query
 * @param {readonly Plan[]} plans
 */
const fieldsOf = (query, plans) => {
  const value = (/** @type {string} */ name) => query.get(name) ?? ''
  const choice = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {readonly (readonly [string, string])[]} */ options,
  ) =>
    field({
      name,
      label,
      control: h(
        'select',
        {},
        ...options.map(([each, text]) => h('option', { value: each, selected: each === value(name) }, text)),
      ),
    })
  const any = (/** @type {readonly string[]} */ values) => [
    /** @type {const} */ (['', 'any']),
    ...values.map((value) => /** @type {const} */ ([value, value])),
  ]
  const input = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {import('../parts/element.js').Attributes} */ attributes,
  ) => field({ name, label, control: h('input', { ...attributes, value: value(name) }) })
  return [
    choice('status', 'Status', any(STATUSES)),
    choice('plan', 'Plan', any(plans.map(({ name }) => name))),
    choice('mode', 'Mode', any(MODES)),
    input('expiresBefore', 'Expires before', { type: 'date' }),
    input('usedOver', 'Usage of at least, in %', { type: 'number', min: 1, max: 1000, inputmode: 'numeric' }),
    input('site', 'Used by site', { ...TEXT, maxlength: 255 }),
    input('name', 'Name begins with', { ...TEXT, maxlength: 200 }),
    choice('order', 'Sort by', ORDERS),
  ]
}

/**
 * @param {{
 *   query: URLSearchParams,
 *   plans: readonly Plan[],
 *   go: (hash: string) => void,
 *   queryError: import('../app/api.js').RequestError | undefined,
 * }} options `queryError`: if the service rejected the query
 */
export const licenseFilter = ({ query, plans, go, queryError }) => {
  const search = h('input', {
    type: 'search',
    id: 'search',
    value: query.get('search') ?? '',
    // A truncated key would have other last characters.
    maxlength: 4_096,
    placeholder: 'Name, site, end of key or ID',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const fields = fieldsOf(query, plans)
  showQueryError(fields, queryError)
  const problem = h('div', { class: 'form-problem', role: 'alert' })
  const show = (/** @type {Event} */ event) => {
    event.preventDefault()
    attempt(fields, problem, () => {
      const filters = fields.map((each) => [each.name, readForUrl(each)])
      const text = search.value.trim()
      // A key must not leave this page. Its last characters are enough to find the license.
      const end = keyEndIn(text)
      if (end !== undefined) {
        search.value = end
        notify(`This looks like a license key. The search uses only its last four characters, ${end}.`)
      }
      const chosen = new URLSearchParams([['search', end ?? text], ...filters].filter(([, value]) => value !== ''))
      go(chosen.size === 0 ? '#/licenses' : `#/licenses?${chosen}`)
    })
  }
  return h(
    'form',
    { role: 'search', 'aria-label': 'Licenses', novalidate: true, onsubmit: show },
    h(
      'div',
      { class: 'search' },
      h('label', { for: 'search', class: 'visually-hidden' }, 'Search licenses'),
      search,
      h('button', { type: 'submit' }, 'Search'),
      query.size > 0 && h('a', { href: '#/licenses' }, 'Show all'),
    ),
    h(
      'details',
      { open: fields.some(({ name }) => query.has(name)) },
      h('summary', {}, 'Filters and sorting'),
      h('div', { class: 'filters' }, ...fields.map(({ element }) => element)),
      problem,
    ),
  )
}
