// What the filters of pages have in common: their values become the page's URL, and a query that the service rejected is
// reported at its fields.

import { h } from './element.js'
import { attempt, readForUrl } from './form.js'

/** @typedef {import('../app/api.js').RequestError | undefined} QueryError */

/**
 * @param {readonly import('./form.js').Field[]} fields
 * @param {QueryError} queryError if the service rejected the query
 */
export const showQueryError = (fields, queryError) => {
  for (const { field: name, message } of queryError?.details ?? []) {
    fields.find((each) => each.name === name)?.setError(`This ${message}.`)
  }
}

/**
 * The parts of a form that filters the page: `onsubmit`, the place for problems, and the buttons.
 * @param {{
 *   page: string,
 *   query: URLSearchParams,
 *   fields: readonly import('./form.js').Field[],
 *   go: (hash: string) => void,
 * }} options `page`: its hash without a query
 */
export const filterForm = ({ page, query, fields, go }) => {
  const problem = h('div', { class: 'form-problem', role: 'alert' })
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault()
    attempt(fields, problem, () => {
      const chosen = fields.map((each) => [each.name, readForUrl(each)]).filter(([, value]) => value !== '')
      go(chosen.length === 0 ? page : `${page}?${new URLSearchParams(chosen)}`)
    })
  }
  const actions = h(
    'div',
    { class: 'actions' },
    h('button', { type: 'submit' }, 'Apply'),
    query.size > 0 && h('a', { href: page }, 'Show all'),
  )
  return { problem, actions, onsubmit }
}
