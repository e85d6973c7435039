// The operators: who may use the console and the admin API, and with which role.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { may, ROLES, requiresRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day, dayAndTime } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { newOperator, revoke } from './change-operators.js'

const COLUMNS = ['Operator', 'Role', 'Token', 'Created', 'Last used', 'Status']

/** @type {import('../app/routes.js').View} */
export const operators = async (visit) => {
  const { api, me } = visit
  /** @type {{ operators: Operator[] }} */
  const { operators: all } = await api.get('/operators')
  const mayChange = may(visit, 'admin')
  const head = COLUMNS.map((text) => h('th', { scope: 'col' }, text))
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
          )
        : h(
            'div',
            { class: 'card' },
            h(
              'table',
              { class: 'rows' },
              h('thead', {}, h('tr', {}, ...head, mayChange && h('td'))),
              h('tbody', {}, ...all.map((each) => row(visit, each))),
            ),
          ),
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
 * @param {Operator} operator
 */
const row = (visit, operator) => {
  const { name, role, tokenHint, createdAt, lastUsedAt, revokedAt } = operator
  const about = { 'aria-label': `Revoke ${name}`, type: 'button', class: 'danger' }
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/audit?${new URLSearchParams({ actor: name })}`, title: 'Changes by this operator' }, name),
    ),
    h('td', { 'data-label': 'Role' }, role),
    h('td', { 'data-label': 'Token' }, h('code', {}, `…${tokenHint}`)),
    h('td', { 'data-label': 'Created' }, day(createdAt)),
    h('td', { 'data-label': 'Last used' }, lastUsedAt === null ? 'never' : dayAndTime(lastUsedAt)),
    h(
      'td',
      { 'data-label': 'Status' },
      revokedAt === null ? pill('active', 'good') : pill(`revoked ${day(revokedAt)}`, 'plain'),
    ),
    may(visit, 'admin') &&
      h('td', {}, revokedAt === null && h('button', { ...about, onclick: () => revoke(visit, operator) }, 'Revoke')),
  )
}
