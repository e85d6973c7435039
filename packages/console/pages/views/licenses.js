// All licenses, as the query of the address says: with a search over what customers tell of theirs, filters and an order.

/** @import { LicenseInList, Plan } from '../../../service/src/http/admin/schemas.ts' */

import { Refusal } from '../app/api.js'
import { may, takesRole } from '../app/roles.js'
import { h } from '../parts/element.js'
import { day } from '../parts/format.js'
import { pageHead } from '../parts/page-head.js'
import { pagedTable } from '../parts/paged-table.js'
import { asRefusedQuery, emptyState, problemText } from '../parts/problem.js'
import { pill, statusPill } from '../parts/status.js'
import { usageMeter } from '../parts/usage.js'
import { licenseFilter } from './license-filter.js'

const PAGE = 50
const COLUMNS = ['License', 'Plan', 'Status', 'Used this month', 'Expires']

/** @typedef {{ rows: LicenseInList[], nextCursor: string | null }} Found */

/** @type {import('../app/routes.js').View} */
export const licenses = async (visit) => {
  const { api, query, go } = visit
  /** @param {string | null} cursor @returns {Promise<Found>} */
  const load = async (cursor) => {
    const asked = new URLSearchParams(query)
    asked.set('limit', String(PAGE))
    if (cursor !== null) asked.set('cursor', cursor)
    const { licenses: rows, nextCursor } = await api.get(`/licenses?${asked}`)
    return { rows, nextCursor }
  }
  /** @type {[Found | Refusal, { plans: Plan[] }]} */
  const [first, { plans }] = await Promise.all([load(null).catch(asRefusedQuery), api.get('/plans')])
  const mayMake = may(visit, 'admin')
  const head = pageHead(
    'Licenses',
    mayMake && h('a', { class: 'button primary', href: '#/licenses/new' }, 'New license'),
  )
  const search = query.get('search')
  const title = search ? `Licenses with “${search}”` : 'Licenses'
  if (first instanceof Refusal) {
    const problem = h('p', { class: 'form-problem', role: 'alert' }, problemText(first))
    return { title, content: [head, licenseFilter({ query, plans, go, refusal: first }), problem] }
  }
  if (first.rows.length === 0 && query.size === 0) return { title, content: [head, noLicense(mayMake)] }
  return {
    title,
    content: [
      head,
      licenseFilter({ query, plans, go, refusal: undefined }),
      !mayMake && takesRole('Making a license', 'admin'),
      first.rows.length === 0 ? nothing(search) : pagedTable({ columns: COLUMNS, first, load, row }),
    ],
  }
}

/** @param {boolean} mayMake */
const noLicense = (mayMake) =>
  emptyState(
    'No license yet',
    'A license has a key, which a customer’s sites exchange for tokens, and a plan, which limits what they may use.',
    mayMake
      ? h('a', { class: 'button primary', href: '#/licenses/new' }, 'Make the first one')
      : takesRole('Making one', 'admin'),
  )

/** @param {string | null} search */
const nothing = (search) =>
  emptyState(
    search ? `Nothing has “${search}” in it` : 'No license is like that',
    search
      ? 'The search looks at a part of the name or of a site, at the last four characters of a key, and at the whole id.'
      : 'All of the filters have to hold.',
    h('a', { class: 'button', href: '#/licenses' }, 'Show all'),
  )

/** @param {LicenseInList} license */
const row = ({ id, name, plan, mode, status, expiresAt, usage }) =>
  h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/licenses/${id}` }, name ?? 'Without a name'),
      h('code', { class: 'quiet id' }, id),
    ),
    h('td', { 'data-label': 'Plan' }, plan),
    h(
      'td',
      { 'data-label': 'Status' },
      h('span', { class: 'pills' }, statusPill(status), mode === 'test' && pill('test', 'plain')),
    ),
    h('td', { 'data-label': 'Used this month' }, usageMeter('Scans', usage.scans)),
    h('td', { class: 'date', 'data-label': 'Expires' }, expiresAt === null ? 'never' : day(expiresAt)),
  )
