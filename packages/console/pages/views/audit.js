// The audit trail: who changed what, when and from where, newest first.

/** @import { AuditEntry, Operator } from '../../../service/src/http/admin/schemas.ts' */

import { Refusal } from '../app/api.js'
import { h } from '../parts/element.js'
import { dayAndTime } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pagedTable } from '../parts/paged-table.js'
import { asRefusedQuery, emptyState, problemText } from '../parts/problem.js'
import { actionText, differences, subjectLink } from './audit-facts.js'
import { auditFilter, toQuery } from './audit-filter.js'

const COLUMNS = ['What', 'Who', 'When', 'Before and after']

/** @type {Readonly<Record<AuditEntry['actor']['kind'], string>>} */
const KINDS = { operator: 'operator', 'command-line': 'command line', service: 'the service itself' }

/** @type {import('../app/routes.js').View} */
export const audit = async ({ api, query, go }) => {
  /** @param {string} [cursor] */
  const load = async (cursor) => {
    /** @type {{ entries: AuditEntry[], nextCursor: string | null }} */
    const { entries: rows, nextCursor } = await api.get(`/audit?${toQuery(query, cursor)}`)
    return { rows, nextCursor }
  }
  /** @type {[Awaited<ReturnType<typeof load>> | Refusal, { operators: Operator[] }]} */
  const [first, { operators }] = await Promise.all([load().catch(asRefusedQuery), api.get('/operators')])
  const title = 'Audit trail'
  if (first instanceof Refusal) {
    const problem = h('p', { class: 'form-problem', role: 'alert' }, problemText(first))
    return { title, content: [pageHead(title), auditFilter(query, operators, go, first), problem] }
  }
  const isFiltered = query.size > 0
  const nothing = isFiltered
    ? emptyState(
        'Nothing was found',
        'No entry is what the filter says.',
        h('a', { class: 'button', href: '#/audit' }, 'Show all'),
      )
    : emptyState('Nothing was changed yet', 'Each change is written down here, with who made it.')
  return {
    title,
    content: [
      pageHead(title),
      auditFilter(query, operators, go, undefined),
      first.rows.length === 0 ? nothing : pagedTable({ columns: COLUMNS, first, load, row }),
    ],
  }
}

/** @param {AuditEntry} entry */
const row = (entry) => {
  const { at, actor, from, requestId, action } = entry
  return h(
    'tr',
    { class: 'tall' },
    h('th', { scope: 'row' }, actionText(action), h('span', { class: 'line' }, subjectLink(entry))),
    h(
      'td',
      { 'data-label': 'Who' },
      h(
        'div',
        {},
        h('span', {}, actor.name),
        h('span', { class: 'quiet line' }, actor.kind === 'operator' ? `from ${from}` : (from ?? KINDS[actor.kind])),
        requestId !== null && h('code', { class: 'quiet id line', title: 'Request id' }, requestId),
      ),
    ),
    h('td', { class: 'date', 'data-label': 'When' }, h('time', { datetime: at, title: at }, dayAndTime(at))),
    h('td', { 'data-label': 'Before and after' }, differences(entry)),
  )
}
