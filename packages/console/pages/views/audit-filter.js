// The filter of the audit trail. Its values are in the page's URL, so that the result can be bookmarked and shared.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { h, uniqueId } from '../parts/element.js'
import { filterForm } from '../parts/filter-form.js'
import { field } from '../parts/form.js'
import { ACTIONS } from './audit-facts.js'

const PAGE = 50

/** The start of a day in the browser's time zone. @param {string} day @param {number} daysAfter */
const startOfDay = (day, daysAfter) => {
  const time = new Date(`${day}T00:00`)
  // `Date` turns 31 February into a day in March. The text is sent unchanged instead, and the service rejects it.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && time.getDate() === Number(day.slice(-2))
  if (!isDay) return day
  time.setDate(time.getDate() + daysAfter)
  return time.toISOString()
}

/**
 * The query of the API for the query of this page.
 * @param {URLSearchParams} query
 * @param {string} [cursor]
 */
export const toQuery = (query, cursor) => {
  const apiQuery = new URLSearchParams(query)
  apiQuery.set('limit', String(PAGE))
  const [from, until] = [query.get('from'), query.get('until')]
  apiQuery.delete('until')
  if (from) apiQuery.set('from', startOfDay(from, 0))
  if (until) apiQuery.set('to', startOfDay(until, 1))
  if (cursor !== undefined) apiQuery.set('cursor', cursor)
  return apiQuery
}

/**
 * @param {URLSearchParams} query
 * @param {readonly Operator[]} operators
 * @param {(hash: string) => void} go
 * @param {import('../app/api.js').RequestError | undefined} queryError if the service rejected the query
 */
export const auditFilter = (query, operators, go, queryError) => {
  const chosenOf = (/** @type {string} */ name) => query.get(name) ?? ''
  const names = uniqueId()
  const actions = Object.entries(ACTIONS).map(([action, text]) =>
    h('option', { value: action, selected: action === chosenOf('action') }, text),
  )
  const text = { type: 'text', maxlength: 200, autocomplete: 'off', spellcheck: 'false' }
  const fields = [
    field({ name: 'actor', label: 'Actor', control: h('input', { ...text, list: names, value: chosenOf('actor') }) }),
    field({
      name: 'action',
      label: 'Action',
      control: h('select', {}, h('option', { value: '' }, 'All actions'), ...actions),
    }),
    field({
      name: 'subject',
      label: 'License or other ID',
      control: h('input', { ...text, value: chosenOf('subject') }),
    }),
    field({ name: 'from', label: 'From', control: h('input', { type: 'date', value: chosenOf('from') }) }),
    field({
      name: 'until',
      label: 'To (inclusive)',
      control: h('input', { type: 'date', value: chosenOf('until') }),
    }),
  ]
  for (const { field: name, message } of queryError?.details ?? []) {
    fields.find((each) => each.name === (name === 'to' ? 'until' : name))?.setError(`This ${message}.`)
  }
  const { problem, actions: buttons, onsubmit } = filterForm({ page: '#/audit', query, fields, go })
  return h(
    'form',
    { class: 'filter card', role: 'search', 'aria-label': 'Filter', novalidate: true, onsubmit },
    ...fields.map(({ element }) => element),
    problem,
    h(
      'datalist',
      { id: names },
      ...['ADMIN_TOKEN', ...operators.map(({ name }) => name)].map((value) => h('option', { value })),
    ),
    buttons,
  )
}
