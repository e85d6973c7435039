// Which licenses are shown, and in which order: a form, whose answers are in the address of the page, so that it can be kept
// and sent on.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'
import { attempt, field, readForAddress } from '../parts/form.js'
import { notify } from '../parts/notice.js'
import { keyEndIn } from '../parts/pasted-key.js'

/** @type {readonly (readonly [string, string])[]} */
const ORDERS = [
  ['', 'newest first'],
  ['oldest', 'oldest first'],
  ['name', 'by name'],
  ['expiresAt', 'by end'],
]
const STATES = ['active', 'suspended', 'expired', 'revoked']
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
  const any = (/** @type {readonly string[]} */ words) => [
    /** @type {const} */ (['', 'any']),
    ...words.map((word) => /** @type {const} */ ([word, word])),
  ]
  const input = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {import('../parts/element.js').Attributes} */ attributes,
  ) => field({ name, label, control: h('input', { ...attributes, value: value(name) }) })
  return [
    choice('status', 'Status', any(STATES)),
    choice('plan', 'Plan', any(plans.map(({ name }) => name))),
    choice('mode', 'Mode', any(MODES)),
    input('expiresBefore', 'Ends before', { type: 'date' }),
    input('usedOver', 'Used at least, in %', { type: 'number', min: 1, max: 1000, inputmode: 'numeric' }),
    input('site', 'Used by the site', { ...TEXT, maxlength: 255 }),
    input('name', 'Name begins with', { ...TEXT, maxlength: 200 }),
    choice('order', 'Order', ORDERS),
  ]
}

/**
 * @param {{
 *   query: URLSearchParams,
 *   plans: readonly Plan[],
 *   go: (hash: string) => void,
 *   refusal: import('../app/api.js').Refusal | undefined,
 * }} options `refusal`: what the service did not like of the query
 */
export const licenseFilter = ({ query, plans, go, refusal }) => {
  const search = h('input', {
    type: 'search',
    id: 'search',
    value: query.get('search') ?? '',
    // Of a key that is cut off, the end would be another one.
    maxlength: 4_096,
    placeholder: 'Name, site, end of a key, or id',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const fields = fieldsOf(query, plans)
  for (const { field: name, message } of refusal?.details ?? []) {
    fields.find((each) => each.name === name)?.say(`This ${message}.`)
  }
  const problem = h('div', { class: 'form-problem', role: 'alert' })
  const show = (/** @type {Event} */ event) => {
    event.preventDefault()
    attempt(fields, problem, () => {
      const filters = fields.map((each) => [each.name, readForAddress(each)])
      const text = search.value.trim()
      // A whole key stays on this page: its end is enough to find it.
      const end = keyEndIn(text)
      if (end !== undefined) {
        search.value = end
        notify(`This looks like a license key: only its last four characters, ${end}, are searched for.`)
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
      h('label', { for: 'search', class: 'unseen' }, 'Search licenses'),
      search,
      h('button', { type: 'submit' }, 'Search'),
      query.size > 0 && h('a', { href: '#/licenses' }, 'Show all'),
    ),
    h(
      'details',
      { open: fields.some(({ name }) => query.has(name)) },
      h('summary', {}, 'Filters and order'),
      h('div', { class: 'filters' }, ...fields.map(({ element }) => element)),
      problem,
    ),
  )
}
