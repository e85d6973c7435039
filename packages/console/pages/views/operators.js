// The operators: who may use the console and the admin API, and with which role.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { may, ROLES, requiresRole } from '../app/roles.js'
import { actionColumn, dataTable } from '../parts/data-table.js'
import { h } from '../parts/element.js'
import { day, dayAndTime } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { newOperator, revoke } from './change-operators.js'

/** @type {import('../app/routes.js').View} */
export const operators = async (visit) => {
  const { api, me } = visit
  /** @type {{ operators: Operator[] }} */
  const { operators: all } = await api.get('/operators')
  const mayChange = may(visit, 'admin')
  return {
    title: 'Operators',
    content: [
      pageHead(
        'Operators',
        mayChange &&
          h('button', { type: 'button', class: 'primary', onclick: () => newOperator(visit) }, 'New operator'),
      ),
      section(
        'You',
        facts([
          ['Signed in as', h('span', {}, h('strong', {}, me.name), ' ', pill(me.role, 'good'))],
          ['Permissions', ROLES[me.role]],
        ]),
      ),
      !mayChange && requiresRole('Creating or revoking operators', 'admin'),
      all.length === 0
        ? emptyState(
            'No operators yet',
            'Everyone signs in with ADMIN_TOKEN. Create an operator for each person, so that the audit trail shows who did what.',
            mayChange &&
              h('button', { type: 'button', onclick: () => newOperator(visit) }, 'Create the first operator'),
          )
        : dataTable({ id: 'operators', columns: columnsOf(visit), first: { rows: all, nextCursor: null } }).element,
      section(
        'Roles',
        facts(Object.entries(ROLES).map(([role, meaning]) => [role, meaning])),
        h(
          'p',
          { class: 'quiet' },
          'Each role includes the roles before it. ADMIN_TOKEN signs in as an admin who is not in the list.',
        ),
      ),
    ],
  }
}

/**
 * @param {import('../app/routes.js').Visit} visit
 * @returns {readonly import('../parts/data-table.js').Column<Operator>[]}
 */
const columnsOf = (visit) => [
  {
    id: 'operator',
    label: 'Operator',
    cell: ({ name }) =>
      h('a', { href: `#/audit?${new URLSearchParams({ actor: name })}`, title: 'Changes by this operator' }, name),
  },
  { id: 'role', label: 'Role', cell: ({ role }) => role },
  { id: 'token', label: 'Token', cell: ({ tokenHint }) => h('code', {}, `…${tokenHint}`) },
  { id: 'created', label: 'Created', class: 'date', cell: ({ createdAt }) => day(createdAt) },
  {
    id: 'used',
    label: 'Last used',
    class: 'date',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : dayAndTime(lastUsedAt)),
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ revokedAt }) => (revokedAt === null ? pill('active', 'good') : pill(`revoked ${day(revokedAt)}`, 'plain')),
  },
  ...(may(visit, 'admin')
    ? [actionColumn((/** @type {Operator} */ each) => each.revokedAt === null && revokeButton(visit, each))]
    : []),
]

/**
 * @param {import('../app/routes.js').Visit} visit
 * @param {Operator} operator
 */
const revokeButton = (visit, operator) => {
  const attributes = { 'aria-label': `Revoke ${operator.name}`, type: 'button', class: 'danger' }
  return h('button', { ...attributes, onclick: () => revoke(visit, operator) }, 'Revoke')
}
