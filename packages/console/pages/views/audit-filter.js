// What of the audit trail is shown: a form, whose answers are in the address of the page, so that it can be kept and sent on.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { freshId, h } from '../parts/element.js'
import { attempt, field, readForAddress } from '../parts/form.js'
import { ACTIONS } from './audit-facts.js'

const PAGE = 50

/** The days of the form are those of who looks, from their first instant on. @param {string} day @param {number} after */
const startOfDay = (day, after) => {
  const time = new Date(`${day}T00:00`)
  // A day that no month has would be one of the next: the service refuses it.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && time.getDate() === Number(day.slice(-2))
  if (!isDay) return day
  time.setDate(time.getDate() + after)
  return time.toISOString()
}

/**
 * What the API is asked for the page with this query.
 * @param {URLSearchParams} query
 * @param {string} [cursor]
 */
export const toQuery = (query, cursor) => {
  const asked = new URLSearchParams(query)
  asked.set('limit', String(PAGE))
  const [from, until] = [query.get('from'), query.get('until')]
  asked.delete('until')
  if (from) asked.set('from', startOfDay(from, 0))
  if (until) asked.set('to', startOfDay(until, 1))
  if (cursor !== undefined) asked.set('cursor', cursor)
  return asked
}

/**
 * @param {URLSearchParams} query
 * @param {readonly Operator[]} operators
 * @param {(hash: string) => void} go
 * @param {import('../app/api.js').Refusal | undefined} refusal what the service did not like of the query
 */
export const auditFilter = (query, operators, go, refusal) => {
  const chosenOf = (/** @type {string} */ name) => query.get(name) ?? ''
  const names = freshId()
  const actions = Object.entries(ACTIONS).map(([action, text]) =>
    h('option', { value: action, selected: action === chosenOf('action') }, text),
  )
  const text = { type: 'text', maxlength: 200, autocomplete: 'off', spellcheck: 'false' }
  const fields = [
    field({ name: 'actor', label: 'Who', control: h('input', { ...text, list: names, value: chosenOf('actor') }) }),
    field({
      name: 'action',
      label: 'What',
      control: h('select', {}, h('option', { value: '' }, 'Everything'), ...actions),
    }),
    field({
      name: 'subject',
      label: 'License, or other id',
      control: h('input', { ...text, value: chosenOf('subject') }),
    }),
    field({ name: 'from', label: 'From', control: h('input', { type: 'date', value: chosenOf('from') }) }),
    field({
      name: 'until',
      label: 'To, this day included',
      control: h('input', { type: 'date', value: chosenOf('until') }),
    }),
  ]
  for (const { field: name, message } of refusal?.details ?? []) {
    fields.find((each) => each.name === (name === 'to' ? 'until' : name))?.say(`This ${message}.`)
  }
  const problem = h('div', { class: 'form-problem', role: 'alert' })
  const show = (/** @type {Event} */ event) => {
    event.preventDefault()
    attempt(fields, problem, () => {
      const chosen = fields.map((each) => [each.name, readForAddress(each)]).filter(([, value]) => value !== '')
      go(chosen.length === 0 ? '#/audit' : `#/audit?${new URLSearchParams(chosen)}`)
    })
  }
  return h(
    'form',
    { class: 'filter card', role: 'search', 'aria-label': 'Filter', novalidate: true, onsubmit: show },
    ...fields.map(({ element }) => element),
    problem,
    h(
      'datalist',
      { id: names },
      ...['ADMIN_TOKEN', ...operators.map(({ name }) => name)].map((value) => h('option', { value })),
    ),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'submit' }, 'Show'),
      query.size > 0 && h('a', { href: '#/audit' }, 'Show all'),
    ),
  )
}
