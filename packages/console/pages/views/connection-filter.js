// The filter of the connected accounts. Its values are in the page's URL, so that the result can be bookmarked and shared.

/** @import { OperatorConnectApp } from '../../../service/src/connect/operator-app.ts' */

import { h } from '../parts/element.js'
import { attempt, field, readForUrl } from '../parts/form.js'
import { any, selectField } from '../parts/select-field.js'

const STATES = ['connected', 'limited', 'ending', 'ended']
const TEXT = { type: 'text', autocomplete: 'off', spellcheck: 'false', maxlength: 64, placeholder: 'lic_…' }

/**
 * @param {{
 *   query: URLSearchParams,
 *   apps: readonly OperatorConnectApp[],
 *   go: (hash: string) => void,
 *   queryError: import('../app/api.js').RequestError | undefined,
 * }} options `queryError`: if the service rejected the query
 */
export const connectionFilter = ({ query, apps, go, queryError }) => {
  const value = (/** @type {string} */ name) => query.get(name) ?? ''
  const platforms = apps.map(({ platform, name }) => /** @type {const} */ ([platform, name]))
  const fields = [
    selectField({ name: 'state', label: 'State', value: value('state'), options: any(STATES) }),
    selectField({
      ...{ name: 'platform', label: 'Platform', value: value('platform') },
      options: [['', 'any'], ...platforms],
    }),
    field({ name: 'license', label: 'License ID', control: h('input', { ...TEXT, value: value('license') }) }),
  ]
  for (const { field: name, message } of queryError?.details ?? []) {
    fields.find((each) => each.name === name)?.setError(`This ${message}.`)
  }
  const problem = h('div', { class: 'form-problem', role: 'alert' })
  const show = (/** @type {Event} */ event) => {
    event.preventDefault()
    attempt(fields, problem, () => {
      const chosen = fields.map((each) => [each.name, readForUrl(each)]).filter(([, text]) => text !== '')
      go(chosen.length === 0 ? '#/connections' : `#/connections?${new URLSearchParams(chosen)}`)
    })
  }
  return h(
    'form',
    { role: 'search', 'aria-label': 'Filter', novalidate: true, onsubmit: show },
    h(
      'div',
      { class: 'filters' },
      ...fields.map(({ element }) => element),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'submit' }, 'Apply'),
        query.size > 0 && h('a', { href: '#/connections' }, 'Show all'),
      ),
    ),
    problem,
  )
}
