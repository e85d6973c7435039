// The operators: who may use these pages and the API behind them, and for what.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { may, ROLES, takesRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day, dayAndTime } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { emptyState } from '../parts/problem.js'
import { facts, section } from '../parts/section.js'
import { pill } from '../parts/status.js'
import { newOperator, revoke } from './change-operators.js'

const COLUMNS = ['Operator', 'Role', 'Token', 'Made', 'Last used', 'State']

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
          ['Which', `${ROLES[me.role]}.`],
        ]),
      ),
      !mayChange && takesRole('Making or revoking operators', 'admin'),
      all.length === 0
        ? emptyState(
            'No operator yet',
            'Everybody who signs in uses ADMIN_TOKEN. With operators of their own, the audit trail tells who did what.',
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
        facts(Object.entries(ROLES).map(([role, meaning]) => [role, `${meaning}.`])),
        h(
          'p',
          { class: 'quiet' },
          'Each includes those before it. The holder of ADMIN_TOKEN is an admin, and none of the list.',
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
      h(
        'a',
        { href: `#/audit?${new URLSearchParams({ actor: name })}`, title: 'What was changed by this operator' },
        name,
      ),
    ),
    h('td', { 'data-label': 'Role' }, role),
    h('td', { 'data-label': 'Token' }, h('code', {}, `…${tokenHint}`)),
    h('td', { 'data-label': 'Made' }, day(createdAt)),
    h('td', { 'data-label': 'Last used' }, lastUsedAt === null ? 'never' : dayAndTime(lastUsedAt)),
    h(
      'td',
      { 'data-label': 'State' },
      revokedAt === null ? pill('active', 'good') : pill(`revoked ${day(revokedAt)}`, 'plain'),
    ),
    may(visit, 'admin') &&
      h('td', {}, revokedAt === null && h('button', { ...about, onclick: () => revoke(visit, operator) }, 'Revoke')),
  )
}
