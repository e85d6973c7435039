// The filter of the connected accounts. Its values are in the page's URL, so that the result can be bookmarked and shared.

/** @import { OperatorConnectApp } from '../../../service/src/connect/operator-app.ts' */

import { h } from '../parts/element.js'
import { filterForm, showQueryError } from '../parts/filter-form.js'
import { field } from '../parts/form.js'
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
  showQueryError(fields, queryError)
  const { problem, actions, onsubmit } = filterForm({ page: '#/connections', query, fields, go })
  return h(
    'form',
    { role: 'search', 'aria-label': 'Filter', novalidate: true, onsubmit },
    h('div', { class: 'filters' }, ...fields.map(({ element }) => element), actions),
    problem,
  )
}
