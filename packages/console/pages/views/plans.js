// The plans and their limits.

/** @import { Plan } from '../../../service/src/http/admin/schemas.ts' */

import { may, requiresRole } from '../app/roles.js'
import { actionColumn, dataTable } from '../parts/data-table.js'
import { h } from '../parts/element.js'
import { formatCount } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { editPlan } from './plan-form.js'

/** @type {import('../app/routes.js').View} */
export const plans = async (visit) => {
  /** @type {[{ plans: Plan[] }, { platforms: { id: string, name: string }[] }]} */
  const [{ plans: all }, { platforms }] = await Promise.all([visit.api.get('/plans'), visit.api.get('/platforms')])
  const mayChange = may(visit, 'admin')
  const edit = (/** @type {Plan | undefined} */ plan) => () => editPlan(visit, plan, platforms)
  return {
    title: 'Plans',
    content: [
      pageHead(
        'Plans',
        mayChange && h('button', { type: 'button', class: 'primary', onclick: edit(undefined) }, 'New plan'),
      ),
      mayChange
        ? h('p', { class: 'quiet' }, 'A change applies to every license on the plan from its next request.')
        : requiresRole('Changing plans', 'admin'),
      dataTable({
        id: 'plans',
        columns: columnsOf(mayChange ? edit : undefined),
        first: { rows: all, nextCursor: null },
      }).element,
    ],
  }
}

/**
 * @param {((plan: Plan) => () => void) | undefined} edit
 * @returns {readonly import('../parts/data-table.js').Column<Plan>[]}
 */
const columnsOf = (edit) => [
  { id: 'plan', label: 'Plan', cell: ({ name }) => name },
  { id: 'scans', label: 'Scans per month', class: 'number', cell: ({ scans }) => formatCount(scans) },
  {
    id: 'validations',
    label: 'Validations per month',
    class: 'number',
    cell: ({ validations }) => formatCount(validations),
  },
  { id: 'burst', label: 'Requests per minute', class: 'number', cell: ({ burst }) => formatCount(burst) },
  {
    id: 'sites',
    label: 'Sites',
    class: 'number',
    cell: ({ sites }) => limit(sites),
  },
  {
    id: 'connections',
    label: 'Accounts',
    class: 'number',
    cell: ({ connections }) => limit(connections),
  },
  {
    id: 'images',
    label: 'Images',
    class: 'number',
    cell: ({ media, mediaMb }) =>
      media === 'none' ? 'not included' : mediaMb === null ? 'unlimited' : `${formatCount(mediaMb)} MB a month`,
  },
  { id: 'platforms', label: 'Platforms', cell: ({ platforms }) => (platforms === null ? 'all' : platforms.join(', ')) },
  ...(edit === undefined ? [] : [actionColumn((/** @type {Plan} */ plan) => editButton(plan, edit(plan)))]),
]

/** @param {number | null} count */
const limit = (count) => (count === null ? 'unlimited' : formatCount(count))

/**
 * @param {Plan} plan
 * @param {() => void} edit
 */
const editButton = ({ name }, edit) =>
  h('button', { type: 'button', 'aria-label': `Edit ${name}`, onclick: edit }, 'Edit')
