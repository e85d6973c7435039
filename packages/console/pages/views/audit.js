// The audit trail: who changed what, when and from where. The newest entries come first.

/** @import { AuditEntry, Operator } from '../../../service/src/http/admin/schemas.ts' */

import { RequestError } from '../app/api.js'
import { dataTable } from '../parts/data-table.js'
import { h } from '../parts/element.js'
import { momentWithSeconds } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { asQueryError, emptyState, problemText } from '../parts/problem.js'
import { actionText, differences, subjectLink } from './audit-facts.js'
import { auditFilter, toQuery } from './audit-filter.js'

/** @type {Readonly<Record<AuditEntry['actor']['kind'], string>>} */
const KINDS = { operator: 'operator', 'command-line': 'command line', service: 'service' }

/** @type {readonly import('../parts/data-table.js').Column<AuditEntry>[]} */
const COLUMNS = [
  {
    id: 'action',
    label: 'Action',
    cell: (entry) => [actionText(entry.action), h('span', { class: 'line' }, subjectLink(entry))],
  },
  {
    id: 'actor',
    label: 'Actor',
    cell: ({ actor, from, requestId }) =>
      h(
        'div',
        {},
        h('span', {}, actor.name),
        h('span', { class: 'quiet line' }, actor.kind === 'operator' ? `from ${from}` : (from ?? KINDS[actor.kind])),
        requestId !== null && h('code', { class: 'quiet id line', title: 'Request ID' }, requestId),
      ),
  },
  {
    id: 'time',
    label: 'Time',
    class: 'date',
    cell: ({ at }) => h('time', { datetime: at, title: at }, momentWithSeconds(at)),
  },
  { id: 'changes', label: 'Changes', cell: differences },
]

/** @type {import('../app/routes.js').View} */
export const audit = async ({ api, query, go }) => {
  /** @param {string} [cursor] */
  const load = async (cursor) => {
    /** @type {{ entries: AuditEntry[], nextCursor: string | null }} */
    const { entries: rows, nextCursor } = await api.get(`/audit?${toQuery(query, cursor)}`)
    return { rows, nextCursor }
  }
  /** @type {[Awaited<ReturnType<typeof load>> | RequestError, { operators: Operator[] }]} */
  const [first, { operators }] = await Promise.all([load().catch(asQueryError), api.get('/operators')])
  const title = 'Audit trail'
  if (first instanceof RequestError) {
    const problem = h('p', { class: 'form-problem', role: 'alert' }, problemText(first))
    return { title, content: [pageHead(title), auditFilter(query, operators, go, first), problem] }
  }
  const isFiltered = query.size > 0
  const empty = isFiltered
    ? emptyState(
        'No entries found',
        'No entry matches the filter. Change it or show all entries.',
        h('a', { class: 'button', href: '#/audit' }, 'Show all'),
      )
    : emptyState('No changes yet', 'Every change is recorded here, with the operator or command that made it.')
  return {
    title,
    content: [
      pageHead(title),
      auditFilter(query, operators, go, undefined),
      first.rows.length === 0
        ? empty
        : dataTable({ id: 'audit', columns: COLUMNS, first, load, rowClass: 'tall', noun: 'change' }).element,
    ],
  }
}
